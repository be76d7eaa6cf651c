"""The commands around a log that is to last: records to listeners, resuming, bundles, evidence."""

from __future__ import annotations

import hashlib
import json
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from engine.games import load_ruleset
from engine.record.reader import read_log
from engine.record.records import FORMAT, Header, Noted, Ruled, Stated
from engine.record.writer import LogWriter
from referee_tui import cli
from tests.hostile.doors import rechained
from vision.sources import open_source
from vision.sources.base import beginning_of

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def grey(tmp_path: Path) -> str:
    """A picture with no board in it."""
    from PIL import Image  # noqa: PLC0415 - only to make a picture

    Image.new("RGB", (160, 90), (120, 120, 120)).save(tmp_path / "grey.png")
    return str(tmp_path / "grey.png")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "m.touchline.jsonl"


@pytest.fixture
def match_log(log: Path) -> Path:
    """A match of which the first position is known, and a ruling with a picture."""
    rules = load_ruleset("regista", options={"length": "official"})
    header = Header(
        format=FORMAT, game="regista", options=dict(rules.options), board="regista-a2", software="another program",
        teams={"B": "Blue", "R": "Red"},
    )  # fmt: skip
    position = rules.write_position(rules.read_position({"pieces": {"B9": "H11"}, "ball": "H11", "turn": "B"}))
    with LogWriter.create(log) as writer:
        writer.append(0.0, [header, Stated(position=position), Ruled(verdict="unsure", reason="not seen")])
    evidence = log.with_name(f"{log.name}.evidence")
    evidence.mkdir()
    (evidence / "000002.jpg").write_bytes(b"the picture")
    (evidence / "shopping list.txt").write_bytes(b"milk")
    return log


def run(capfd: Capture, *arguments: str) -> tuple[int, str, str]:
    code = cli.run([str(argument) for argument in arguments])
    out, err = capfd.readouterr()
    assert "Traceback" not in err
    return code, out, err


def test_follow_json_hands_on_every_record_and_nothing_else(log: Path, grey: str, capfd: Capture) -> None:
    _, out, err = run(capfd, "watch", grey, "--headless", "--follow-json", "--log", str(log))
    assert out == log.read_text(encoding="utf-8")
    assert [json.loads(line)["type"] for line in out.splitlines()][:1] == ["header"]
    assert json.loads(out.splitlines()[-1])["type"] == "end"
    assert f"Log: {log}" in err


