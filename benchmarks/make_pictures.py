"""Makes the pictures of the screens in docs/pictures, from the clips that come with the program.

python benchmarks/make_pictures.py [NAME...] [--svg]

Each is the real screen in a terminal without a window, drawn by Textual as SVG and turned into PNG. The match is
refereed once from its clip; the same clip gives the same pictures.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import sys
import tempfile
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import resvg_py
from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from calibration.finder import finder_for
from calibration.lens.targets import kit_target
from calibration.own.auto import find_field
from calibration.own.template import template_of
from calibration.pose import PoseFailure
from engine.games import load_ruleset
from engine.record.evidence import EvidenceFolder, evidence_folder
from referee_tui.app.calibrate.run import board_screen, lens_screen
from referee_tui.app.corners import CornersScreen
from referee_tui.app.fold import fold
from referee_tui.app.match.screen import MatchScreen
from referee_tui.app.replay.screen import replay_screen
from referee_tui.app.run import match_screen
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.start.screen import StartScreen
from referee_tui.config import DEFAULT
from referee_tui.following.camera_eyes import CameraEyes
from referee_tui.following.session import Session
from referee_tui.lens.gather import target_look
from referee_tui.start.choices import first_choices
from referee_tui.start.set_up import Seen
from referee_tui.start.state import Found, FoundCamera, StartState
from tests.scenes.targets import all_round, draw_view, kit_print, true_lens
from vision.numbers import NumberReader
from vision.sources import Frame, Source, open_source

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from textual.pilot import Pilot
    from textual.screen import Screen

    from referee_tui.app.state import ScreenState
    from vision.rectify import Image as Pixels

ROOT = Path(__file__).resolve().parents[1]
CLIP = ROOT / "referee_tui" / "demo" / "regista.mp4"
PICTURES = ROOT / "docs" / "pictures"
SMALL, LARGE = (80, 24), (160, 50)
WIDTH_PX = {SMALL: 900, LARGE: 1400}
FONT = "DejaVu Sans Mono"
"""What is drawn with, where it is there; else the system's own fixed font."""


class Onlooker:
    """A match to which nothing that is pressed does anything."""

    def give(self, given: object) -> None:
        """Nobody hears it."""

    def pause(self, *, on: bool) -> None:
        """It is over anyway."""

    def look_again(self) -> None:
        """There is nothing new to see."""

    def ask_report(self) -> None:
        """Nothing is saved."""

    def stop(self) -> None:
        """It has come to its end."""


@dataclass(frozen=True)
class Match:
    """The clip as it was refereed."""

    states: tuple[ScreenState, ...]
    log: Path

    def when(self, holds: Callable[[ScreenState], object]) -> ScreenState:
        """The first state of that kind."""
        return next(state for state in self.states if holds(state))


def refereed(folder: Path) -> Match:
    """Follow the clip once; every state that the screen would show."""
    rules, log = load_ruleset("regista"), folder / "regista.touchline.jsonl"
    with (
        open_source(str(CLIP)) as source,
        Session(
            source, rules, log, eyes=CameraEyes(finder_for(rules.board)), evidence=EvidenceFolder(evidence_folder(log))
        ) as session,
    ):
        state = match_screen(session, source, Path("regista.touchline.jsonl")).state
        states = []
        for update in session:
            state = fold(rules, state, update, session.referee.table)
            states.append(state)
        return Match(tuple(states), log)


def showing(state: ScreenState) -> MatchScreen:
    """The match screen on one state."""
    return MatchScreen(state, lambda: iter(()), Onlooker())


class Pictures(Source):
    """Pictures in memory, as a film."""

    def __init__(self, name: str, images: list[Pixels]) -> None:
        super().__init__(name)
        self._images = images

    @property
    def size_px(self) -> tuple[int, int]:
        """(width, height)."""
        return self._images[0].shape[1], self._images[0].shape[0]

    @property
    def duration_s(self) -> float:
        """Two looks at each."""
        return len(self._images) * 0.2

    def __iter__(self) -> Iterator[Frame]:
        return (Frame(number, number * 0.2, image) for number, image in enumerate(self._images))


def start() -> StartScreen:
    """The start screen of a machine with two cameras."""
    found = Found(cameras=(FoundCamera("0", "HD Webcam"), FoundCamera("2", "Integrated Camera")), voice=True)
    state = StartState(first_choices(DEFAULT), DEFAULT)
    return StartScreen(state, lambda: found, lambda _: Seen(why="no camera"))


def board() -> Screen[None]:
    """How the clip's camera sees the board."""
    with open_source(str(CLIP)) as source:
        images = [frame.image for frame in islice(source, 4)]
    rules = load_ruleset("regista")
    return board_screen([Pictures("camera 0", images)], finder_for(rules.board), NumberReader(), live=False)


def lens() -> Screen[None]:
    """A target held before a drawn camera, half way through."""
    true, rng = true_lens((1280, 720), focal_px=1000), np.random.default_rng(4)
    views = [draw_view(kit_print(), true, held, rng) for held in all_round(rng, 6)]
    film = Pictures("camera 0", [view for view in views for _ in range(3)])
    return lens_screen([film], target_look(kit_target()), live=False, keep=lambda _: "")


def corners() -> CornersScreen:
    """The corners of a board of one's own, as they are proposed on the clip's first picture."""
    with open_source(str(CLIP)) as source:
        image = next(iter(source)).image
    found = find_field(image, template_of("regista"))
    return CornersScreen(image, None if isinstance(found, PoseFailure) else found.corners_px)


