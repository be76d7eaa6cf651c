"""Files that were damaged or made to do harm: refused in one plain sentence, whatever they hold."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from engine.record.bundle import LOG_NAME
from tests.hostile.doors import DOORS, enter, rechained

ROOT = Path(__file__).parents[2]
QUIET = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])

LENS = """format = 1
size_px = [1280, 720]
camera_matrix = [[1000.0, 0.0, 640.0], [0.0, 1000.0, 360.0], [0.0, 0.0, 1.0]]
distortion = [0.1, 0.0, 0.0, 0.0, 0.0]
"""


def _log() -> bytes:
    page = (ROOT / "docs" / "match-log.md").read_text(encoding="utf-8")
    block = re.search(r"```match-log\n(.*?)```", page, re.DOTALL)
    assert block is not None
    return block[1].encode()


def _bundle() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr(LOG_NAME, _log())
        bundle.writestr("evidence/000004.jpg", b"a picture" * 9)
    return out.getvalue()


def _picture(form: str) -> bytes:
    out = io.BytesIO()
    Image.linear_gradient("L").resize((24, 16)).save(out, form)
    return out.getvalue()


def _judge(position: dict[str, Any], game: str, action: str, *rolls: object) -> bytes:
    return json.dumps({"game": game, "position": position, "actions": [action], "rolls": rolls}).encode()


REGISTA = _judge(
    {"pieces": {"B1": "H2", "B9": "G20", "R1": "H21", "R4": "C8"}, "ball": "G20", "turn": "B", "moved": ["B1"],
     "score": {"B": 0, "R": 1}, "turns_done": {"B": 4, "R": 3}}, "regista", "B9!G23", {"B": 5, "R": 2},
)  # fmt: skip
CHESS = _judge({"pieces": {"B9": "WE5", "R1": "EE5"}, "ball": "WE5", "turn": "B", "due": "kick"}, "soccer-chess", "B9*")
MASUME = _judge(
    {"pieces": {"B9": "G11", "R1": "H20"}, "ball": "G11", "turn": "B", "plays": [["B9", "move"]]},
    "very-much",
    "B9>NE",
    3,
)
FUN = _judge(
    {"pieces": {"B9": "D5", "R1": "D9"}, "ball": "D5", "turn": "B", "declared": {"by": "B9", "dice": 2, "sum": 7}},
    "soccer-fun", "B9>NE",
)  # fmt: skip
ROSTER = {
    "format": 1,
    "team": "Blue",
    "figures": {"9": {"skill": 80, "blue": 5, "green": 3, "red": 4, "name": "Ana"}},
}
ROSTER_TOML = b'format = 1\nteam = "Blue"\n[figures.9]\nskill = 80\nblue = 5\ngreen = 3\nred = 4\nname = "Ana"\n'

GOOD: dict[str, list[bytes]] = {
    "log": [_log()],
    "bundle": [_bundle()],
    "judge": [REGISTA, CHESS, MASUME, FUN],
    "board": [path.read_bytes() for path in sorted((ROOT / "engine" / "boards").glob("*.toml"))],
    "roster": [ROSTER_TOML],
    "roster.json": [json.dumps(ROSTER).encode()],
    "lens": [LENS.encode()],
    "profile": [f'format = 1\n[lens]\n{LENS}[camera]\nid = "x"\nname = "HD"\n'.encode()],
    "rolls": [b'3\n5 2\n{"B": 1, "R": 6}\n[4, 4]\n'],
    "picture": [_picture(form) for form in ("PNG", "JPEG", "WEBP", "BMP", "TIFF")],
    "game": [(ROOT / "tests" / "data" / name).read_bytes() for name in ("regista_example_1.txt", "masume_match.txt")],
    "action": [b"B7-H9~H11", b"B4xR9", b"ball@(412.0,305.5)", b"=SW2", b"B9*2", b"B9/B11", b"touch:R4"],
}


@pytest.mark.parametrize("door", DOORS)
def test_good_files_are_taken(door: str, tmp_path: Path) -> None:
    """Otherwise everything below would only test the first check."""
    assert [enter(door, good, tmp_path / str(number)) for number, good in enumerate(_in(tmp_path, GOOD[door]))] == [
        ""
    ] * len(GOOD[door])


def _in(folder: Path, files: list[bytes]) -> list[bytes]:
    for number in range(len(files)):
        (folder / str(number)).mkdir()
    return files


@st.composite
def damaged(draw: st.DrawFn, good: list[bytes]) -> bytes:
    """A good file with pieces cut out, put in, doubled or overwritten."""
    raw = bytearray(draw(st.sampled_from(good)))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(raw)))
        stop = min(len(raw), start + draw(st.integers(0, 40)))
        part = draw(
            st.sampled_from(
                (b"", bytes(raw[start:stop]) * 3, b"9" * 400, b"[" * 300, b"\x00", b"\xff\xfe", b"-1", b"1e999")
            )
            | st.binary(max_size=6)
        )
        raw[start:stop] = part
    return bytes(raw)


@pytest.mark.parametrize("door", DOORS)
def test_damaged_files_are_taken_or_refused_in_a_sentence(door: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    @settings(QUIET, max_examples=12)
    @given(raw=damaged(GOOD[door]) | st.binary(max_size=200))
    def check(raw: bytes) -> None:
        enter(door, raw, tmp_path_factory.mktemp("door"))

    check()


def test_a_picture_whose_header_is_cut_short_is_refused(tmp_path: Path) -> None:
    png = _picture("PNG")
    header = png[:8] + b"\x00\x00\x00\x04IHDR" + png[16:20] + png[29:]
    assert "damaged or cut short" in enter("picture", header, tmp_path)


_NASTY = st.sampled_from(
    [None, True, -1, 0, 7, 2**63, 10**400, 0.5, -1e308, "", "B9", "H11", "Z99", "B" * 3000, "\x1b[2J", "\u202e", "end",
     [], {}, [[[[]]]], {"B9": None}, {"B": -1, "R": 10**30}, ["B9"] * 50, [["B9", "move"]] * 50]
)  # fmt: skip


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:  # noqa: ANN401 - whatever JSON holds
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in inner for place in _places(each, (*path, key)))]


def _with(value: Any, path: tuple[Any, ...], new: Any) -> Any:  # noqa: ANN401 - as above
    if not path:
        return new
    copied = dict(value) if isinstance(value, dict) else list(value)
    copied[path[0]] = _with(value[path[0]], path[1:], new)
    return copied


@st.composite
def meddled(draw: st.DrawFn, value: Any) -> Any:  # noqa: ANN401 - as above
    """JSON with some of its values replaced."""
    for _ in range(draw(st.integers(1, 3))):
        value = _with(value, draw(st.sampled_from(_places(value))), draw(_NASTY))
    return value


LINES = [json.loads(line) for line in _log().splitlines()]


@settings(QUIET, max_examples=40)
@given(data=st.data())
def test_a_log_that_is_forged_with_care_is_taken_or_refused_in_a_sentence(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Its chain is sound, so that what was forged is reached; it may be short, and records may come again."""
    lines = list(LINES[: data.draw(st.integers(1, len(LINES)))])
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        line = data.draw(meddled(data.draw(st.sampled_from(LINES))))
        if isinstance(line, dict):
            lines[place : place + data.draw(st.integers(0, 1))] = [line]
    enter("log", rechained(lines), tmp_path_factory.mktemp("log"))


@pytest.mark.parametrize("question", [REGISTA, CHESS, MASUME, FUN], ids=["regista", "soccer-chess", "masume", "fun"])
def test_a_question_that_is_meddled_with_is_answered_or_refused_in_a_sentence(
    question: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    @settings(QUIET, max_examples=25)
    @given(asked=meddled(json.loads(question)))
    def check(asked: object) -> None:
        enter("judge", json.dumps(asked).encode(), tmp_path_factory.mktemp("judge"))

    check()


@settings(QUIET, max_examples=25)
@given(roster=meddled(ROSTER))
def test_a_roster_that_is_meddled_with_is_taken_or_refused_in_a_sentence(
    roster: object, tmp_path_factory: pytest.TempPathFactory
) -> None:
    enter("roster.json", json.dumps(roster).encode(), tmp_path_factory.mktemp("roster"))
