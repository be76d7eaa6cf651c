"""A log on the screen, gone through step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import SystemCommand
from textual.containers import Container, Horizontal, Vertical
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import ContentSwitcher, Input, Static
from textual.worker import Worker, WorkerState

from engine.games import load_ruleset
from engine.texts import ENGLISH
from referee_tui.app.board_view import Marks
from referee_tui.app.debug import Vitals
from referee_tui.app.footer import KeyLine
from referee_tui.app.help_page import HelpPage
from referee_tui.app.keys import bound
from referee_tui.app.preview import CameraView
from referee_tui.app.replay import panels
from referee_tui.app.replay.evidence import EvidenceError, evidence_picture
from referee_tui.app.replay.export import ExportPage
from referee_tui.app.replay.steps import Replay, load_replay
from referee_tui.app.replay.widgets import Acts, Chosen, Stepped, Timeline, Words
from referee_tui.app.state import Look
from referee_tui.app.widgets import BoardView, freed
from referee_tui.exits import explain
from referee_tui.texts import texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.content import Content
    from textual.events import Key, Resize

    from engine.record.replay import RulesLoader
    from engine.ruleset import Ruleset

LEAST_SIZE = (80, 24)
"""Columns and lines."""
_SIDE, _NARROW_SIDE = 50, 33
"""Columns for the acts beside the board, and as few as the whole board may leave them.

