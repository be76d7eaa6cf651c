"""From nothing to a match on the start screen: by keys alone, by mouse alone, and what is said when it cannot begin."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.events import Key
from textual.widgets import Button, Input, OptionList, Static

from referee_tui.app.entries import Entries
from referee_tui.app.help_page import HelpPage
from referee_tui.app.replay.screen import ReplayScreen
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.start.line_up import LineUpScreen
from referee_tui.app.start.screen import StartScreen
from referee_tui.app.widgets import BoardView
from referee_tui.config import DEFAULT, Config
from referee_tui.start.choices import NO_CAMERA, first_choices
from referee_tui.start.saved import SavedMatch
from referee_tui.start.set_up import Seen
from referee_tui.start.state import SECTIONS, Found, FoundCamera, StartState
from tests.referee_tui.screens import screen_text, until

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from referee_tui.start.choices import Choices
    from referee_tui.start.state import Section

WHEN = datetime(2026, 11, 29, 19, 20, tzinfo=UTC)
OPEN = SavedMatch(Path("/logs/open.touchline.jsonl"), "regista", {"B": "Ann"}, (1, 0), "open", "HD Webcam", WHEN)
CAMERAS = (FoundCamera("0", "HD Webcam"), FoundCamera("2", "Integrated Camera"))
FOUND = Found(cameras=CAMERAS, voice=True)

Play = Callable[["Pilot[None]", StartScreen], "object"]


@pytest.fixture(params=["80x24", "160x50", "80x24 NO_COLOR"])
def size(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    if request.param.endswith("NO_COLOR"):
        monkeypatch.setenv("NO_COLOR", "1")
    return (160, 50) if request.param == "160x50" else (80, 24)


class Started:
    """The start screen in a terminal of a size, with everything found."""

    def __init__(
        self,
        size: tuple[int, int],
        found: Found = FOUND,
        config: Config = DEFAULT,
        *,
        fault: str = "",
        hindered: Callable[[Choices, Section], str] = lambda _, __: "",
    ) -> None:
        self.found = found
        self.seen = Seen(why="no camera")
        state = StartState(first_choices(config), config, fault=fault)
        self.screen = StartScreen(state, lambda: self.found, lambda _: self.seen, hindered)
        self.app = TouchlineApp(self.screen, config=config)
        self._running = self.app.run_test(size=size)

    async def __aenter__(self) -> tuple[Pilot[None], StartScreen]:
        pilot = await self._running.__aenter__()
        await pilot.pause()
        await self.app.workers.wait_for_complete()
        await pilot.pause()
        return pilot, self.screen

    async def __aexit__(self, *what: object) -> None:
        await self._running.__aexit__(*what)  # type: ignore[arg-type]


def told(screen: StartScreen, name: str) -> str:
    return str(screen.query_one(f"#{name}", Static).content)


async def press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def test_enter_alone_goes_through_to_the_match(size: tuple[int, int]) -> None:
    async with Started(size) as (pilot, screen):
        # Match, game, camera, board: each is taken as it stands.
        await press(pilot, *["enter"] * 8)
        assert screen.query_one("#sections", OptionList).highlighted == SECTIONS.index("rules")
        await press(pilot, "b")
        assert screen.begun is not None
        assert (screen.begun.game, screen.begun.source, screen.begun.resume) == ("regista", "0", None)


async def test_everything_is_chosen_by_keys(size: tuple[int, int]) -> None:
    async with Started(size) as (pilot, screen):
        await press(pilot, "down", "enter", "down", "enter")  # the second game
        await press(pilot, "enter", "down", "enter")  # the second camera
        await press(pilot, "down", "enter", "down", "enter")  # the first option, its other value
        assert screen.state.choices.options["very-much"] == {"charge_swap": "on_win"}
        await press(pilot, "escape", "down", "enter", *"Ann", "enter", *"Ben", "enter", "enter", "enter")
        assert told(screen, "command").endswith(
            "touchline watch 2 --game very-much --option charge_swap=on_win --names Ann,Ben"
        )
        await press(pilot, "f5")
        assert screen.begun == screen.state.choices
        assert screen.begun is not None
        assert dict(screen.begun.names) == {"B": "Ann", "R": "Ben"}


async def test_everything_is_chosen_by_mouse(size: tuple[int, int]) -> None:
    async with Started(size) as (pilot, screen):
        await pilot.click("#sections", offset=(3, 4))  # the third section, the camera
        await pilot.pause()
        entries = screen.query_one("#page-camera OptionList", OptionList)
        assert entries.has_focus
        await pilot.click("#page-camera OptionList", offset=(3, 2))
        await pilot.pause()
        assert screen.state.choices.source == "2"
        await pilot.click("#begin")
        await pilot.pause()
        assert screen.begun is not None
        assert screen.begun.source == "2"


async def test_an_unfinished_match_is_two_keys_away(size: tuple[int, int]) -> None:
    async with Started(size, replace(FOUND, matches=(OPEN,))) as (pilot, screen):
        assert str(screen.query_one("#begin", Button).label) == "Go on with the match"
        await press(pilot, "enter", "enter")
        assert screen.query_one("#begin", Button).has_focus
        await press(pilot, "enter")
        assert screen.begun is not None
        assert screen.begun.resume == OPEN.path


async def test_without_a_camera_it_is_said_and_none_can_be_chosen(size: tuple[int, int]) -> None:
    async with Started(size, Found()) as (pilot, screen):
        await press(pilot, "b")
        assert screen.begun is None
        assert "Choose what watches the table first" in told(screen, "fault")
        assert screen.query_one("#sections", OptionList).highlighted == SECTIONS.index("camera")
        await press(pilot, "enter", "enter")
        assert screen.state.choices.source == NO_CAMERA
        assert told(screen, "fault") == ""
        assert "watch none --game regista --dice ask" in told(screen, "command")


async def test_a_camera_that_is_plugged_in_is_found(size: tuple[int, int]) -> None:
    started = Started(size, Found())
    async with started as (pilot, screen):
        about = screen.query_one("#page-camera .about", Static)
        assert "No camera was found" in str(about.content)
        started.found = FOUND
        await press(pilot, "r")
        await started.app.workers.wait_for_complete()
        await pilot.pause()
        assert screen.state.choices.source == "0"
        assert "No camera was found" not in str(about.content)


async def test_a_film_can_be_named(size: tuple[int, int]) -> None:
    async with Started(size) as (pilot, screen):
        await press(pilot, "down", "down", "enter", "tab", *"a.mp4", "enter", "f5")
        assert screen.begun is not None
        assert screen.begun.source == "a.mp4"


async def test_what_is_typed_all_at_once_is_written_in_its_order(size: tuple[int, int]) -> None:
    async with Started(size) as (pilot, screen):
        await press(pilot, "down", "down", "enter", "tab", *"12345678901234567890")
        # All at once, as after a moment in which the machine was busy.
        burst = [*["backspace"] * 20, *"/etc/pX", "left", "delete", "home", "x", "backspace", "end", *"as"]
        for key in burst:
            screen.app.post_message(Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: screen.state.choices.source.endswith("s"))
        assert isinstance(screen.focused, Input)
        assert screen.focused.value == screen.state.choices.source == "/etc/pas"


@pytest.mark.parametrize("lead", [["down"] * 5, []], ids=["from the list", "from the field"])
async def test_keys_that_come_together_with_enter_are_for_where_it_leads(
    lead: list[str], size: tuple[int, int]
) -> None:
    async with Started(size) as (pilot, screen):
        if not lead:
            await press(pilot, *["down"] * 5, "enter")
        for key in [*lead, *(["enter"] if lead else []), *"Ann", "enter", *"Bob", "down", *"Reds", "up", "end", *"by"]:
            screen.app.post_message(Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: screen.state.choices.teams.get("B") == "Reds")
        assert screen.state.choices.names == {"B": "Ann", "R": "Bobby"}


async def test_why_the_match_could_not_begin_stands_on_the_screen(size: tuple[int, int]) -> None:
    settings = Config(names={"B": "Ann"}, camera="7")
    async with Started(size, config=settings, fault="camera 0: cannot be opened") as (pilot, screen):
        assert told(screen, "fault") == "camera 0: cannot be opened"
        assert screen.query_one("#fault").display
        await press(pilot, "enter", "enter")
        assert not screen.query_one("#fault").display


async def test_a_number_out_of_bounds_is_refused_and_can_be_put_right(size: tuple[int, int]) -> None:
    async with Started(size, config=Config(game="soccer-fun")) as (pilot, screen):
        await press(pilot, *["down"] * 4, "enter", "tab", *"0")
        assert "goals is a whole number from 1 to 99" in told(screen, "fault")
        await press(pilot, "backspace", *"5")
        assert not screen.query_one("#fault").display
        assert screen.state.choices.options["soccer-fun"] == {"goals": 5}


async def test_the_arrows_lead_to_the_field_for_a_film_and_back(size: tuple[int, int]) -> None:
    async with Started(size, Found()) as (pilot, screen):
        await press(pilot, "down", "down", "enter")
        await press(pilot, *["down"] * 4)
        assert isinstance(screen.focused, Input)
        await press(pilot, "/", "a")
        assert screen.focused.value.endswith("/a")
        await press(pilot, "up")
        assert isinstance(screen.focused, Entries)


async def test_another_game_brings_its_own_options(size: tuple[int, int]) -> None:
    async with Started(size) as (pilot, screen):
        assert not screen.query("#page-rules Input")
        await press(pilot, "down", "enter", "down", "down", "down", "enter")
        await pilot.pause()
        assert [box.name for box in screen.query("#page-rules Input").results(Input)] == ["goals", "minutes"]


async def test_the_line_up_is_shown_on_the_board(size: tuple[int, int]) -> None:
    async with Started(size) as (pilot, screen):
        await press(pilot, *["down"] * 6, "enter", "down", "enter")
        assert screen.state.choices.formation("B") == "4-4-2A"
        await press(pilot, "l")
        shown = screen.app.screen
        assert isinstance(shown, LineUpScreen)
        board = shown.query_one(BoardView)
        assert len(board.position.pieces) == 22
        assert board.position.holder == "B9"
        await press(pilot, "k")
        assert board.position.holder == "R9"
        await press(pilot, "f1")
        assert isinstance(screen.app.screen, HelpPage)
        await press(pilot, "escape")
        assert screen.app.screen is shown
        await press(pilot, "escape")
        assert screen.app.screen is screen


async def test_every_piece_of_a_line_up_is_found_also_on_a_board_that_does_not_fit(size: tuple[int, int]) -> None:
    async with Started(size, config=replace(DEFAULT, game="soccer-chess")) as (pilot, screen):
        await press(pilot, "l")
        shown = screen.app.screen
        board = shown.query_one(BoardView)
        for piece in ("B2", "B3", "B4"):
            await press(pilot, "right")
            space = board.position.pieces[piece]
            half = {"W": "west", "E": "east"}[space[0]]
            said = f"{piece} stands on {space[1]}-{space[2:]} ({half})"
            assert str(shown.query_one("#line_up_seen", Static).content) == said
            assert board.marks.cursor == space
            assert piece in screen_text(screen.app)
        await press(pilot, "left", "left", "left")
        assert "R11 stands on" in screen_text(screen.app)


async def test_the_table_is_checked_against_the_line_up(size: tuple[int, int]) -> None:
    started = Started(size)
    async with started as (pilot, screen):
        await press(pilot, "l")
        shown = screen.app.screen
        assert isinstance(shown, LineUpScreen)
        board = shown.query_one(BoardView)
        wanted = dict(board.position.pieces)
        start = wanted.pop("B7")

        async def checked(pieces: dict[str, str], unread: tuple[str, ...] = ()) -> str:
            started.seen = Seen(pieces, unread)
            await press(pilot, "c")
            await started.app.workers.wait_for_complete()
            await pilot.pause()
            return str(shown.query_one("#line_up_seen", Static).content)

        assert await checked(wanted) == f"B7 is missing on {start}"
        assert board.marks.doubtful == {start}
        assert await checked({**wanted, "B7": "A1"}) == f"B7 is on A1, shown on {start}"
        assert board.marks.doubtful == {start, "A1"}
        assert await checked(wanted, (start,)) == "All 22 pieces stand as shown."
        assert board.marks.doubtful == set()
        started.seen = Seen(why="the board is not in sight")
        await press(pilot, "c")
        await started.app.workers.wait_for_complete()
        await pilot.pause()
        assert "the board is not in sight" in str(shown.query_one("#line_up_seen", Static).content)


async def test_a_log_can_be_viewed(size: tuple[int, int], tmp_path: Path) -> None:
    log = replace(OPEN, path=tmp_path / "gone.touchline.jsonl")
    async with Started(size, replace(FOUND, matches=(log,))) as (pilot, screen):
        assert screen.check_action("view", ())
        await press(pilot, "enter", "v")
        assert isinstance(screen.app.screen, ReplayScreen)
        assert screen.app.screen.path == log.path
        await press(pilot, "q")
        assert screen.app.screen is screen
        await press(pilot, "escape", "down")
        assert not screen.check_action("view", ())


async def test_the_camera_can_be_tried_where_it_is_chosen(size: tuple[int, int]) -> None:
    async with Started(size) as (pilot, screen):
        assert not screen.check_action("calibrate", ())
        await press(pilot, "down", "down")
        assert screen.check_action("calibrate", ())
        await press(pilot, "c")
        assert screen.calibrates
        assert screen.begun is None


async def test_help_explains_the_keys(size: tuple[int, int]) -> None:
    async with Started(size) as (pilot, screen):
        await press(pilot, "question_mark")
        assert isinstance(screen.app.screen, HelpPage)
        await press(pilot, "escape")
        assert screen.app.screen is screen


@pytest.mark.parametrize(
    ("terminal", "game", "shown"),
    [((80, 24), "regista", False), ((160, 50), "regista", True), ((120, 40), "regista", True),
     ((120, 40), "soccer-chess", False), ((200, 60), "soccer-chess", True)],
)  # fmt: skip
async def test_the_line_up_stands_below_the_page_where_the_whole_board_has_room(
    terminal: tuple[int, int], game: str, *, shown: bool
) -> None:
    async with Started(terminal, config=Config(game=game)) as (pilot, screen):
        assert screen.query_one("#preview").display is shown
        if shown:
            drawn = told(screen, "preview")
            assert "B11" in drawn
            assert "R11" in drawn
            # The rules need the room themselves.
            await press(pilot, *["down"] * SECTIONS.index("rules"))
            assert not screen.query_one("#preview").display


async def test_an_empty_field_is_seen_and_a_click_on_what_it_is_for_leads_into_it(size: tuple[int, int]) -> None:
    async with Started(size) as (pilot, screen):
        await press(pilot, *["down"] * SECTIONS.index("players"))
        page = screen.query_one("#page-players")
        assert screen_text(pilot.app).count("…") == len(page.query(Input))
        second = list(page.query(".label"))[1]
        await pilot.click(second)
        await press(pilot, *"Ben")
        assert screen.state.choices.names == {"R": "Ben"}


async def test_the_command_that_goes_on_with_a_match_is_told_whole() -> None:
    log = Path("/home/ann/.local/share/touchline/logs") / f"regista-{'clip-' * 6}2026-11-30-2223.touchline.jsonl"
    saved = replace(OPEN, path=log)
    async with Started((80, 24), replace(FOUND, matches=(saved,))) as (pilot, _screen):
        await pilot.pause()
        lines = [line.strip() for line in screen_text(pilot.app).splitlines()]
        assert str(log) in "".join(lines)


async def test_names_do_not_trigger_keys(size: tuple[int, int]) -> None:
    async with Started(size) as (pilot, screen):
        await press(pilot, *["down"] * 5, "enter", *"bql")
        assert screen.state.choices.names == {"B": "bql"}
        assert screen.begun is None
        assert screen.app.is_running


async def test_too_small_a_terminal_says_so() -> None:
    async with Started((60, 20)) as (_, screen):
        assert screen.query_one("#small").display
        assert "80x24" in told(screen, "small")


async def test_every_section_is_in_the_palette() -> None:
    async with Started((80, 24)) as (_, screen):
        titles = [command.title for command in screen.commands()]
        assert len(titles) == len(SECTIONS) + 6
        assert all(title.startswith("start: ") for title in titles)


async def test_page_keys_in_a_terminal_that_is_too_small_change_nothing() -> None:
    async with Started((20, 5)) as (pilot, screen):
        chosen = screen.state.choices
        await press(pilot, "pageup", "pagedown", "down", "right", "pageup", "pagedown")
        await pilot.resize_terminal(80, 24)
        assert screen.state.choices == chosen


def bad(chosen: Choices, section: Section) -> str:
    """What is called bad will not do."""
    value = {"camera": chosen.source, "board": str(chosen.board), "players": str(chosen.rosters)}[section]
    return f"{section}: {value} will not do" if "bad" in value else ""


async def settled(pilot: Pilot[None], screen: StartScreen) -> None:
    """What was written is tried out."""
    await screen.app.workers.wait_for_complete()
    await pilot.pause()


async def test_a_film_that_will_not_do_is_said_on_the_spot_and_enter_stays_in_the_field(size: tuple[int, int]) -> None:
    async with Started(size, hindered=bad) as (pilot, screen):
        await press(pilot, "down", "down", "enter", "down", "down", "down", *"bad", "enter")
        await settled(pilot, screen)
        assert told(screen, "fault") == "camera: bad will not do"
        assert isinstance(screen.focused, Input)
        await press(pilot, "f5")
        await settled(pilot, screen)
        assert screen.begun is None
        assert screen.app.is_running
        await press(pilot, "home", "delete", *"s", "enter")
        await settled(pilot, screen)
        assert told(screen, "fault") == ""
        assert screen.query_one("#sections", OptionList).highlighted == SECTIONS.index("board")
        await press(pilot, "b")
        await settled(pilot, screen)
        assert screen.begun is not None
        assert screen.begun.source == "sad"


async def test_what_was_left_without_enter_is_tried_out_too(size: tuple[int, int]) -> None:
    async with Started(size, hindered=bad) as (pilot, screen):
        await press(pilot, "down", "down", "down", "enter", "down", *"/bad.toml", "escape")
        await settled(pilot, screen)
        assert told(screen, "fault") == "board: /bad.toml will not do"


async def test_begin_leads_to_what_will_not_do(size: tuple[int, int]) -> None:
    async with Started(size, replace(FOUND, cameras=()), Config(camera="bad.mp4"), hindered=bad) as (pilot, screen):
        await press(pilot, "b")
        await settled(pilot, screen)
        assert screen.begun is None
        assert told(screen, "fault") == "camera: bad.mp4 will not do"
        assert screen.query_one("#sections", OptionList).highlighted == SECTIONS.index("camera")


async def test_of_what_is_another_by_now_nothing_is_said() -> None:
    tried, told_of = threading.Event(), threading.Event()

    def slowly(chosen: Choices, section: Section) -> str:
        tried.set()
        told_of.wait(20)
        return bad(chosen, section)

    async with Started((80, 24), hindered=slowly) as (pilot, screen):
        await press(pilot, "down", "down", "enter", "down", "down", "down", *"bad", "enter")
        await until(pilot, tried.is_set)
        await press(pilot, "home", "delete", *"s")
        told_of.set()
        await settled(pilot, screen)
        assert (told(screen, "fault"), screen.begun) == ("", None)


@pytest.mark.parametrize(
    ("unread", "says"),
    [
        ((), "comes first."),
        (("shopping.touchline.jsonl",), "shopping.touchline.jsonl cannot be read as a log."),
        (("a.touchline.jsonl", "b", "c"), "a.touchline.jsonl and 2 more cannot be read as a log."),
    ],
)
async def test_what_is_called_a_log_and_is_none_is_said(unread: tuple[str, ...], says: str) -> None:
    async with Started((80, 24), replace(FOUND, unread=unread)) as (_, screen):
        about = str(screen.query_one("#page-match .about", Static).content)
        assert about.endswith(says)


async def test_where_no_match_is_chosen_there_is_none_to_go_through_and_it_is_said(size: tuple[int, int]) -> None:
    over = replace(OPEN, standing="finished")
    async with Started(size, replace(FOUND, matches=(over,))) as (pilot, screen):
        await press(pilot, "v")
        assert told(screen, "fault").startswith("Choose a match of yours first")
        assert screen.app.screen is screen
