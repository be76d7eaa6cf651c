"""Runs a report, or a match in a bundle, through today's code: what was read and ruled then, what is now.

Nothing but the file decides what comes out: the same file and code give the same lines, byte for byte.
"""

from __future__ import annotations

import io
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from PIL import Image as Pillow

from calibration.finder import finder_for
from engine.board import parse_board
from engine.games import load_ruleset
from engine.record.bundle import BOARD_NAME, INPUTS_NAME, REPORT_NAME, content_of
from engine.record.inputs import read_inputs
from engine.record.reader import read_log
from engine.record.records import Acted, Corrected, Header, Rolled, Ruled, Undone
from engine.record.resume import resume_match
from engine.referee import begin, step, take_up
from referee_tui.following.camera_eyes import CameraEyes
from referee_tui.following.taken_up import TakenUp
from referee_tui.reports.bundled import replay_match
from referee_tui.reports.forms import ReportError, ReportForm, policy_of, pose_of, read_report
from referee_tui.reports.told import Replayed, changes, on_space, words_of
from referee_tui.version import own_version
from referee_tui.words import clock
from vision.sources.base import Frame, SourceError, check_size

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from engine.board import Board
    from engine.observation import Observation
    from engine.record.inputs import Told
    from engine.record.reader import LogLine
    from engine.record.records import Record
    from engine.record.replay import RulesLoader
    from engine.ruleset import Ruleset
    from vision.rectify import Image

DECIDES = Acted | Rolled | Ruled | Corrected | Undone
"""Records that say what was ruled; looks and notes are the way there."""


def replay_bundle(path: Path, loader_of_match: RulesLoader) -> Replayed:
    """Replay a report, or the bundle of a match: ``loader_of_match`` finds its rules, a report has its own board.

    Raises LogError (a file that is neither, or that holds what cannot be replayed).
    """
    raw = content_of(path, REPORT_NAME)
    told = content_of(path, INPUTS_NAME)
    if raw is None and told is None:
        return replay_match(path, loader_of_match)
    if raw is None or told is None:
        raise ReportError(
            f"{path}: is half a report of a fault; {REPORT_NAME if raw is None else INPUTS_NAME} is missing"
        )
    report = read_report(raw, str(path))
    loader = _loader(path)
    log = list(read_log(path).lines)
    rules, recorded, today = _rulings(path, report, log, read_inputs(told, f"{path}: {INPUTS_NAME}"), loader)
    pictures = list(_readings(path, report, rules.board))
    differing = [line for line, same in pictures if not same]
    rulings = list(_compared(recorded, today))
    same_rulings = all(mark == "=" for mark, _ in rulings)
    lines = [
        f"saved by touchline {report.software.get('touchline', '?')}, replayed by touchline {own_version()}",
        f"then: {report.eye}{_because(report)}",
        *(line for line, _ in pictures),
        f"pictures read the same: {len(pictures) - len(differing)} of {len(pictures)}",
        *(f"{mark} {text}" for mark, text in rulings),
        f"rulings the same: {sum(mark == '=' for mark, _ in rulings)} of {len(rulings)}",
    ]
    if not report.inputs_whole:
        lines.append("the match was so long that its end is not in the report; only its beginning was replayed")
    return Replayed(tuple(lines), not differing and same_rulings)


def _because(report: ReportForm) -> str:
    why = report.disturbance or report.reason
    return f" ({why})" if why else ""


def _loader(path: Path) -> RulesLoader:
    """Rules on the report's own board, if it has one."""
    text = content_of(path, BOARD_NAME)
    own = None if text is None else parse_board(text.decode("utf-8", "replace"), f"{path}: {BOARD_NAME}")
    return lambda game, options: load_ruleset(game, board=own, options=options)


