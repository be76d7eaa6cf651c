"""A position as SVG, the match as GIF and MP4: what stands where in the log stands there in the picture."""

from __future__ import annotations

import io
import math
import re
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import av
import pytest
from PIL import Image

from engine.game_names import GAMES
from engine.games import load_ruleset
from engine.grid import Point
from engine.record.records import Acted, Corrected, Rolled, Stated, Undone
from engine.referee.policy import AGREED
from referee_tui import cli
from referee_tui.exports.film import FOOT_SPACES, HEAD_SPACES, Frame, frames_of, thinned, wrapped
from referee_tui.exports.gif import gif
from referee_tui.exports.ground import extent, outline
from referee_tui.exports.mp4 import RATE_HZ, mp4
from tests.engine.recorded import chronicle, random_log, written_log

if TYPE_CHECKING:
    from pathlib import Path

    from engine.record.records import Record

RULES = load_ruleset("regista")
SVG = "{http://www.w3.org/2000/svg}"
START = {"pieces": {"B1": "H2", "B9": "G20", "B8": "H19", "R1": "H21", "R4": "C8"}, "ball": "G20", "turn": "B"}

ACTS: list[Record] = [
    Acted(notation="B8-I18", source="seen"),
    Acted(notation="B1-H3", source="seen"),
    Undone(notation="B1-H3", source="typed"),
    Corrected(changes={"pieces": {"R4": "C9"}}, source="correction", reason='<script>alert("x")</script>'),
    Acted(notation="B9!G23", source="seen"),
    Rolled(source="seen", cause="shot", B=5, R=2),
]


def match_log(path: Path, names: dict[str, str] | None = None) -> Path:
    """Header 0, state 1, then the acts from 2 on, five seconds apart."""
    begun = Stated(position=RULES.write_position(RULES.read_position(START)))
    timed = [(5.0 * number, [record]) for number, record in enumerate(ACTS, 1)]
    return written_log(path, RULES, [(0.0, [begun]), *timed], names)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return match_log(tmp_path / "match.touchline.jsonl")


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("logs")
    return {game: random_log(folder / f"{game}.touchline.jsonl", game, seed=7, most=75) for game in GAMES}


def picture(log: Path, *arguments: str) -> ET.Element:
    out = log.with_name("out.svg")
    assert cli.run(["log", "export", str(log), "--to", "svg", "--out", str(out), *arguments]) == 0
    return ET.fromstring(out.read_text(encoding="utf-8"))  # noqa: S314 - written a moment ago


def figures(drawing: ET.Element) -> dict[str, Point]:
    """Pieces by their label, and where they are drawn."""
    found = {}
    for label in drawing.iter(f"{SVG}text"):
        if re.fullmatch(r"[BR][0-9]+", label.text or ""):
            size = float(label.attrib["font-size"])
            found[label.text or ""] = Point(float(label.attrib["x"]), float(label.attrib["y"]) - 0.36 * size)
    return found


def spaces(drawing: ET.Element, game: str) -> dict[str, str]:
    """Pieces by the space that they are drawn on."""
    board = load_ruleset(game).board
    box = extent(board)
    return {
        piece: board.grid.nearest(at.x_mm + box.west, at.y_mm + box.north).space
        for piece, at in figures(drawing).items()
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_stands_on_its_space(game: str, logs: dict[str, Path]) -> None:
    told = chronicle(logs[game])
    assert spaces(picture(logs[game]), game) == dict(told.position.pieces)


@pytest.mark.parametrize(
    ("at", "changes"),
    [
        ("1", {}),
        ("2", {"B8": "I18"}),
        ("3", {"B8": "I18", "B1": "H3"}),
        ("4", {"B8": "I18"}),
        ("5", {"B8": "I18", "R4": "C9"}),
        ("1B", {}),
    ],
)
def test_any_moment_can_be_drawn(log: Path, at: str, changes: dict[str, str]) -> None:
    assert spaces(picture(log, "--at", at), "regista") == {**dict(START["pieces"]), **changes}


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ("99", "no record of this number; they go from 0 to 7"),
        ("9R", "has no such turn"),
        ("soon", "a record's number such as 17, or a turn such as 4R"),
        ("0", "holds no position yet"),
    ],
)
def test_a_moment_that_is_not_there(log: Path, at: str, says: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["log", "export", str(log), "--to", "svg", "--at", at]) == 2
    said = capfd.readouterr()
    assert says in said.err
    assert (said.out, len(said.err.splitlines())) == ("", 1)


