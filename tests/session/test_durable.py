"""What a match keeps: its log while the disk refuses it, the pictures behind its rulings, its place when taken up."""

from __future__ import annotations

import errno
import hashlib
import json
import os
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from calibration.pose import BoardPose, Lens
from engine.games import load_ruleset
from engine.record.errors import LogUnwrittenError
from engine.record.evidence import EvidenceFolder, evidence_folder
from engine.record.reader import read_log
from engine.record.records import Acted, Noted, Ruled
from engine.record.verify import verify
from engine.referee import Accept, TypedAction
from referee_tui.following.evidence_keeper import cut_out
from referee_tui.following.session import Session
from tests.engine.tables import BOARD, seen
from tests.session.fakes import POSE, Film, FilmEyes, Shot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from engine.observation import Observation
    from engine.ruleset import Ruleset

RULES = load_ruleset("regista")
PIECES = {"B1": "H2", "B9": "H11", "B8": "H8", "R1": "H21", "R9": "H14", "R8": "H15"}
START, PASSED = seen(PIECES, "H11"), seen(PIECES, "H8")
DRIBBLED = seen({**PIECES, "B8": "H9"}, "H9")
HAND = Shot(0.5, None)


def loader(game: str, options: Mapping[str, Any]) -> Ruleset:
    return load_ruleset(game, options=options)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "m.touchline.jsonl"


def film(*looks: Observation) -> Film:
    return Film([part for look in looks for part in (Shot(1.5, look), HAND)])


def acts(log: Path) -> list[str]:
    return [record.notation for record in read_log(log).records if isinstance(record, Acted)]


def notes(log: Path) -> list[str]:
    return [record.text for record in read_log(log).records if isinstance(record, Noted)]


