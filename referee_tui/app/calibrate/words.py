"""What the board's calibration says, as rich text: pure functions of the state."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from calibration.findings import worst_first
from engine.sentences import in_language
from referee_tui.app.calibrate.drawing import CORNER_NAMES, ZOOMS
from vision.board_check import Lost

if TYPE_CHECKING:
    from calibration.findings import Finding, Verdict
    from engine.board import Board
    from engine.texts import Texts
    from referee_tui.app.calibrate.drawing import Aim
    from referee_tui.app.calibrate.state import BoardState, Shown
    from vision.board_check import BoardCheck

GRADE_STYLES: dict[Verdict, str] = {
    "green": "bold #000000 on #50dc50",
    "yellow": "bold #000000 on #ffd83d",
    "red": "bold #ffffff on #c02020",
}
SIGNS: dict[Verdict | None, str] = {"green": "✓", "yellow": "!", "red": "✗", None: "·"}
"""Doubled by a sign, so that no colour is needed."""
_SIGN_STYLES: dict[Verdict | None, str] = {
    "green": "#50dc50", "yellow": "bold #ffd83d", "red": "bold #ff6060", None: "dim"
}  # fmt: skip

_KINDS: dict[str, frozenset[str]] = {
    "board": frozenset({"lines", "lost", "copies"}),
    "error": frozenset({"error", "bulge", "unmeasured"}),
    "steady": frozenset({"unsteady"}),
    "place": frozenset({"few_pixels", "shallow", "cut_off", "small"}),
    "light": frozenset({"dark", "bright", "uneven", "flicker", "glare", "cast"}),
    "sharp": frozenset({"noise", "blur", "faint_lines"}),
    "teams": frozenset({"teams", "pieces"}),
}
"""Which findings (``calibration.findings``) spoil which row."""


_HEAD = 8
"""Columns for what a row is of."""
_UNBROKEN = "\N{NO-BREAK SPACE}"


class Row(NamedTuple):
    """One thing that was measured."""

    grade: Verdict | None
    """None for what could not be measured here, and need not be."""
    head: str
    text: str


def rows(check: BoardCheck, board: Board, words: Texts) -> list[Row]:
    """What was measured, each with the worst grade of its findings."""
    texts = {
        "board": _found(check, board, words),
        "error": _error(check, words),
        "steady": _steady(check, words),
        "place": words(
            "place_is",
            height=check.place.height_mm / 10,
            angle=check.place.elevation_deg,
            px=check.place.least_space_px,
        ),
        "light": _light(check, words),
        "sharp": words("sharp_is", blur=check.light.blur_px, noise=check.light.noise),
        "teams": words("teams_are", gap=check.teams.gap) if check.teams else words("teams_unseen"),
    }
    grades: dict[str, Verdict | None] = {key: _grade(check, kinds) for key, kinds in _KINDS.items()}
    if check.teams is None:
        grades["teams"] = None
    return [Row(grades[key], words(f"row_{key}"), text) for key, text in texts.items() if text]


def side_text(state: BoardState, shown: Shown, words: Texts, columns: int = 42) -> Text:
    """The verdict large, then a row for each thing that was measured, on more lines where it is too long for one."""
    judged = shown.judged
    if state.trouble:
        return _alarm(words("board_no_camera"), in_language(state.trouble, words.language))
    if judged is None:
        if state.over:
            return _alarm(words("board_lost"), words("board_none"))
        return Text(words("board_looking" if state.image is not None else "board_waiting"), style="bold")
    answer = judged.report.answer
    if isinstance(answer, Lost):
        return _alarm(words("board_lost"), _sentence(answer.failure.reason, words))
    verdict = answer.verdict
    text = Text.assemble((f" {words(f'board_{verdict}')} ", GRADE_STYLES[verdict]), "\n")
    text.append(words("board_moved") if shown.stale else words(f"board_{verdict}_means"), "bold")
    for grade, head, said in rows(answer, shown.board, words):
        first, *rest = _beside_head(said, columns - 2 - _HEAD)
        text.append(f"\n{SIGNS[grade]} ", _SIGN_STYLES[grade]).append(f"{head:<{_HEAD}}", "bold").append(first)
        for line in rest:
            text.append(f"\n{'':<{_HEAD + 2}}{line}")
    return text


def _beside_head(said: str, columns: int) -> list[str]:
    """What was measured in lines of so many columns, parted after commas if it can be."""
    parts = said.replace(" ", _UNBROKEN).replace(f",{_UNBROKEN}", ", ")
    if max(map(len, parts.split(" "))) > columns:
        parts = said.replace(" %", f"{_UNBROKEN}%")
    return [line.replace(_UNBROKEN, " ") for line in textwrap.wrap(parts, max(columns, 1))]


def findings_text(shown: Shown, words: Texts) -> Text:
    """One line a finding with its cure, red ones first."""
    check = shown.judged.check if shown.judged is not None else None
    if check is None:
        return Text()
    if not check.findings:
        return Text.assemble((f"{SIGNS['green']} ", _SIGN_STYLES["green"]), words("board_nothing_found"))
    return Text("\n").join(_finding(finding, words) for finding in worst_first(check.findings))


def legend_text(state: BoardState, shown: Shown, aim: Aim, number: int | None, words: Texts) -> Text:
    """What the signs on the picture are, and what of it is looked at; of a recording also which view."""
    if shown.pose is None:
        said = ""
    elif aim.corner is not None:
        said = words("legend", view=words("view_corner", corner=CORNER_NAMES[aim.corner], zoom=ZOOMS[aim.zoom_step]))
    else:
        said = words("legend", view=words("view_above" if aim.above else "view_camera"))
    if not state.live and shown.judged is not None:
        count = len(state.judged)
        at = count if number is None else number + 1
        said = " · ".join(filter(None, (words("board_view", number=at, count=count, label=_name(shown)), said)))
    return Text(said, style="dim", no_wrap=True, overflow="ellipsis")


def _name(shown: Shown) -> str:
    label = shown.judged.report.label if shown.judged is not None else ""
    return label.rsplit("/", 1)[-1].encode("utf-8", "backslashreplace").decode("utf-8")


def _grade(check: BoardCheck, kinds: frozenset[str]) -> Verdict:
    severities = {finding.severity for finding in check.findings if finding.kind in kinds}
    return "red" if "red" in severities else "yellow" if "yellow" in severities else "green"


def _found(check: BoardCheck, board: Board, words: Texts) -> str:
    markers, used = board.file.markers, check.pose.markers_used
    if markers is None or not used:
        return words("found_print")
    missed = sorted(set(markers.corner_mm) - set(used))
    but = words("found_missed", missed=", ".join(map(str, missed))) if missed else ""
    return words("found_markers", found=len(used), count=len(markers.corner_mm)) + but


def _error(check: BoardCheck, words: Texts) -> str:
    quality = check.quality
    if not quality.measured:
        return words("error_unmeasured")
    worst = ""
    if quality.worst_at is not None:
        worst = words("error_at", worst=100 * quality.worst_spaces, space=quality.worst_at)
    return words("error_is", mean=100 * quality.mean_spaces) + worst


def _steady(check: BoardCheck, words: Texts) -> str:
    """How far the board wanders; nothing for a single picture."""
    share = check.quality.repeatability_spaces
    return words("steady_is", share=100 * share) if share is not None else ""


def _light(check: BoardCheck, words: Texts) -> str:
    light = check.light
    said = words("light_is", paper=light.brightness, times=light.unevenness)
    return said + (words("light_glare") if light.glare else "")


def _finding(finding: Finding, words: Texts) -> Text:
    sign = (f"{SIGNS[finding.severity]} ", _SIGN_STYLES[finding.severity])
    return Text.assemble(sign, (_sentence(finding.what, words), "bold"), " ", _sentence(finding.cure, words))


def _alarm(head: str, said: str) -> Text:
    return Text.assemble((f" {head} ", GRADE_STYLES["red"]), "\n", (said, "bold"))


def _sentence(half: str, words: Texts) -> str:
    half = in_language(half, words.language)
    return f"{half[:1].upper()}{half[1:].rstrip('.')}."
