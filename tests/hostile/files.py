"""Good files of every kind that comes in from outside, and ways to spoil them: by accident, and with care.

Shared by the property tests, by the figures (benchmarks/bench_hostile.py) and by the fuzzer (benchmarks/fuzz.py).
"""

from __future__ import annotations

import io
import json
import re
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from PIL import Image

from engine.games import load_ruleset
from engine.match import Roll
from engine.record.bundle import INPUTS_NAME, LOG_NAME, REPORT_NAME
from engine.record.inputs import Told, input_line
from engine.referee import Propose, TypedAction, TypedCorrection, TypedRoll, Undo
from referee_tui.following.session import Session
from tests.engine.tables import seen
from tests.hostile.doors import rechained
from tests.session.fakes import Film, FilmEyes, Shot

ROOT = Path(__file__).parents[2]

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


def _report() -> bytes:
    """Of a pass that was seen; its pictures are black and four pixels wide."""
    pieces = {"B1": "H2", "B9": "H11", "B8": "H8", "R1": "H21", "R9": "H14"}
    film = Film([Shot(0.8, seen(pieces, "H11")), Shot(0.3, None), Shot(0.8, seen(pieces, "H8"))])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Session(film, load_ruleset("regista"), folder / "m.jsonl", eyes=FilmEyes(film)) as session:
            list(session)
            session.save_report(folder / "r.zip")
        return (folder / "r.zip").read_bytes()


def _inputs() -> bytes:
    given = (
        seen({"B9": "H11", "R1": "H21"}, "H11"), TypedAction("B9-H12"), TypedRoll(Roll(duel=(3, 4))),
        TypedRoll(Roll(faces=(6,)), "rolled"), TypedCorrection("B7 H10"), Undo(), Propose(3),
    )  # fmt: skip
    return b"".join(input_line(Told(float(t), each)) for t, each in enumerate(given))


def picture(form: str) -> bytes:
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

REPORT = _report()
POLICY = b'otherwise = "ask"\n[rules]\n"move.*" = "refuse"\n"pass.range" = "accept"\n'
CONFIG = b'theme = "dark"\ngame = "regista"\n[names]\nB = "Ann"\nR = "Ben"\n[options.regista]\nlength = "official"\n'

GOOD: dict[str, list[bytes]] = {
    "log": [_log()],
    "bundle": [_bundle()],
    "report": [REPORT],
    "inputs": [_inputs()],
    "judge": [REGISTA, CHESS, MASUME, FUN],
    "board": [path.read_bytes() for path in sorted((ROOT / "engine" / "boards").glob("*.toml"))],
    "roster": [ROSTER_TOML],
    "roster.json": [json.dumps(ROSTER).encode()],
    "lens": [LENS.encode()],
    "profile": [f'format = 1\n[lens]\n{LENS}[camera]\nid = "x"\nname = "HD"\n'.encode()],
    "policy": [POLICY],
    "config": [CONFIG],
    "rolls": [b'3\n5 2\n{"B": 1, "R": 6}\n[4, 4]\n'],
    "picture": [picture(form) for form in ("PNG", "JPEG", "WEBP", "BMP", "TIFF")],
    "game": [(ROOT / "tests" / "data" / name).read_bytes() for name in ("regista_example_1.txt", "masume_match.txt")],
    "action": [b"B7-H9~H11", b"B4xR9", b"ball@(412.0,305.5)", b"=SW2", b"B9*2", b"B9/B11", b"touch:R4"],
}


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


@st.composite
def forged_log(draw: st.DrawFn) -> bytes:
    """A log with some records replaced; its chain is sound, it may be short, and records may come again."""
    lines = list(LINES[: draw(st.integers(1, len(LINES)))])
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(lines) - 1))
        line = draw(meddled(draw(st.sampled_from(LINES))))
        if isinstance(line, dict):
            lines[place : place + draw(st.integers(0, 1))] = [line]
    return rechained(lines)


@st.composite
def forged_report(draw: st.DrawFn) -> bytes:
    """A report whose zip is sound, with something in it replaced."""
    with zipfile.ZipFile(io.BytesIO(REPORT)) as old:
        members = {name: old.read(name) for name in old.namelist()}
    if draw(st.booleans()):
        members[REPORT_NAME] = json.dumps(draw(meddled(json.loads(members[REPORT_NAME])))).encode()
    else:
        told = [json.loads(line) for line in (members[INPUTS_NAME] + _inputs()).splitlines()]
        place = draw(st.integers(0, len(told) - 1))
        told[place] = draw(meddled(told[place]))
        members[INPUTS_NAME] = b"".join(json.dumps(line).encode() + b"\n" for line in told)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as new:
        for name, content in members.items():
            new.writestr(name, content)
    return out.getvalue()


@st.composite
def forged_bundle(draw: st.DrawFn) -> bytes:
    """A bundle packed in any way, and some bytes of it, mostly of what it says of its members, overwritten."""
    method = draw(st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]))
    names = draw(st.lists(st.sampled_from(_MEMBERS), max_size=3, unique=True))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as bundle:
        bundle.writestr(LOG_NAME, draw(forged_log()))
        for name in names:
            bundle.writestr(name, draw(st.binary(max_size=200)))
    raw = bytearray(out.getvalue())
    marks = [mark.start() for mark in re.finditer(b"PK[\x01\x03\x05]", raw)]
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.sampled_from(marks) | st.integers(0, len(raw))) + draw(st.integers(0, 90))
        new = draw(st.sampled_from((b"\x01", b"\xff\xff", b"\xff\xff\xff\x7f", b"\x00\x00")) | st.binary(max_size=3))
        raw[place : place + len(new)] = new
    return bytes(raw)


_MEMBERS = ("evidence/000004.jpg", "frames/000000.png", "frames/000001.png", INPUTS_NAME, REPORT_NAME, "../out.jpg")


@st.composite
def forged_json(draw: st.DrawFn, good: list[bytes]) -> bytes:
    """JSON with values replaced."""
    return json.dumps(draw(meddled(json.loads(draw(st.sampled_from(good)))))).encode()


SPOILT: dict[str, st.SearchStrategy[bytes]] = {
    **{door: damaged(good) | st.binary(max_size=200) for door, good in GOOD.items()},
    "log, forged": forged_log(),
    "bundle, forged": forged_bundle(),
    "report, forged": forged_report(),
    "judge, forged": forged_json(GOOD["judge"]),
    "roster.json, forged": forged_json(GOOD["roster.json"]),
}
"""By door; what stands behind a comma is another way to spoil the same files."""


def door_of(way: str) -> str:
    """The door that a way of ``SPOILT`` leads to."""
    return way.partition(",")[0]