class Full:
    """A disk without room for as long as ``full`` is true."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        self._write = os.write
        monkeypatch.setattr(os, "write", self.write)

    def write(self, descriptor: int, data: bytes) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return self._write(descriptor, data)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Full:
    return Full(monkeypatch)


def test_on_a_full_disk_play_goes_on_and_is_written_when_there_is_room(log: Path, disk: Full) -> None:
    shown = film(START, PASSED, DRIBBLED, DRIBBLED)
    said: list[tuple[float, str]] = []
    with Session(shown, RULES, log, eyes=FilmEyes(shown)) as session:
        for update in session:
            disk.full = 1.8 < update.t < 5.0
            said += [(update.t, say.text) for say in update.says]
            if update.t == 4.5:
                assert acts(log) == []
                assert "No space left" in update.reason
    texts = [text for _, text in said]
    # At once: with the record that could not be written, and before anything else is seen.
    full = next(number for number, text in enumerate(texts) if "No space left on device" in text)
    assert texts[full].endswith("the match goes on in memory and is written as soon as it can be")
    assert texts.index("B9>H8") < full < texts.index("The log is written again; nothing of it is missing")
    assert said[full][0] == next(t for t, text in said if text == "B9>H8")
    assert acts(log) == ["B9>H8", "B8~H9"]
    assert verify(log, loader)


def _fills_up_at(session: Session, disk: Full, t: float) -> None:
    for update in session:
        disk.full = update.t > t


def test_a_disk_that_stays_full_costs_nothing_if_there_is_another_place(log: Path, disk: Full, tmp_path: Path) -> None:
    shown, elsewhere = film(START, PASSED), tmp_path / "elsewhere.jsonl"

    def places() -> Iterator[Path]:
        yield tmp_path / "no" / "such" / "folder.jsonl"
        disk.full = False
        yield elsewhere

    session = Session(shown, RULES, log, eyes=FilmEyes(shown), rescue=places)
    saved = rf"No space left .* saved with all the others in .*{elsewhere.name}"
    with pytest.raises(LogUnwrittenError, match=saved), session:
        _fills_up_at(session, disk, 0.5)
    assert acts(elsewhere) == ["B9>H8"]
    assert verify(elsewhere, loader)
    assert verify(log, loader)


def begun(log: Path) -> None:
    first = film(START, PASSED)
    with Session(first, RULES, log, eyes=FilmEyes(first)) as session:
        list(session)


def test_a_match_taken_up_is_compared_with_the_table_before_anything_is_ruled(log: Path) -> None:
    """R8 was set up on the wrong space; where it stands it could have moved, and nothing of the kind is ruled."""
    begun(log)
    wrong = seen({**PIECES, "R8": "H16"}, "H8")
    second = film(wrong, PASSED, DRIBBLED)
    with Session(second, RULES, log, eyes=FilmEyes(second), resume=loader) as session:
        updates = list(session)
    assert acts(log) == ["B9>H8", "B8~H9"]
    differs, as_left = (note for note in notes(log) if "the log left it" in note)
    assert differs.startswith("The table is not as the log left it. R8 is on H16, expected on H15: ")
    assert as_left == "The table is as the log left it; play goes on"
    told = [(update.eye, say.kind) for update in updates for say in update.says if say.text == differs]
    assert told == [("OUT OF STEP", "out_of_step")]
    assert verify(log, loader)


def test_both_may_accept_the_table_that_a_match_is_taken_up_on(log: Path) -> None:
    begun(log)
    other = seen({**PIECES, "R8": "H16"}, "H8")
    second = film(other, seen({**PIECES, "R8": "H16", "B8": "H9"}, "H9"))
    with Session(second, RULES, log, eyes=FilmEyes(second), resume=loader) as session:
        for update in session:
            if any("not as the log left it" in say.text for say in update.says):
                session.give(Accept())
    assert acts(log) == ["B9>H8", "B8~H9"]
    assert verify(log, loader)


def test_what_was_done_meanwhile_may_be_typed(log: Path) -> None:
    begun(log)
    second = film(DRIBBLED, DRIBBLED)
    with Session(second, RULES, log, eyes=FilmEyes(second), resume=loader) as session:
        for update in session:
            if any("not as the log left it" in say.text for say in update.says):
                session.give(TypedAction("B8~H9"))
    assert acts(log) == ["B9>H8", "B8~H9"]
    assert notes(log)[-1] == "The table is as the log left it; play goes on"


def test_a_match_that_begins_in_its_middle_is_still_open_to_both_sides_when_taken_up(log: Path) -> None:
    open_play = seen({**PIECES, "B9": "H10"}, "H10")
    first = film(open_play)
    with Session(first, RULES, log, eyes=FilmEyes(first)) as session:
        list(session)
        assert session.referee.turn_open
    with Session(film(open_play), RULES, log, eyes=FilmEyes(film(open_play)), resume=loader) as session:
        assert session.referee.turn_open


def test_of_a_torn_first_line_a_new_match_is_begun(log: Path) -> None:
    log.write_bytes(b'{"seq":0,"t":0.0,"type":"hea')
    first = film(START, PASSED)
    with Session(first, RULES, log, eyes=FilmEyes(first), resume=loader) as session:
        list(session)
    assert acts(log) == ["B9>H8"]
    assert verify(log, loader)


def test_every_ruling_that_was_seen_has_its_picture_and_the_log_its_digest(log: Path) -> None:
    shown = film(START, PASSED, DRIBBLED)
    folder = evidence_folder(log)
    with Session(shown, RULES, log, eyes=FilmEyes(shown), evidence=EvidenceFolder(folder)) as session:
        for update in session:
            if update.t == 5.5:
                session.give(TypedAction("end"))
    rulings = {line.seq: line.record for line in read_log(log).lines if isinstance(line.record, Ruled)}
    assert len(rulings) == 3
    kept = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    assert kept == {f"{seq:06}.jpg": ruling.evidence for seq, ruling in rulings.items() if ruling.evidence}
    # The turn's end was typed and rests on no picture.
    assert len(kept) == 2


def test_pictures_that_cannot_be_kept_are_said_once_and_the_match_goes_on(log: Path) -> None:
    evidence_folder(log).write_text("in the way")
    shown = film(START, PASSED, DRIBBLED)
    with Session(shown, RULES, log, eyes=FilmEyes(shown), evidence=EvidenceFolder(evidence_folder(log))) as session:
        list(session)
    assert acts(log) == ["B9>H8", "B8~H9"]
    assert sum("pictures behind the rulings cannot be kept" in note for note in notes(log)) == 1


def test_pictures_that_the_disk_refused_for_a_while_are_all_kept_in_the_end(log: Path) -> None:
    shown = film(START, PASSED, DRIBBLED, DRIBBLED)
    folder = evidence_folder(log)
    said: list[tuple[float, str]] = []
    with Session(shown, RULES, log, eyes=FilmEyes(shown), evidence=EvidenceFolder(folder)) as session:
        for update in session:
            said += [(update.t, say.text) for say in update.says]
            # As good as a full disk while the first picture, of the pass, is to be written.
            if update.t == 0.1:
                folder.write_text("in the way")
            if update.t == 3.5:
                folder.unlink()
    texts = [text for _, text in said]
    held = next(number for number, text in enumerate(texts) if "pictures behind the rulings cannot be kept" in text)
    again = texts.index("The pictures behind the rulings are kept again")
    assert texts.index("B9>H8") < held < again
    assert said[held][0] == next(t for t, text in said if text == "B9>H8") < 3.5 < said[again][0]
    rulings = {line.seq: line.record for line in read_log(log).lines if isinstance(line.record, Ruled)}
    kept = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    assert len(kept) == 2
    assert kept == {f"{seq:06}.jpg": ruling.evidence for seq, ruling in rulings.items()}


def test_of_pictures_that_are_held_the_newest_are(tmp_path: Path) -> None:
    folder = tmp_path / "m.evidence"
    folder.write_text("in the way")
    pictures = EvidenceFolder(folder, most_held_bytes=250)
    for seq in (3, 7, 12, 40):
        pictures.keep(seq, bytes(100))
    assert "cannot be kept" in pictures.trouble
    folder.unlink()
    pictures.retry()
    assert pictures.trouble == ""
    assert sorted(path.name for path in folder.iterdir()) == ["000012.jpg", "000040.jpg"]


def test_one_picture_that_cannot_be_written_stands_in_no_others_way(tmp_path: Path) -> None:
    folder = tmp_path / "m.evidence"
    pictures = EvidenceFolder(folder)
    (folder / "000007.jpg" / "inside").mkdir(parents=True)
    for seq in (7, 12, 40):
        pictures.keep(seq, b"whole")
        assert "cannot be kept" in pictures.trouble
    assert sorted(path.name for path in folder.iterdir() if path.is_file()) == ["000012.jpg", "000040.jpg"]


def test_the_newest_pictures_are_kept_within_the_bound(tmp_path: Path) -> None:
    folder = tmp_path / "m.evidence"
    for seq in (3, 7, 12, 40):
        pictures = EvidenceFolder(folder, most_bytes=250)
        pictures.keep(seq, bytes(100))
        assert pictures.trouble == ""
    assert sorted(path.name for path in folder.iterdir()) == ["000012.jpg", "000040.jpg"]
    (folder / "mine.txt").write_text("x" * 500)
    EvidenceFolder(folder, most_bytes=250).keep(41, bytes(100))
    assert sorted(path.name for path in folder.iterdir()) == ["000040.jpg", "000041.jpg", "mine.txt"]


def test_a_picture_that_the_disk_had_no_room_for_leaves_no_piece_of_itself(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="the system cannot refuse a file's later bytes")
    folder = EvidenceFolder(tmp_path / "m.evidence")
    folder.keep(1, b"whole")
    assert folder.trouble == ""
    most, mostly = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, mostly))
    try:
        folder.keep(2, bytes(80_000))
        assert "cannot be kept" in folder.trouble
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, mostly))
    assert [path.name for path in (tmp_path / "m.evidence").iterdir()] == ["000001.jpg"]
    folder.keep(3, b"there is room again")
    assert folder.trouble == ""
    kept = {path.name: path.stat().st_size for path in (tmp_path / "m.evidence").iterdir()}
    assert kept == {"000001.jpg": 5, "000002.jpg": 80_000, "000003.jpg": 19}


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="the system has no links")
def test_no_picture_is_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "m.evidence").symlink_to(tmp_path / "elsewhere")
    pictures = EvidenceFolder(tmp_path / "m.evidence")
    pictures.keep(1, b"x")
    assert "link" in pictures.trouble
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("spaces", [["H11"], ["C4", "C6"]])
def test_the_picture_of_a_ruling_shows_its_spaces_and_little_else(spaces: list[str]) -> None:
    image = np.zeros((1200, 1400, 3), np.uint8)
    lens = Lens(np.array(((800.0, 0.0, 700.0), (0.0, 800.0, 600.0), (0.0, 0.0, 1.0))), np.zeros(5), (1400, 1200))
    pose = BoardPose(lens, np.zeros(3), np.array((-276.0, -165.0, 500.0)), 0.1)
    for x_px, y_px in pose.project([tuple(BOARD.grid.centre_mm(space)) for space in spaces]):
        cv2.circle(image, (round(x_px), round(y_px)), 4, (40, 200, 250), -1)
    picture = cut_out(image, pose, BOARD, [tuple(BOARD.grid.centre_mm(space)) for space in spaces])
    part = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert part is not None
    assert (part.max(axis=2) > 150).sum() > 20
    assert part.size < image.size / 4


def test_a_place_outside_the_picture_is_shown_by_the_whole_picture() -> None:
    image = np.full((40, 60, 3), 9, np.uint8)
    picture = cut_out(image, POSE, BOARD, [(-9000.0, -9000.0)])
    part = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert part is not None
    assert part.shape == image.shape


def test_every_record_is_heard_as_it_stands_in_the_log(log: Path) -> None:
    heard: list[bytes] = []
    shown = film(START, PASSED)
    with Session(shown, RULES, log, eyes=FilmEyes(shown), heard=lambda written: heard.append(written.line)) as session:
        for update in session:
            # Whoever listens knows of it before it is said.
            for say in update.says:
                if say.text == "B9>H8":
                    assert any(json.loads(line).get("notation") == "B9>H8" for line in heard)
    assert heard == log.read_bytes().splitlines()