def test_a_listener_that_goes_away_does_not_stop_the_match(
    log: Path, grey: str, capfd: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee_tui import streams  # noqa: PLC0415 - to break it

    def gone(*_: object, **__: object) -> None:
        raise streams.ReaderGoneError("nobody reads standard output any more.")

    monkeypatch.setattr(streams, "out", gone)
    _, out, err = run(capfd, "watch", grey, "--headless", "--follow-json", "--log", str(log))
    assert out == ""
    assert "nobody reads standard output any more. The match is followed on" in err
    assert read_log(log).lines[-1].fields["type"] == "end"


def test_a_match_is_resumed_with_its_own_game_and_options(match_log: Path, grey: str, capfd: Capture) -> None:
    before = match_log.read_bytes()
    code, out, err = run(capfd, "resume", str(match_log), grey, "--headless")
    assert code == 0
    assert "touchline: regista is taken up at blue 0, red 0; blue has the turn." in err
    assert f"Log: {match_log}" in out
    assert match_log.read_bytes().startswith(before)
    assert read_log(match_log).lines[-1].fields["type"] == "end"
    assert run(capfd, "log", "verify", str(match_log))[0] == 0


@pytest.fixture
def film(tmp_path: Path, grey: str) -> Path:
    """A film of two seconds, of nothing."""
    folder = tmp_path / "film"
    folder.mkdir()
    for number in range(21):
        (folder / f"{number:02}.png").write_bytes(Path(grey).read_bytes())
    return folder


def times(log: Path) -> list[float | None]:
    return [line.t for line in read_log(log).lines]


@pytest.fixture
def film_log(match_log: Path, film: Path, tmp_path: Path) -> Path:
    """A match that was followed on the film until 1.25 s."""
    log = tmp_path / "film.touchline.jsonl"
    first, *others = read_log(match_log).records
    assert isinstance(first, Header)
    with LogWriter.create(log) as writer:
        writer.append(0.0, [replace(first, film=film.name), *others])
        writer.append(1.25, [Noted(text="a hand")])
    return log


def test_a_film_is_gone_on_with_where_the_log_ends_and_keeps_its_time(
    film_log: Path, film: Path, capfd: Capture
) -> None:
    code, _, err = run(capfd, "resume", str(film_log), str(film), "--headless")
    assert code == 0
    assert "film goes on at 0:01, where the log ends" in err
    # Its last picture is of 2.0 s: that is where its log ends too, not at 1.25 + 2.0 s.
    assert all(1.2 <= (t or 0.0) <= 2.0 for t in times(film_log)[4:])
    code, _, err = run(capfd, "resume", str(film_log), "--headless")
    assert code == 2
    assert "was followed on the film film; say where that is" in err


@pytest.mark.parametrize(
    "command", [("resume", "LOG", "FILM"), ("watch", "FILM", "--game", "regista", "--resume", "--log", "LOG")]
)
def test_of_a_match_that_another_program_writes_nothing_is_said_but_that(
    command: tuple[str, ...], film_log: Path, film: Path, capfd: Capture
) -> None:
    before = film_log.read_bytes()
    places = {"LOG": str(film_log), "FILM": str(film)}
    with LogWriter.resume(film_log)[0]:
        code, out, err = run(capfd, *(places.get(word, word) for word in command), "--headless")
    assert (code, out) == (2, "")
    assert "another program is writing this log" in err
    assert len(err.splitlines()) == 1
    assert film_log.read_bytes() == before


def test_whoever_writes_a_match_is_named_before_a_camera_is_sought(match_log: Path, capfd: Capture) -> None:
    with LogWriter.resume(match_log)[0]:
        code, _, err = run(capfd, "resume", str(match_log), "77", "--headless")
    assert code == 2
    assert "another program is writing this log" in err


def test_a_film_is_known_after_one_look_at_its_beginning(
    film_log: Path, film: Path, capfd: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = list[Path]()

    def counted(path: Path) -> str:
        looked.append(path)
        return beginning_of(path)

    monkeypatch.setattr("vision.sources.pictures.beginning_of", counted)
    assert run(capfd, "resume", str(film_log), str(film), "--headless")[0] == 0
    assert looked == [film / "00.png"]


@pytest.mark.parametrize(
    ("name", "says"),
    [("other.mp4", "film is another film than other.mp4"), ("", "does not say which film it is of: film is followed")],
)
def test_another_film_is_followed_from_its_beginning_and_that_is_said(
    name: str, says: str, match_log: Path, film: Path, capfd: Capture
) -> None:
    log = film.with_name("film.touchline.jsonl")
    first, *others = read_log(match_log).records
    assert isinstance(first, Header)
    with LogWriter.create(log) as writer:
        writer.append(0.0, [replace(first, film=name), *others])
        writer.append(1.25, [Noted(text="a hand")])
    code, _, err = run(capfd, "resume", str(log), str(film), "--headless", "--language", "en")
    assert code == 0
    assert says in err


@pytest.mark.parametrize(
    "case",
    [
        ("other", "as it was", "other goes on at 0:01, where the log ends"),
        ("film", "another", "film is not the film that the match was begun on, though it is called so"),
        ("other", "another", "other is another film than film"),
    ],
)
def test_a_film_is_known_by_its_beginning_and_not_by_its_name(
    case: tuple[str, str, str], film: Path, capfd: Capture, match_log: Path
) -> None:
    renamed, beginning, says = case
    log = film.with_name("film.touchline.jsonl")
    first, *others = read_log(match_log).records
    assert isinstance(first, Header)
    with open_source(str(film)) as source, LogWriter.create(log) as writer:
        writer.append(0.0, [replace(first, film="film", film_sum=source.beginning()), *others])
        writer.append(1.25, [Noted(text="a hand")])
    if beginning == "another":
        cv2.imwrite(str(film / "00.png"), np.full((90, 160, 3), 40, np.uint8))
    # What comes later in it is no part of its beginning.
    (film / "20.png").unlink()
    code, _, err = run(capfd, "resume", str(log), str(film.rename(film.with_name(renamed))), "--headless")
    assert code == 0
    assert says in err


def test_a_match_that_is_gone_on_with_is_told_by_its_players_names(log: Path, grey: str, capfd: Capture) -> None:
    rules = load_ruleset("regista")
    header = Header(
        format=FORMAT, game="regista", options=dict(rules.options), board="regista-a2", software="t",
        teams={"B": "Blue", "R": "Red"}, names={"B": "Ann"},
    )  # fmt: skip
    position = rules.read_position({"pieces": {"B9": "H11"}, "ball": "H11", "turn": "B", "score": {"B": 2, "R": 1}})
    with LogWriter.create(log) as writer:
        writer.append(0.0, [header, Stated(position=rules.write_position(position))])
    _, out, err = run(capfd, "resume", str(log), grey, "--headless")
    assert "touchline: regista is taken up at Ann 2, red 1; Ann has the turn." in err
    assert "Score: Ann 2, red 1" in out


def test_a_torn_line_is_cut_off_with_a_note_when_resumed(match_log: Path, grey: str, capfd: Capture) -> None:
    whole = match_log.read_bytes()
    match_log.write_bytes(whole + b'{"seq":3,"t":1.0,"ty')
    assert run(capfd, "resume", str(match_log), grey, "--headless")[0] == 0
    note = read_log(match_log).lines[3].record
    assert note == Noted(text="20 bytes of a record cut off in writing were removed")
    assert match_log.read_bytes().startswith(whole)


def test_keys_that_this_program_does_not_know_stay_when_it_goes_on(match_log: Path, grey: str, capfd: Capture) -> None:
    last = read_log(match_log).lines[-1]
    newer = {"seq": 3, "t": 1.0, "type": "note", "text": "hi", "mood": {"deep": [1]}, "prev": last.digest}
    with match_log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(newer) + "\n")
    assert run(capfd, "resume", str(match_log), grey, "--headless")[0] == 0
    assert read_log(match_log).lines[3].fields["mood"] == {"deep": [1]}
    assert run(capfd, "log", "verify", str(match_log))[0] == 0


@pytest.mark.parametrize(
    ("name", "there", "opened", "said"),
    [
        ("HD Webcam", {"HD Webcam": "3"}, "camera 3", ""),
        ("HD Webcam", {}, "camera 0", "HD Webcam, the camera that the match began with, is not here; camera 0"),
        ("", {}, "camera 0", ""),
    ],
)  # fmt: skip
def test_the_camera_of_the_match_is_found_again(  # noqa: PLR0917 - columns of the table and fixtures
    match_log: Path,
    capfd: Capture,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    there: dict[str, str],
    opened: str,
    said: str,
) -> None:
    """Which camera is opened is seen from the complaint that there is none."""
    lines = [line.fields for line in read_log(match_log).lines]
    match_log.write_bytes(rechained([{**lines[0], "camera": name}, *lines[1:]]))
    monkeypatch.setattr("vision.sources.identity.camera_named", there.get)
    code, _, err = run(capfd, "resume", str(match_log), "--headless")
    assert code == 2
    assert opened in err.splitlines()[-1]
    assert said in err
    # How the match stands is told once it is taken up, which it is not.
    assert len(err.splitlines()) == (2 if said else 1)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "holds no complete record"),
        (b'{"seq":0,"t":0.0,', "holds no complete record"),
        (b"milk\n", "line 1: is not a log record"),
        (b'{"seq":0,"t":0.0,"type":"note","text":"x","prev":"' + b"0" * 64 + b'"}\n', "does not begin with a header"),
        (None, "cannot be read"),
    ],
)
def test_what_cannot_be_resumed_is_said_and_left_as_it_is(
    log: Path, grey: str, capfd: Capture, content: bytes | None, words: str
) -> None:
    if content is not None:
        log.write_bytes(content)
    code, out, err = run(capfd, "resume", str(log), grey, "--headless")
    assert (code, out) == (2, "")
    assert words in err
    assert len(err.splitlines()) == 1
    assert (log.read_bytes() if log.exists() else None) == content


