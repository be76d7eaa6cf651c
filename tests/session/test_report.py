"""A report of a fault: saved from a drawn film, replayed by the same code, and by what would read or rule otherwise."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from calibration.finder import finder_for
from engine.games import load_ruleset
from engine.match import Roll
from engine.record.bundle import BundleError
from engine.record.errors import LogError
from engine.record.inputs import InputsError, Told, input_line, read_inputs
from engine.referee import Accept, Consent, Correction, Propose, TypedAction, TypedCorrection, TypedRoll, Undo
from engine.referee.policy import Policy
from referee_tui import cli
from referee_tui.following.camera_eyes import CameraEyes
from referee_tui.following.memory import LOOKS, PICTURES
from referee_tui.following.session import Session
from referee_tui.reports.replay import replay_bundle
from referee_tui.reports.save import MOST_BYTES, report_path
from tests.engine.tables import seen
from tests.scenes.knocks import Knock, KnockedFilm
from tests.session.fakes import Camera, Film, FilmEyes, Shot

RULES = load_ruleset("regista")
START = seen({"B1": "H2", "B9": "H11", "B8": "H8", "R1": "H21", "R9": "H14"}, "H11")
PASSED = seen({"B1": "H2", "B9": "H11", "B8": "H8", "R1": "H21", "R9": "H14"}, "H8")


def filmed(folder: Path) -> Path:
    """A drawn film followed to its end: its log is beside the report."""
    film = KnockedFilm(Knock("slid", shift_mm=15.0, acts=True), RULES.board, np.random.default_rng(11), (640, 480))
    folder.mkdir()
    with Session(film, RULES, folder / "m.touchline.jsonl", eyes=CameraEyes(finder_for(RULES.board))) as session:
        list(session)
        session.save_report(folder / "r.zip")
    return folder / "r.zip"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One that nothing is wrong with."""
    return filmed(tmp_path_factory.mktemp("reports") / "first")


def test_the_same_film_gives_the_same_log_and_report_byte_for_byte(report: Path, tmp_path: Path) -> None:
    again = filmed(tmp_path / "again")
    log = "m.touchline.jsonl"
    assert again.with_name(log).read_bytes() == report.with_name(log).read_bytes()
    assert again.read_bytes() == report.read_bytes()


def test_a_replay_reads_and_rules_as_was_recorded(report: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["replay", str(report)]) == 0
    told = capfd.readouterr().out
    assert cli.run(["replay", str(report)]) == 0
    assert capfd.readouterr().out == told
    assert f"pictures read the same: {told.count('read as then')} of" in told
    assert 2 <= told.count("read as then") <= LOOKS
    assert "(seen)" in told
    assert not [line for line in told.splitlines() if line.startswith(("+", "-"))]


def test_a_report_is_small_and_tells_nothing_of_the_computer(report: Path) -> None:
    assert report.stat().st_size < MOST_BYTES
    with zipfile.ZipFile(report) as bundle:
        names = [name for name in bundle.namelist() if name.startswith("frames/")]
        text = bundle.read("report.json") + bundle.read("inputs.jsonl")
        pictures = json.loads(bundle.read("report.json"))["pictures"]
    assert PICTURES < len(names) <= LOOKS + PICTURES
    assert str(report.parent).encode() not in text
    assert str(Path.home()).encode() not in text
    assert [p["t"] for p in pictures] == sorted(p["t"] for p in pictures)


def changed(report: Path, out: Path, **members: Callable[[bytes], bytes | None]) -> Path:
    """The report with members changed, or left out; ``_`` stands for what a keyword cannot hold."""
    with zipfile.ZipFile(report) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            change = members.get(name.replace(".", "_").replace("/", "_"))
            content = old.read(name) if change is None else change(old.read(name))
            if content is not None:
                new.writestr(name, content)
    return out


def read_otherwise(raw: bytes) -> bytes:
    told: dict[str, Any] = json.loads(raw)
    picture = next(p for p in told["pictures"] if "seen" in p)
    picture["seen"]["pieces"][0]["number"] = 15 if picture["seen"]["pieces"][0]["number"] != 15 else 14
    return json.dumps(told).encode()


