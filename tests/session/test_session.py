"""The session: frames in, records on the disk, and only then updates out."""

import contextlib
import json
import math
import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.games import load_ruleset
from engine.record.errors import LogError, LogExistsError
from engine.record.patient import PatientLog
from engine.record.reader import read_log
from engine.record.records import Acted, Ended, Header, Noted, Record, Rolled
from engine.record.verify import verify
from engine.referee import Accept, Confirm, Input, Redo, TypedAction, Undo
from referee_tui.following.session import Session
from tests.engine.tables import filmed_match, seen
from tests.session.fakes import HAND, PASSED, PIECES, START, Camera, Film, FilmEyes, Shot, loader

RULES = load_ruleset("regista")
ROOT = Path(__file__).parents[2]


def match_film(number: int) -> Film:
    """A filmed match in the session's time: each stretch for 1.2 s, a hand before each."""
    shots = [part for look in filmed_match(number).looks for part in (Shot(1.2, look), HAND)]
    return Film([Shot(1.0, filmed_match(number).looks[0]), *shots])


@pytest.mark.parametrize("number", [1, 2])
def test_a_film_is_followed_to_a_sound_log(log: Path, number: int) -> None:
    film = match_film(number)
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        updates = list(session)
    assert len(updates) == len(film.shots)
    records = list(read_log(log).records)
    assert isinstance(records[0], Header)
    assert records[-1] == Ended(reason="the source ended")
    assert [r.notation for r in records if isinstance(r, Acted)] == filmed_match(number).actions
    assert verify(log, loader)
    assert updates[-1].position == session.referee.position


def test_a_film_that_was_seen_to_its_end_stays_so_however_the_screen_is_left(log: Path) -> None:
    film = Film([Shot(1.0, START)])
    session = Session(film, RULES, log, eyes=FilmEyes(film))
    list(session)
    session.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert list(read_log(log).records)[-1] == Ended(reason="the source ended")