def test_a_match_is_packed_and_unpacked(match_log: Path, grey: str, tmp_path: Path, capfd: Capture) -> None:
    bundle = tmp_path / "m.touchline.zip"
    code, out, _ = run(capfd, "bundle", str(match_log), "--frames", grey)
    assert (code, out) == (0, f"{bundle}: the log and 2 pictures or films.\n")
    with zipfile.ZipFile(bundle) as members:
        assert sorted(members.namelist()) == ["evidence/000002.jpg", "frames/000000.png", "match.touchline.jsonl"]
    code, out, _ = run(capfd, "log", "verify", str(bundle))
    assert (code, out) == (0, f"{bundle}: sound; 3 records, 0 actions played again.\n")
    assert run(capfd, "log", "show", str(bundle))[1] == run(capfd, "log", "show", str(match_log))[1]
    code, out, _ = run(capfd, "unbundle", str(bundle), "--out", str(tmp_path / "here"))
    assert (code, out) == (0, f"{tmp_path / 'here'}: 3 files.\n")
    resumed = tmp_path / "here" / "match.touchline.jsonl"
    assert resumed.read_bytes() == match_log.read_bytes()
    assert run(capfd, "resume", str(resumed), grey, "--headless")[0] == 0


def test_a_picture_that_is_not_the_rulings_own_is_found(match_log: Path, tmp_path: Path, capfd: Capture) -> None:
    with LogWriter.resume(match_log)[0] as writer:
        digest = hashlib.sha256(b"the picture").hexdigest()
        writer.append(1.0, [Ruled(verdict="unsure", evidence=digest), Ruled(verdict="unsure", evidence=digest)])
    pictures = match_log.with_name(f"{match_log.name}.evidence")
    (pictures / "000003.jpg").write_bytes(b"the picture")
    # That of record 4 is not kept any more, as where the folder was full.
    assert run(capfd, "log", "verify", str(match_log))[0] == 0
    (pictures / "000003.jpg").write_bytes(b"another picture")
    bundle = tmp_path / "b.touchline.zip"
    run(capfd, "bundle", str(match_log), "--out", str(bundle))
    for path in (match_log, bundle):
        code, out, _ = run(capfd, "log", "verify", str(path))
        assert (code, out) == (1, "line 4: its picture is not the one that the ruling rests on\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("bundle {missing}", "cannot be read"),
        ("bundle {log} --frames {missing}", "not_there: cannot be packed (No such file"),
        ("unbundle {missing}", "cannot be read"),
        ("unbundle {log}", "is damaged or no bundle"),
        ("resume {bundle} {grey} --headless", "touchline unbundle gives the log back"),
        ("resume {log} {grey} --headless --dice ask", "--dice ask needs the screen"),
    ],
)
def test_bad_input_is_one_sentence(match_log: Path, tmp_path: Path, capfd: Capture, arguments: str, words: str) -> None:
    bundle, grey = tmp_path / "packed.touchline.zip", tmp_path / "grey.png"
    run(capfd, "bundle", str(match_log), "--out", str(bundle))
    named = {"log": match_log, "missing": tmp_path / "not_there", "bundle": bundle, "grey": grey}
    code, out, err = run(capfd, *(word.format(**named) for word in arguments.split()))
    assert (code, out) == (2, "")
    assert words in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("wanted", [True, False])
def test_no_evidence_keeps_no_pictures(
    log: Path, grey: str, capfd: Capture, monkeypatch: pytest.MonkeyPatch, *, wanted: bool
) -> None:
    from referee_tui.following import session  # noqa: PLC0415 - to see what it is given

    given: list[object] = []
    real = session.Session.__init__

    def noting(self: session.Session, *arguments: object, **named: object) -> None:
        given.append(named["evidence"])
        real(self, *arguments, **named)  # type: ignore[arg-type] - handed on as they came

    monkeypatch.setattr(session.Session, "__init__", noting)
    run(capfd, "watch", grey, "--headless", "--log", str(log), *([] if wanted else ["--no-evidence"]))
    assert [each is not None for each in given] == [wanted]