@dataclass(frozen=True)
class Picture:
    """One picture: a screen, the keys pressed on it, and what has to be there first."""

    name: str
    size: tuple[int, int]
    screen: Callable[[Match], Screen[None]]
    keys: tuple[str, ...] = ()
    ready: Callable[[Screen[None]], object] = lambda _: True


def _roll(state: ScreenState) -> object:
    return state.position is not None and state.position.awaits is not None and state.look is not None


def _illegal(state: ScreenState) -> object:
    return state.lines and state.lines[-1].tone == "illegal" and state.look is not None


def _late(state: ScreenState) -> object:
    return state.t > 50.0 and state.eye == "IN STEP" and state.look is not None


def _put(state: ScreenState) -> object:
    return state.marks.wanted and state.look is not None


def _done(screen: Screen[None]) -> object:
    return screen.follower.done  # type: ignore[attr-defined]


PICTURES_OF = (
    Picture("screen", LARGE, lambda match: showing(match.when(_late))),
    Picture("match-80x24", SMALL, lambda match: showing(match.when(_late))),
    Picture("question-80x24", SMALL, lambda match: showing(match.when(_roll))),
    Picture("question", LARGE, lambda match: showing(match.when(_roll))),
    Picture("illegal-80x24", SMALL, lambda match: showing(match.when(_illegal))),
    Picture("illegal", LARGE, lambda match: showing(match.when(_illegal))),
    Picture("put-80x24", SMALL, lambda match: showing(match.when(_put))),
    Picture("correction", LARGE, lambda match: showing(match.when(_late)), ("e", "enter", "right", "right")),
    Picture("correction-80x24", SMALL, lambda match: showing(match.when(_late)), ("e", "enter", "right", "right")),
    Picture("replay", LARGE, lambda match: replay_screen(match.log), ("end", "N")),
    Picture("replay-80x24", SMALL, lambda match: replay_screen(match.log), ("end", "N")),
    Picture("camera-80x24", SMALL, lambda match: showing(match.when(_late)), ("c",)),
    Picture("why-80x24", SMALL, lambda match: showing(match.when(_illegal)), ("h", "enter")),
    Picture("help-80x24", SMALL, lambda match: showing(match.when(_late)), ("f1",)),
    Picture("figures-80x24", SMALL, lambda match: showing(match.when(_late)), ("f12",)),
    Picture("export-80x24", SMALL, lambda match: replay_screen(match.log), ("end", "N", "x")),
    Picture("line-up-80x24", SMALL, lambda _: start(), ("l", "right")),
    Picture("corners-80x24", SMALL, lambda _: corners()),
    Picture("start", LARGE, lambda _: start(), ("enter",)),
    Picture("start-80x24", SMALL, lambda _: start(), ("enter",)),
    Picture("calibrate", LARGE, lambda _: board(), ("v",), _done),
    Picture("calibrate-80x24", SMALL, lambda _: board(), (), _done),
    Picture("lens-80x24", SMALL, lambda _: lens(), (), _done),
)


async def taken(picture: Picture, match: Match) -> str:
    """The screen as SVG."""
    screen = picture.screen(match)
    app = TouchlineApp(screen)
    async with app.run_test(size=picture.size) as pilot:
        await _until(pilot, lambda: picture.ready(screen))
        await app.workers.wait_for_complete()
        await pilot.pause(0.2)
        for key in picture.keys:
            await pilot.press(key)
        await pilot.pause(0.5)
        return app.export_screenshot(title="Touchline")


def _until(pilot: Pilot[None], holds: Callable[[], object]) -> Awaitable[None]:
    async def wait() -> None:
        while not holds():
            await pilot.pause(0.05)
        # What the thread put last is taken out of the mailbox.
        await pilot.pause(0.2)

    return asyncio.wait_for(wait(), 120)


def as_png(svg: str, width_px: int) -> bytes:
    """The SVG as PNG; its own font is on the net, and not asked for."""
    packed = bytes(resvg_py.svg_to_bytes(svg_string=svg.replace("Fira Code", FONT), width=width_px))
    # A screen has few colours; a palette makes the file a third as large.
    small, out = Image.open(io.BytesIO(packed)).convert("RGB").quantize(256), io.BytesIO()
    small.save(out, "PNG", optimize=True)
    return out.getvalue()


def main() -> None:
    """Make the pictures that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help=f"which of {', '.join(each.name for each in PICTURES_OF)} (all)")
    parser.add_argument("--svg", action="store_true", help="keep the SVG beside it")
    parser.add_argument("--out", type=Path, default=PICTURES, help="the folder (docs/pictures)")
    chosen = parser.parse_args()
    if unknown := set(chosen.names) - {each.name for each in PICTURES_OF}:
        parser.error(f"there is no picture {', '.join(sorted(unknown))}")
    chosen.out.mkdir(parents=True, exist_ok=True)
    out = chosen.out.resolve()
    # Inside the folder, so that names of files on the screens are the same wherever it lies.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        match = refereed(Path())
        for picture in PICTURES_OF:
            if chosen.names and picture.name not in chosen.names:
                continue
            svg = asyncio.run(taken(picture, match))
            path = out / f"{picture.name}.png"
            path.write_bytes(as_png(svg, WIDTH_PX[picture.size]))
            if chosen.svg:
                path.with_suffix(".svg").write_text(svg, encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main()