def one_input_less(raw: bytes) -> bytes:
    lines = raw.splitlines(keepends=True)
    return b"".join(lines[: len(lines) // 3])


@pytest.mark.parametrize(
    ("members", "said"),
    [
        pytest.param({"report_json": read_otherwise}, "then piece", id="read otherwise"),
        pytest.param({"inputs_jsonl": one_input_less}, "-    0:", id="ruled otherwise"),
    ],
)
def test_what_differs_is_shown_and_is_the_answer(
    report: Path, tmp_path: Path, members: dict[str, Any], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["replay", str(changed(report, tmp_path / "c.zip", **members))]) == 1
    assert said in capfd.readouterr().out


def without_pictures(raw: bytes) -> bytes:
    return json.dumps(json.loads(raw) | {"pictures": []}).encode()


HUGE_PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (2**31 - 1).to_bytes(4, "big") * 2 + bytes(20)


@pytest.mark.parametrize(
    "members",
    [
        pytest.param({"report_json": lambda _: None}, id="no report"),
        pytest.param({"report_json": lambda _: b"{}"}, id="an empty report"),
        pytest.param({"report_json": lambda raw: raw[:-9]}, id="a report cut off"),
        pytest.param({"report_json": lambda raw: raw.replace(b'"format": 1', b'"format": 2')}, id="a newer form"),
        pytest.param({"report_json": lambda raw: raw.replace(b'"log_lines": 1', b'"log_lines": 99999')}, id="no lines"),
        pytest.param({"report_json": lambda raw: raw.replace(b'"rvec": [', b'"rvec": [1,')}, id="a mad pose"),
        pytest.param({"inputs_jsonl": lambda _: b"[1]\n"}, id="inputs that are none"),
        pytest.param({"inputs_jsonl": lambda _: b'{"t":1,"said":"Eval","words":{}}\n'}, id="words that are none"),
        pytest.param({"inputs_jsonl": lambda _: b"x" * 300_000}, id="a line too long"),
        pytest.param({"frames_000000_png": lambda _: None}, id="no picture"),
        pytest.param({"frames_000000_png": lambda _: b"GIF89a"}, id="no PNG"),
        pytest.param({"frames_000000_png": lambda _: HUGE_PNG}, id="a huge PNG"),
        pytest.param({"frames_000000_png": lambda raw: raw[:60]}, id="a damaged PNG"),
        pytest.param({"match_touchline_jsonl": lambda _: b"nothing\n"}, id="no log"),
    ],
)
def test_a_hostile_report_is_one_sentence(
    report: Path, tmp_path: Path, members: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["replay", str(changed(report, tmp_path / "h.zip", **members))]) == 2
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert "fault of the program" not in said


@pytest.mark.parametrize("policy", [Policy("accept"), Policy(rules={"move.range": "refuse"})])
def test_a_match_is_refereed_again_by_the_policy_that_it_was_played_with(
    policy: Policy, log: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    too_far = seen({"B1": "H2", "B9": "H11", "B8": "H13", "R1": "H21", "R9": "H14"}, "H11")
    film = Film([Shot(1.5, START), Shot(0.5, None), Shot(1.5, too_far)])
    with Session(film, RULES, log, eyes=FilmEyes(film), policy=policy) as session:
        list(session)
        session.save_report(tmp_path / "r.zip")
    rulings_only = changed(tmp_path / "r.zip", tmp_path / "c.zip", report_json=without_pictures)
    assert cli.run(["replay", str(rulings_only)]) == 0
    told = capfd.readouterr().out
    assert "illegal: B8-H13" in told
    assert ("corrected" in told) == (policy.otherwise == "accept")


def bundle_of_match(report: Path, out: Path, change: Callable[[Any], None] = lambda _: None) -> Path:
    """The same match as a bundle, the whole picture of its last look kept as evidence of its ruling.

    ``change`` is done to each of the log's records.
    """
    with zipfile.ZipFile(report) as old:
        told = json.loads(old.read("report.json"))["pictures"]
        records = [json.loads(line) for line in old.read("match.touchline.jsonl").splitlines()]
        look = max(record["frame"] for record in records if record["type"] == "observation")
        place = next(place for place, picture in enumerate(told) if picture["number"] == look)
        picture = io.BytesIO()
        Image.open(io.BytesIO(old.read(f"frames/{place:06}.png"))).save(picture, "JPEG", quality=92)
    ruling = next(record for record in records if record["type"] == "ruling")
    ruling["evidence"] = hashlib.sha256(picture.getvalue()).hexdigest()
    for record in records:
        change(record)
    with zipfile.ZipFile(out, "w") as new:
        new.writestr("match.touchline.jsonl", "".join(json.dumps(record) + "\n" for record in records))
        new.writestr(f"evidence/{ruling['seq']:06}.jpg", picture.getvalue())
    return out


def test_the_bundle_of_a_match_is_judged_and_read_again(
    report: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["replay", str(bundle_of_match(report, tmp_path / "m.zip"))]) == 0
    told = capfd.readouterr().out.splitlines()
    assert "pictures read the same: 1 of 1" in told
    assert [line for line in told if line.startswith("=") and "B3-G19 (seen)" in line]
    assert not [line for line in told if line.startswith(("+", "-"))]


def another_number(record: dict[str, Any]) -> None:
    for piece in record.get("pieces", ()):
        piece["id"] = piece["id"].replace("B3", "B15")


def another_act(record: dict[str, Any]) -> None:
    if record["type"] == "action":
        record["notation"] = "B3-A1"


def another_event(record: dict[str, Any]) -> None:
    if record["type"] == "ruling":
        record["events"][0]["to"] = "G18"


def refused_then(record: dict[str, Any]) -> None:
    """B3 stood before its move, as the log has it: the act is allowed today."""
    if record["type"] == "action":
        record |= {"type": "note", "text": "nothing"}
    elif record["type"] == "ruling":
        record |= {"verdict": "illegal", "notation": "B3-G19", "events": []}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param(another_number, "then piece B15 on G19; now piece B3 on G19", id="read otherwise"),
        pytest.param(another_act, "+    0:02  B3-A1 is refused: move.range", id="not allowed today"),
        pytest.param(another_event, "-    0:02  legal: move by B3 to G18", id="comes to something else"),
        pytest.param(refused_then, "+    0:02  legal: B3-G19", id="allowed today"),
        pytest.param(
            lambda record: record.update({"evidence": "0" * 64} if "evidence" in record else {}),
            "is not the picture that the ruling rests on",
            id="another picture",
        ),
    ],
)
def test_what_is_otherwise_in_a_match_is_shown_and_is_the_answer(
    report: Path, tmp_path: Path, change: Callable[[Any], None], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["replay", str(bundle_of_match(report, tmp_path / "m.zip", change))]) == 1
    assert said in capfd.readouterr().out


def test_a_file_that_is_no_bundle_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(BundleError):
        replay_bundle(tmp_path / "x.zip", lambda game, options: load_ruleset(game, options=options))


def test_a_report_can_be_asked_for_while_a_match_is_followed(log: Path) -> None:
    film = Camera([Shot(1.5, START), Shot(0.5, None), Shot(1.5, PASSED)])
    said = []
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        for update in session:
            if update.t == 1.0:
                session.ask_report()
            said += [say.text for say in update.says if "report" in say.text]
    assert [text.split(" (")[0] for text in said] == ["Saved for a report: m-report-1.touchline.zip"]
    assert report_path(log).name == "m-report-2.touchline.zip"


def test_a_report_that_cannot_be_saved_is_said_and_the_match_goes_on(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise LogError("the disk is full")

    monkeypatch.setattr("referee_tui.following.session.save_report", refuse)
    film = Film([Shot(1.5, START)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        session.ask_report()
        says = [say.text for update in session for say in update.says]
    assert "No report was saved: the disk is full" in says


@pytest.mark.parametrize(
    "given",
    [
        START, TypedAction("B9>H8"), TypedCorrection("B7 H10"), Correction({"ball": "H8"}, "by hand"), Undo(), Accept(),
        Propose(3), Consent("R"), TypedRoll(Roll(duel=(3, 4))), TypedRoll(Roll(faces=(6,)), "rolled"),
    ],
    ids=lambda given: type(given).__name__,
)  # fmt: skip
def test_what_a_referee_is_told_is_kept_word_for_word(given: Any) -> None:  # noqa: ANN401 - every kind of input
    told = (Told(1.25, given), Told(2.5, given, compared=True)) if given is START else (Told(1.25, given),)
    assert read_inputs(b"".join(map(input_line, told)), "here") == told


def test_inputs_name_the_line_at_fault() -> None:
    with pytest.raises(InputsError, match="here, line 2"):
        read_inputs(input_line(Told(0.0, Undo())) + b"nonsense\n", "here")