With less there is one act only, below it.
"""
_FEWEST_WORDS = 3
_HEAD, _TIME, _FOOTER = 1, 1, 1


class ReplayScreen(Screen[None]):
    """Any log: what was done, how the board stood, what was ruled and why."""

    CSS = f"""
    ReplayScreen {{
        #head {{ height: {_HEAD}; background: $panel; }}
        #score {{ width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }}
        #where {{ width: 20; text-align: right; }}
        #body {{ height: 1fr; layout: vertical; }}
        #picture {{ width: 100%; height: 16; }}
        #board, #evidence {{ width: 100%; height: 100%; }}
        #side {{ height: 1fr; }}
        #words {{ height: 1fr; background: $surface; scrollbar-size: 1 1; padding: 0 1; }}
        #detail {{ min-height: 100%; }}
        #acts {{ display: none; }}
        #time {{ height: {_TIME}; background: $panel; }}
        #said {{ height: auto; display: none; background: $panel; padding: 0 1; color: $text-warning; }}
        #said.-open {{ display: block; }}
        #wait {{ width: 100%; height: 1fr; content-align: center middle; padding: 0 2; }}
        #ask {{ display: none; height: 1; border: none; padding: 0 1; }}
        #ask.-open {{ display: block; }}
        #small {{ display: none; width: 100%; height: 100%; text-wrap: nowrap; text-overflow: ellipsis; }}
        &.-small {{
            #small {{ display: block; }}
            #head, #body, #time, #wait, #said, KeyLine {{ display: none; }}
        }}
        &.-wide {{
            #body {{ layout: horizontal; }}
            #picture {{ width: 1fr; height: 100%; }}
            #side {{ width: {_SIDE}; height: 100%; border-left: solid $surface-lighten-2; }}
            #words {{ height: 50%; }}
            #acts {{ display: block; height: 50%; padding: 0 1; border-top: solid $surface-lighten-2; }}
        }}
    }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("left", "back", "replay.back", show=False),
        bound("right", "forward", "replay.on", key_display="← →"),
        bound("pageup", "turn(-1)", "replay.turn_back", show=False),
        bound("pagedown", "turn(1)", "replay.turn_on", show=False),
        bound("home", "first", "replay.first", show=False),
        bound("end", "last", "replay.last", show=False),
        bound("up", "scroll(-1)", "replay.words_up", show=False),
        bound("down", "scroll(1)", "replay.words_down", show=False),
        bound("n", "dispute(1)", "replay.dispute_on"),
        bound("N", "dispute(-1)", "replay.dispute_back", show=False),
        bound("slash", "search", "replay.search", key_display="/"),
        bound("f", "search_on(1)", "replay.search_on", show=False),
        bound("F", "search_on(-1)", "replay.search_back", show=False),
        bound("e", "evidence", "replay.evidence"),
        bound("x", "export", "replay.export"),
        bound("question_mark,f1,h", "help", "replay.help", key_display="?"),
        bound("q", "leave", "replay.leave"),
    ]

    AUTO_FOCUS = ""
    """The keys are the screen's own; only the line that is asked for takes letters."""

    replay: reactive[Replay | None] = reactive(None)
    number: reactive[int] = reactive(0)

    def __init__(self, path: Path, loader: RulesLoader, language: str = ENGLISH) -> None:
        """Read the log in a thread once the screen is shown; ``loader`` finds its rules."""
        super().__init__()
        self.path = path
        self._loader, self._language = loader, language
        self._text = texts("replay", language)
        self._sought = ""

    def vitals(self) -> Vitals:
        """Figures for whoever looks for a fault."""
        return Vitals(log=str(self.path))

    def commands(self) -> Iterable[SystemCommand]:
        """Every action, for the command palette."""
        actions = {
            "back": self.action_back, "on": self.action_forward, "first": self.action_first, "last": self.action_last,
            "turn_back": lambda: self.action_turn(-1), "turn_on": lambda: self.action_turn(1),
            "dispute_on": lambda: self.action_dispute(1), "dispute_back": lambda: self.action_dispute(-1),
            "search": self.action_search, "search_on": lambda: self.action_search_on(1),
            "search_back": lambda: self.action_search_on(-1), "evidence": self.action_evidence,
            "export": self.action_export, "help": self.action_help, "leave": self.action_leave,
        }  # fmt: skip
        for name, action in actions.items():
            yield SystemCommand(self._text(f"command_{name}"), self._text(f"about_{name}"), action)

    def compose(self) -> ComposeResult:
        """A line that says what is being read, until it is."""
        with Horizontal(id="head"):
            yield Static(id="score")
            yield Static(id="where")
        yield Static(self._text("loading", file=self.path.name), id="wait", markup=False)
        yield Static(id="said", markup=False)
        yield Input(id="ask", compact=True, select_on_focus=False)
        yield Static(self._text("small", columns=LEAST_SIZE[0], lines=LEAST_SIZE[1]), id="small")
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin to read."""
        self.run_worker(self._load, name="load", thread=True, exit_on_error=False)

    def _load(self) -> Replay:
        return load_replay(self.path, self._loader, self._language)

    async def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show what was read, or why it cannot be."""
        if event.worker.name != "load":
            return
        if event.state is WorkerState.SUCCESS and isinstance(event.worker.result, Replay):
            await self._show(event.worker.result)
        elif event.state is WorkerState.ERROR and event.worker.error is not None:
            self.query_one("#wait", Static).update(explain(event.worker.error))

    async def _show(self, replay: Replay) -> None:
        board = replay.rules.board
        await self.query_one("#wait").remove()
        picture = ContentSwitcher(
            BoardView(board, id="board"), CameraView(board, id="evidence"), id="picture", initial="board"
        )
        side = Vertical(Words(Static(id="detail"), id="words"), Acts(replay, id="acts"), id="side")
        await self.mount(Container(picture, side, id="body"), Timeline(replay, id="time"), after="#head")
        self.replay = replay
        self._fit()
        self._draw()
        if replay.warning:
            self._say(f"{replay.warning}.")
        self.set_focus(None)

    def on_resize(self, _: Resize) -> None:
        """Acts beside the board where there is room for both."""
        self._fit()

    def _fit(self) -> None:
        width, height = self.size
        self.set_class(width < LEAST_SIZE[0] or height < LEAST_SIZE[1], "-small")
        if self.replay is None:
            return
        board, free = self.query_one(BoardView), height - _HEAD - _TIME - _FOOTER
        side = freed(_SIDE, _NARROW_SIDE, lambda side: board.whole(width - side, free))
        wide = board.lines_wanted(width - side, free) == board.lines_wanted(width, free) and width > 2 * _SIDE + 20
        self.set_class(wide, "-wide")
        self.query_one("#side").styles.width = side if wide else None
        wanted = board.lines_wanted(width, free - _FEWEST_WORDS)
        self.query_one("#picture").styles.height = None if wide else wanted

    def watch_number(self) -> None:
        """Another step is shown."""
        if self.replay is not None:
            self._say("")
            self._draw()

    def _draw(self) -> None:
        replay, number = self.replay, self.number
        if replay is None:
            return
        step = replay.steps[number]
        self.query_one("#score", Static).update(panels.head_line(replay, number), layout=False)
        self.query_one("#where", Static).update(panels.where_line(replay, number), layout=False)
        marks = Marks(trail=step.trail, doubtful=step.doubtful)
        self.query_one(BoardView).show(step.position, marks)
        self._tell(panels.detail(replay, number))
        self.query_one(Timeline).number = number
        self.query_one(Acts).number = number
        self.query_one("#picture", ContentSwitcher).current = "board"

    def _tell(self, text: Content) -> None:
        """Show the words of a step; laid out anew, which takes longer than drawing them, only where they overflow."""
        words, detail = self.query_one("#words"), self.query_one("#detail", Static)
        width, room = detail.size.width, words.size.height
        wanted = max(text.get_height({}, width), room) if width else 0
        detail.update(text, layout=wanted != detail.size.height)
        words.scroll_home(animate=False)

    def _say(self, text: str) -> None:
        said = self.query_one("#said", Static)
        if not text and not said.has_class("-open"):
            return
        said.update(text)
        said.set_class(bool(text), "-open")

    def go(self, number: int) -> None:
        """Show a step; beyond an end, the end."""
        if self.replay is not None:
            self.number = min(max(number, 0), self.replay.last)

    def on_chosen(self, event: Chosen) -> None:
        """Go where was clicked."""
        self.go(event.number)

    def on_stepped(self, event: Stepped) -> None:
        """Go as the wheel was turned."""
        self.go(self.number + event.way)

    def action_back(self) -> None:
        """One step back."""
        self.go(self.number - 1)

    def action_forward(self) -> None:
        """One step on."""
        self.go(self.number + 1)

    def action_first(self) -> None:
        """To the start."""
        self.go(0)

    def action_last(self) -> None:
        """To the end."""
        if self.replay is not None:
            self.go(self.replay.last)

    def action_turn(self, way: int) -> None:
        """To the next turn (1), or to where this one or the one before began (-1)."""
        if self.replay is not None:
            self.go(self.replay.turn_from(self.number, way))

    def action_scroll(self, way: int) -> None:
        """More of the words, where there is no room for all of them."""
        for words in self.query(Words):
            words.scroll_relative(y=way, animate=False)

    def action_dispute(self, way: int) -> None:
        """To the next (1) or earlier (-1) disputed step."""
        if self.replay is None:
            return
        found = self.replay.dispute_from(self.number, way)
        if found is not None:
            self.go(found)
        else:
            self._say(self._text(f"no_more_disputes_{way}" if self.replay.disputes else "no_disputes"))

    def action_search_on(self, way: int) -> None:
        """To the next (1) or earlier (-1) step with the words that were sought last."""
        if self.replay is None:
            return
        if not self._sought:
            self._say(self._text("nothing_sought"))
            return
        found = self.replay.found_from(self.number, self._sought, way)
        if found is None:
            self._say(self._text("not_found", words=self._sought))
        else:
            self.go(found)

    def action_evidence(self) -> None:
        """The board, or the picture that this ruling rests on."""
        if self.replay is None:
            return
        switcher = self.query_one("#picture", ContentSwitcher)
        evidence = self.replay.steps[self.number].evidence
        if switcher.current == "evidence":
            switcher.current = "board"
        elif not evidence:
            self._say(self._text("no_evidence"))
        else:
            try:
                self.query_one(CameraView).look = Look(evidence_picture(self.path, evidence[-1]), None)
            except EvidenceError as error:
                self._say(str(error))
            else:
                switcher.current = "evidence"

    def action_export(self) -> None:
        """Write the log in another form."""
        if self.replay is not None:
            seq = self.replay.steps[self.number].seq
            self.app.push_screen(ExportPage(self.replay, self._loader, seq))

    def action_help(self) -> None:
        """Explain the screen."""
        self.app.push_screen(HelpPage(self._text("help")))

    def action_leave(self) -> None:
        """Back to where this screen was opened."""
        self.dismiss()

    def action_search(self) -> None:
        """Open the line for words to seek."""
        self._ask(self._text("ask_search"), "")

    def on_key(self, event: Key) -> None:
        """A digit begins the number of an act; escape closes what was opened."""
        ask = self.query_one("#ask", Input)
        if event.key == "escape":
            event.stop()
            self._close_asking() if ask.has_class("-open") else self._say("")
        elif event.character is not None and event.character in "0123456789" and not ask.has_focus:
            event.stop()
            self._ask(self._text("ask_goto"), event.character)

    def _ask(self, hint: str, begun: str) -> None:
        if self.replay is None:
            return
        ask = self.query_one("#ask", Input)
        ask.placeholder, ask.restrict = hint, r"[0-9]{0,6}" if begun else r"[^\n]{0,100}"
        ask.add_class("-open")
        ask.focus()
        ask.value = begun
        ask.cursor_position = len(begun)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the act with the number, or to the next one in which the words are said."""
        event.stop()
        value, number = event.value.strip(), self.query_one("#ask", Input).placeholder == self._text("ask_goto")
        self._close_asking()
        if not value or self.replay is None:
            return
        if not number:
            self._sought = value
            self.action_search_on(1)
        elif int(value) <= self.replay.last:
            self.go(int(value))
        else:
            self._say(self._text("no_step", number=int(value), last=self.replay.last))

    def _close_asking(self) -> None:
        ask = self.query_one("#ask", Input)
        ask.restrict = None
        ask.clear()
        ask.remove_class("-open")
        self.set_focus(None)


def replay_screen(path: Path, loader: RulesLoader | None = None, language: str = ENGLISH) -> ReplayScreen:
    """The replay of a log, or of the log in a bundle; ``loader`` finds its rules, unless on the kit's own board."""
    return ReplayScreen(path, loader or _kit_rules, language)


def _kit_rules(game: str, options: Mapping[str, Any]) -> Ruleset:
    return load_ruleset(game, options=options)