def _rulings(
    path: Path, report: ReportForm, log: Sequence[LogLine], told: Sequence[Told], loader: RulesLoader
) -> tuple[Ruleset, list[tuple[float, Record]], list[tuple[float, Record]]]:
    """The rules, and what was ruled then and now, each with its time by the log's clock."""
    if report.log_lines > len(log):
        raise ReportError(f"{path}: the report speaks of more records than its log has")
    before = [line.record for line in log[: report.log_lines] if line.record is not None]
    if not before or not isinstance(before[0], Header):
        raise ReportError(f"{path}: its log does not begin with a header")
    resumed = resume_match(before, loader)
    rules, position = resumed.rules, resumed.match.position
    taken_up_here = position is not None or len(before) > 1
    policy = policy_of(report.policy)
    referee = (
        take_up(resumed.match, turn_open=resumed.turn_open, undone=resumed.undone, policy=policy)
        if taken_up_here
        else begin(policy)
    )
    comparing = TakenUp(rules, waits=position is not None and not position.placing)
    start_t = (log[report.log_lines - 1].t or 0.0) if report.log_lines else 0.0
    today: list[tuple[float, Record]] = []
    for each in told:
        if each.compared:
            referee, _ = comparing.compare(referee, each.given)  # type: ignore[arg-type]  # only looks are compared
            continue
        outcome = step(rules, referee, each.given)
        referee = outcome.referee
        today += [(start_t + each.t, record) for record in outcome.records if isinstance(record, DECIDES)]
    recorded: list[tuple[float, Record]] = [
        (line.t or 0.0, line.record)
        for line in log[report.log_lines : report.log_lines_now]
        if line.record is not None and isinstance(line.record, DECIDES)
    ]
    # A match that was too long to be remembered to its end.
    recorded = recorded if report.inputs_whole else recorded[: len(today)]
    return rules, recorded, today


def _compared(
    recorded: Sequence[tuple[float, Record]], today: Sequence[tuple[float, Record]]
) -> Iterator[tuple[str, str]]:
    """Each ruling with a mark: ``=`` the same, ``-`` only then, ``+`` only now."""
    then, now = ([msgspec.json.encode(_bare(record), enc_hook=str) for _, record in side] for side in (recorded, today))
    for kind, a, b, c, d in SequenceMatcher(None, then, now, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from (("=", words_of(*each)) for each in recorded[a:b])
            continue
        yield from (("-", words_of(*each)) for each in recorded[a:b])
        yield from (("+", words_of(*each)) for each in today[c:d])


def _bare(record: Record) -> Record:
    """Without the digest of a picture, which is no ruling."""
    return msgspec.structs.replace(record, evidence=None) if isinstance(record, Ruled) else record


def _readings(path: Path, report: ReportForm, board: Board) -> Iterator[tuple[str, bool]]:
    """A line for each picture, and whether it is read today as it was then. Those that were not read are left out."""
    for place, picture in enumerate(report.pictures):
        if picture.seen is None or picture.pose is None:
            continue
        name = f"frames/{place:06}.png"
        content = content_of(path, name)
        if content is None:
            raise ReportError(f"{path}: {name} is missing")
        image = _decoded(content, f"{path}: {name}")
        pose = pose_of(picture.pose)
        if pose.lens.size_px != (image.shape[1], image.shape[0]):
            raise ReportError(f"{path}: {name} is not of the size that report.json says")
        # Eyes that have seen nothing before: whatever is read is read in this picture.
        eyes = CameraEyes(finder_for(board))
        seen = eyes.read(Frame(picture.number, picture.t, image), pose, picture.expected)
        differing = list(changes(_claims(picture.seen, board), _claims(seen, board)))
        told = "; ".join(differing) if differing else "read as then"
        yield f"picture {picture.number} at {clock(picture.t)}: {told}", not differing


def _claims(seen: Observation, board: Board) -> Mapping[str, Sequence[str]]:
    """What was claimed, in words; measurements and confidences are not, they may differ by a hair."""
    claims = {
        "piece": [f"{piece.piece} {on_space(piece.space)}" for piece in seen.pieces],
        "die": [f"{die.team or ''}{die.value or '?'}" for die in seen.dice],
        "not sure of": [f"{doubt.what} {on_space(doubt.space)}: {doubt.why}" for doubt in seen.unsure],
        "hidden": list(seen.hidden),
        "covered": ["yes"] if seen.occluded else [],
    }
    # A kicked ball is followed while it rolls, which single pictures do not show.
    if board.file.goals.mouth_mm is None and seen.ball is not None:
        claims["ball"] = [f"{on_space(seen.ball.space)}{f' ({seen.ball.on_piece})' if seen.ball.on_piece else ''}"]
    return claims


def _decoded(content: bytes, where: str) -> Image:
    """A PNG whose size is looked at before its pixels. Raises ReportError."""
    try:
        with Pillow.open(io.BytesIO(content), formats=("PNG",)) as picture:
            check_size(where, picture.width, picture.height)
            rgb = np.asarray(picture.convert("RGB"))
    except SourceError as error:
        raise ReportError(str(error)) from error
    except (OSError, ValueError, SyntaxError, Pillow.DecompressionBombError) as error:
        raise ReportError(f"{where} is no PNG picture, or damaged") from error
    return np.ascontiguousarray(rgb[:, :, ::-1])