def test_a_moment_is_for_a_picture_only(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["log", "export", str(log), "--to", "csv", "--at", "3"]) == 2
    assert "--at 3: a moment is for --to svg" in capfd.readouterr().err


def test_what_people_wrote_stays_text(log: Path) -> None:
    drawing = picture(log, "--at", "5")
    assert '<script>alert("x")</script>' in (drawing.findtext(f"{SVG}title") or "")
    assert {element.tag.removeprefix(SVG) for element in drawing.iter()} <= {
        "svg", "title", "rect", "path", "circle", "text",
    }  # fmt: skip


def test_a_picture_calls_the_sides_by_their_players_names(log: Path) -> None:
    named = match_log(log.with_name("named.touchline.jsonl"), {"B": "Ann"})
    assert "Goal for Ann" in (picture(named).findtext(f"{SVG}title") or "")


@pytest.mark.parametrize("game", GAMES)
def test_spaces_touch_and_do_not_overlap(game: str) -> None:
    """Shoelace areas of all spaces add up to what so many hexagons or squares of the board's width cover."""
    board = load_ruleset(game).board
    grid = board.grid
    corners = [outline(grid, space) for space in grid.spaces]
    area = sum(
        abs(sum(a.x_mm * b.y_mm - b.x_mm * a.y_mm for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))) / 2
        for ring in corners
    )
    one = grid.width_mm**2 * (math.sqrt(3) / 2 if len(corners[0]) == 6 else 1)
    assert area == pytest.approx(one * len(grid.spaces))
    # Each corner inside the field belongs to three hexagons, or four squares.
    met: dict[tuple[int, int], int] = {}
    for ring in corners:
        for x, y in ring:
            key = round(x * 10), round(y * 10)
            met[key] = met.get(key, 0) + 1
    assert max(met.values()) == (3 if len(corners[0]) == 6 else 4)


def test_a_film_has_a_picture_an_act_with_what_was_ruled(log: Path) -> None:
    frames = frames_of(chronicle(log))
    assert [frame.caption for frame in frames] == [
        "",
        "B8-I18",
        'Corrected: <script>alert("x")</script>',
        ("B9!G23 · Dice for the shot: Blue 5, Red 2 · With points: Blue 7, Red 2 · Goal for Blue · Kick-off for Red"),
    ]
    assert [frame.head for frame in frames][-1] == "Blue 1 - 0 Red    turn 1B"
    assert [frame.clock for frame in frames] == ["0:00", "0:05", "0:20", "0:25"]
    # The goal is shown as it came about, not as everything stands after it.
    assert frames[-1].position.ball == "G23"
    assert frames[-1].strokes[-1].points[-1] == RULES.board.grid.centre_mm("G23")


def test_how_well_the_camera_measured_is_no_picture_of_a_film(tmp_path: Path) -> None:
    rules = load_ruleset("soccer-chess")
    start = {"pieces": {"B8": "WN20", "B10": "WR23", "R3": "EN9"}, "ball": "WN20", "turn": "B"}
    records: list[Record] = [
        Stated(position=rules.write_position(rules.read_position(start))),
        Corrected(changes={"measure": {"sd_mm": 0.7}}, source="seen", reason="measured"),
        Acted(notation="B8*", source="seen"),
        Acted(notation="ball@WS22", source="seen"),
        Corrected(changes={"pieces": {"R3": "EN10"}}, source="seen", reason="put right"),
        Corrected(changes={"pieces": {"R3": "EN11"}}, source="correction", reason=AGREED),
        Corrected(changes={"measure": {"sd_mm": 2.0}}, source="typed"),
        Corrected(changes={"pieces": {"R3": "EN9"}, "score": {"B": 1, "R": 0}}, source="typed"),
    ]
    log = written_log(tmp_path / "m.touchline.jsonl", rules, [(1.0 * k, [each]) for k, each in enumerate(records)])
    captions = [frame.caption.split(" · ")[0] for frame in frames_of(chronicle(log))]
    assert captions == [
        "",
        "B8*",
        "ball@WS22",
        "Corrected: put right",
        "Both sides let it stand: R3 on N-11 (east)",
        "Corrected: by hand",
        "Corrected: R3 on N-9 (east), score 1-0",
    ]