def test_what_is_said_is_on_the_disk_already(log: Path) -> None:
    film = Film([Shot(1.5, START), HAND, Shot(1.5, PASSED)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        said = [
            [json.loads(line).get("notation") for line in log.read_text().splitlines()]
            for update in session
            if any(say.text == "B9>H8" for say in update.says)
        ]
    assert len(said) == 1
    assert "B9>H8" in said[0]


def test_the_states_of_the_eye_are_told(log: Path) -> None:
    film = Film([Shot(0.6, START, camera_x_mm=None), Shot(1.4, START), HAND, Shot(1.0, PASSED)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        eyes = [(update.eye, update.reason) for update in session]
    assert ("NO BOARD", "no marker is in view") in eyes
    states = [state for k, (state, _) in enumerate(eyes) if k == 0 or state != eyes[k - 1][0]]
    # Before the board was looked for once, nobody says that it is not there.
    assert states == ["SETTLING", "NO BOARD", "SETTLING", "IN STEP", "HAND", "SETTLING", "IN STEP"]


@pytest.mark.parametrize("then_mm", [0.0, 60.0], ids=["back in its place", "put down elsewhere"])
def test_a_die_that_is_thrown_while_the_board_is_away_is_read_once_it_is_back(log: Path, then_mm: float) -> None:
    due = seen(PIECES, "H5")
    thrown = seen(PIECES, "H5", [("B", 1, 240.0, 360.0), ("R", 5, 287.0, 339.0)])
    moved_on = seen({**PIECES, "B8": "H9"}, "H6", [("B", 1, 240.0, 360.0), ("R", 5, 287.0, 339.0)])
    away = Shot(2.0, thrown, knocked=True, camera_x_mm=None)
    back = [Shot(3.0, thrown, knocked=True, camera_x_mm=then_mm), HAND, Shot(2.0, moved_on, camera_x_mm=then_mm)]
    film = Film([Shot(1.5, START), HAND, Shot(1.5, due), HAND, away, *back])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        eyes = [update.eye for update in session]
    assert "NO BOARD" in eyes
    assert eyes[-1] == "IN STEP"
    records = list(read_log(log).records)
    assert [r.notation for r in records if isinstance(r, Acted)] == ["B9>H5", "B8-H9"]
    assert [r.faces for r in records if isinstance(r, Rolled)] == [[1]]
    assert verify(log, loader)


def test_a_table_at_rest_is_read_again_only_while_that_can_help(log: Path) -> None:
    film = Film([Shot(10.0, START)])
    eyes = FilmEyes(film)
    with Session(film, RULES, log, eyes=eyes) as session:
        list(session)
    # Twice until two looks agree, then once in six seconds.
    first, second, third = eyes.reads
    assert (second - first, third - second) == pytest.approx((0.5, 6.0), abs=0.11)
    assert eyes.expected[0] is None
    assert eyes.expected[-1] == PIECES


def test_a_table_at_rest_is_read_at_once_when_somebody_asks_for_it(log: Path) -> None:
    film = Film([Shot(5.0, START)])
    eyes = FilmEyes(film)
    with Session(film, RULES, log, eyes=eyes) as session:
        asked = False
        for update in session:
            if update.t >= 3.0 and not asked:
                session.look_again()
                asked = True
    assert eyes.reads[2:] == [pytest.approx(3.1, abs=0.11)]


def test_an_undo_holds_a_watched_match_and_offers_what_to_do(log: Path) -> None:
    film = Film([Shot(2.0, START), HAND, Shot(4.0, PASSED)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        updates = iter(session)
        update = next(update for update in updates if update.undo == "B9>H8")
        session.give(Undo())
        update = next(updates)
        assert (update.undo, update.redo) == ("", "B9>H8")
        assert [answer.text for answer in update.answers] == ["Go on", "Do B9>H8 again"]
        assert update.reason.startswith("B9>H8 is taken back. Put the ball on H11")
        later = [update for update in updates if update.t < 5.0]
        assert {update.undo for update in later} == {""}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((Undo(),), "Play was still held when the film ended, for B9>H8 was taken back: "),
        ((Undo(), Confirm()), ""),
        ((), ""),
    ],
    ids=["held", "gone on with", "not taken back"],
)
def test_a_film_that_ends_while_play_is_held_says_what_was_not_ruled_upon(
    log: Path, words: tuple[Input, ...], told: str
) -> None:
    film = Film([Shot(2.0, START), HAND, Shot(4.0, PASSED)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        updates = iter(session)
        next(update for update in updates if update.undo == "B9>H8")
        for word in words:
            session.give(word)
        says = [said.text for update in updates for said in update.says]
    ended = [text for text in says if text.startswith("Play was still held")]
    records = list(read_log(log).records)
    assert [text.startswith(told) for text in ended] == [True] * bool(told)
    assert ended == [record.text for record in records if isinstance(record, Noted) and record.text in ended]
    assert records[-1] == Ended(reason="the source ended")


MOVED = PIECES | {"B9": "H12"}
LEFT = MOVED | {"B8": "D2"}
LAST_ACTS = [Shot(2.0, START), HAND, Shot(2.0, PASSED), HAND, Shot(2.0, seen(MOVED, "H8")), HAND]


@pytest.mark.parametrize(
    ("word", "acts", "rules"),
    [(Redo(), ["B9>H8", "B9>H8", "B9-H12"], ["move.leaves_ball"]), (Confirm(), ["B9>H8"], ["restart.first"])],
    ids=["done again", "gone on with"],
)
@pytest.mark.parametrize("until_s", [math.inf, 9.0], ids=["at its end", "before"])
def test_what_a_film_shows_while_play_is_held_is_ruled_upon_once_it_goes_on(
    log: Path, until_s: float, word: Input, acts: list[str], rules: list[str]
) -> None:
    film = Film([*LAST_ACTS, Shot(3.0, seen(LEFT, "H8"))])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        session.attend()
        updates = iter(session)
        next(update for update in updates if update.undo == "B9>H8")
        session.give(Undo())
        held = next(update for update in updates if update.t > until_s or update.reason.startswith("The film has"))
        assert [answer.text for answer in held.answers] == ["Go on", "Do B9>H8 again"]
        assert held.eye == "ASKING"
        session.give(word)
        told = [said for update in updates for said in update.says]
    assert [said.rule for said in told if said.kind == "illegal"][:1] == rules
    assert not [said for said in told if said.text.startswith("Play was still held")]
    records = list(read_log(log).records)
    assert [r.notation for r in records if isinstance(r, Acted)] == acts
    assert records[-1] == Ended(reason="the source ended")
    assert verify(log, loader)


@pytest.mark.parametrize("until_s", [math.inf, 9.0], ids=["at its end", "before"])
def test_what_a_film_showed_before_is_let_stand_with_what_lies_there_now(log: Path, until_s: float) -> None:
    lies = seen(LEFT, "H11")
    film = Film([Shot(2.0, START), HAND, Shot(2.0, PASSED), HAND, Shot(2.0, seen(MOVED, "H11")), HAND, Shot(3.0, lies)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        session.attend()
        updates = iter(session)
        next(update for update in updates if update.undo == "B9>H8")
        session.give(Undo())
        next(update for update in updates if update.t > until_s or update.reason.startswith("The film has"))
        session.give(Accept())
        told = [said for update in updates for said in update.says]
    assert told[0].text == "Both sides let it stand: B9 on H12, B8 on D2"
    assert not [said for said in told if said.kind in {"out_of_step", "illegal", "action"}]
    assert verify(log, loader)


def test_a_film_that_ends_while_play_is_held_can_be_left(log: Path) -> None:
    film = Film(LAST_ACTS)
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        session.attend()
        updates = iter(session)
        next(update for update in updates if update.undo == "B9>H8")
        session.give(Undo())
        next(update for update in updates if update.reason.startswith("The film has ended, and B9>H8 is taken back"))
        session.stop()
        says = [said.text for update in updates for said in update.says]
    assert any(text.startswith("Play was still held when the film ended") for text in says)
    assert list(read_log(log).records)[-1] == Ended(reason="the source ended")


def test_what_people_type_is_taken_in(log: Path) -> None:
    film = Film([Shot(3.0, START)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        updates = iter(session)
        while next(updates).position is None:
            pass
        session.give(TypedAction("B9>H8"))
        session.give(Undo())
        says = [say.text for say in next(updates).says]
    assert says[0] == "B9>H8"
    assert "B9>H8 is taken back" in says


def test_a_lost_camera_is_told_and_what_is_typed_meanwhile_is_taken_in(log: Path) -> None:
    camera = Camera([Shot(3.0, START), HAND, Shot(2.0, PASSED)], lost_after_s=2.0)
    with Session(camera, RULES, log, eyes=FilmEyes(camera)) as session:
        eyes = []
        for update in session:
            if update.eye == "NO CAMERA" and "NO CAMERA" not in eyes:
                session.give(TypedAction("B9>H8"))
            if update.eye == "NO CAMERA":
                assert update.reason == "camera 0: the camera is lost"
                assert update.frame is None
            if any(say.text == "B9>H8" for say in update.says):
                assert update.eye == "NO CAMERA"
            eyes.append(update.eye)
    assert eyes.count("NO CAMERA") == 10
    assert eyes[-1] == "IN STEP"
    records = read_log(log).records
    assert [(r.notation, r.source) for r in records if isinstance(r, Acted)] == [("B9>H8", "typed")]
    told = [r.text for r in read_log(log).records if isinstance(r, Noted)]
    assert told == ["camera 0: pictures of 4 x 4.", "camera 0: the camera is lost", "film: pictures come again."]


def test_a_session_that_waits_for_its_camera_can_be_stopped(log: Path) -> None:
    camera = Camera([Shot(3.0, START)], lost_after_s=2.0)
    with Session(camera, RULES, log, eyes=FilmEyes(camera)) as session:
        for update in session:
            if update.eye == "NO CAMERA":
                session.stop()
    assert camera.stopped
    assert update.t == 2.0
    assert list(read_log(log).records)[-1] == Ended(reason="closed before the end")


def test_closing_from_another_thread_waits_for_the_record_that_is_being_written(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = Film([Shot(3.0, START)])
    session = Session(film, RULES, log, eyes=FilmEyes(film))
    closer = threading.Thread(target=session.close)
    waited: list[bool] = []
    really_append = PatientLog.append

    def append(writer: PatientLog, t: float, records: Sequence[Record]) -> object:
        if not waited:
            waited.append(True)
            closer.start()
            closer.join(0.2)
            waited[0] = closer.is_alive()
        return really_append(writer, t, records)

    monkeypatch.setattr(PatientLog, "append", append)
    with contextlib.suppress(LogError):
        # Whether the first record or the tenth comes too late is the system's choice; it is refused.
        list(session)
    closer.join(10)
    assert waited == [True]
    assert isinstance(list(read_log(log).records)[-1], Ended)
    assert verify(log, loader)


def test_while_paused_a_camera_is_not_read_and_afterwards_it_is(log: Path) -> None:
    camera = Camera([Shot(1.5, START), HAND, Shot(2.0, PASSED), HAND, Shot(8.0, PASSED)])
    eyes = FilmEyes(camera)
    with Session(camera, RULES, log, eyes=eyes) as session:
        for update in session:
            if update.t == pytest.approx(1.5):
                session.pause(on=True)
            if update.t == pytest.approx(3.8):
                assert update.eye == "PAUSED"
                session.pause(on=False)
    assert [t for t in eyes.reads if 1.6 < t < 3.9] == []
    assert [r.notation for r in read_log(log).records if isinstance(r, Acted)] == ["B9>H8"]


def test_a_recording_is_held_while_paused_and_nothing_of_it_is_missed(log: Path) -> None:
    film = Film([Shot(1.5, START), HAND, Shot(1.0, PASSED)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        held, times = 0, []
        for update in session:
            times.append(update.t)
            if update.t == pytest.approx(1.4) and not held:
                session.pause(on=True)
            if update.frame is None:
                assert update.eye == "PAUSED"
                held += 1
                session.pause(on=False)
    assert held == 1
    assert len(times) == len(film.shots) + held
    assert [r.notation for r in read_log(log).records if isinstance(r, Acted)] == ["B9>H8"]


def test_a_held_recording_can_be_left(log: Path) -> None:
    film = Film([Shot(1.5, START)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        session.pause(on=True)
        for update in session:
            assert update.frame is None
            session.stop()


def test_another_light_is_noted(log: Path) -> None:
    film = Film([Shot(1.5, START), Shot(1.5, START, relit=True)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        list(session)
    assert [r.text for r in read_log(log).records if isinstance(r, Noted)] == ["The light has changed"]


def test_a_log_with_a_match_in_it_is_left_alone(log: Path) -> None:
    log.write_text("something\n")
    film = Film([Shot(1.0, START)])
    with pytest.raises(LogExistsError):
        Session(film, RULES, log, eyes=FilmEyes(film))
    assert log.read_text() == "something\n"


def test_a_match_is_gone_on_with_where_its_log_ends(log: Path) -> None:
    first = Film([Shot(1.5, START), HAND, Shot(1.0, PASSED)])
    with Session(first, RULES, log, eyes=FilmEyes(first)) as session:
        list(session)
    with log.open("ab") as file:
        file.write(b'{"seq": 99, "t"')
    second = Film([Shot(1.0, PASSED), HAND, Shot(1.0, seen({**PIECES, "B8": "H9"}, "H9"))])
    with Session(second, RULES, log, eyes=FilmEyes(second), resume=loader) as session:
        list(session)
    records = list(read_log(log).records)
    assert [r.notation for r in records if isinstance(r, Acted)] == ["B9>H8", "B8~H9"]
    assert any(isinstance(r, Noted) and "cut off" in r.text for r in records)
    assert verify(log, loader)
    times = [line.t or 0.0 for line in read_log(log).lines]
    assert times[-1] > 4.0


def test_a_log_of_something_else_is_not_gone_on_with(log: Path) -> None:
    log.write_text("{}\n")
    film = Film([Shot(1.0, START)])
    with pytest.raises(LogError, match="line 1"):
        Session(film, RULES, log, eyes=FilmEyes(film), resume=loader)


_FOLLOW = """
    import sys
    from pathlib import Path
    from engine.games import load_ruleset
    from referee_tui.following.session import Session
    from tests.session.fakes import FilmEyes
    from tests.session.test_session import match_film

    film = match_film(1)
    with Session(film, load_ruleset("regista"), Path(sys.argv[1]), eyes=FilmEyes(film)) as session:
        for update in session:
            for say in update.says:
                print(say.text, flush=True)
                sys.stdin.readline()
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent")
@pytest.mark.parametrize(("number", "end"), [(signal.SIGKILL, None), (signal.SIGINT, "interrupted")])
def test_stopped_in_the_middle_every_complete_line_is_valid(log: Path, number: signal.Signals, end: str | None) -> None:
    """The follower waits for a line after everything it says; it is stopped while it waits, after the fifth."""
    command = [sys.executable, "-c", textwrap.dedent(_FOLLOW), str(log)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        said = []
        for _ in range(5):
            said.append(process.stdout.readline().strip())
            process.stdin.write("\n")
            process.stdin.flush()
        said.append(process.stdout.readline().strip())
        process.send_signal(number)
        process.communicate()
    result = verify(log, loader)
    assert result.faults == ()
    records = list(read_log(log).records)
    told = [r.notation for r in records if isinstance(r, Acted)]
    assert set(told) >= {text for text in said if text in filmed_match(1).actions}
    assert len(told) >= 3
    ended = [r.reason for r in records if isinstance(r, Ended)]
    assert ended == ([end] if end else [])