def test_a_gif_shows_every_act(log: Path) -> None:
    told = chronicle(log)
    film = Image.open(io.BytesIO(gif(told)))
    durations = []
    for number in range(film.n_frames):
        film.seek(number)
        durations.append(film.info["duration"])
    assert durations == [1000, 1000, 2000, 4000]
    colours = film.convert("RGB").resize((16, 16)).getcolors() or []
    assert len(colours) > 10


def test_a_film_can_be_played(log: Path) -> None:
    with av.open(io.BytesIO(mp4(chronicle(log)))) as film:
        stream = film.streams.video[0]
        pictures = [frame.to_image() for frame in film.decode(stream)]
        assert stream.codec_context.name == "h264"
    assert len(pictures) == (1 + 1 + 2 + 4) * RATE_HZ
    wide, high = pictures[0].size
    assert wide % 2 == high % 2 == 0
    # Where B8 stood at first there is blue in the first picture, and none once it has gone.
    first, second = (_colours_round(shot, "H19") for shot in pictures[:2])
    assert any(blue > green + 40 for _, green, blue in first)
    assert all(blue <= green + 40 for _, green, blue in second)


def _colours_round(shot: Image.Image, space: str) -> list[tuple[int, int, int]]:
    """Colours on a space: the board fills the width, and its upper edge lies below a line of words."""
    box, centre = extent(RULES.board), RULES.board.grid.centre_mm(space)
    scale = shot.width / (box.east - box.west)
    words_mm = shot.height / scale - (box.south - box.north)
    top_mm = words_mm * HEAD_SPACES / (HEAD_SPACES + FOOT_SPACES)
    x, y = (centre.x_mm - box.west) * scale, (centre.y_mm - box.north + top_mm) * scale
    reach = RULES.board.grid.width_mm * 0.25 * scale
    crop = shot.crop((round(x - reach), round(y - reach), round(x + reach), round(y + reach)))
    return [colour for _, colour in crop.getcolors(crop.width * crop.height) or [] if isinstance(colour, tuple)]


def test_a_long_match_is_thinned_evenly_and_keeps_its_goals() -> None:
    position = RULES.read_position(START)
    frames = [Frame(position, (), str(number), "", "", 1.0, 2 if number % 100 == 7 else 0) for number in range(1000)]
    kept = [int(frame.head) for frame in thinned(frames, 200)]
    assert len(kept) == 200
    assert kept == sorted(kept)
    assert kept[0] == 0
    assert kept[-1] == 999
    assert set(range(7, 1000, 100)) <= set(kept)
    # No stretch of the match is left out.
    assert max(b - a for a, b in pairwise(kept)) <= 16
    assert thinned(frames[:5], 200) == tuple(frames[:5])


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("B9-H12", 1),
        (" · ".join(["Dice for the shot: Blue 5, Red 2"] * 4), 2),
        ("x" * 500, 1),
        (f"{'x' * 500} · {'y' * 500}", 2),
    ],
)
def test_captions_fit(words: str, lines: int) -> None:
    rows = wrapped(words)
    assert len(rows) == lines
    assert all(0 < len(row) <= 84 for row in rows)


@pytest.mark.parametrize(("form", "game"), [("mp4", "soccer-chess"), ("gif", "soccer-fun")])
def test_films_of_other_boards(form: str, game: str, tmp_path: Path) -> None:
    log = random_log(tmp_path / "match.touchline.jsonl", game, seed=2, most=30)
    out = tmp_path / f"match.{form}"
    assert cli.run(["log", "export", str(log), "--to", form, "--out", str(out)]) == 0
    with av.open(str(out)) as film:
        assert next(film.decode(video=0)).width > 600
