"""A log on the screen, gone through step by step."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import SystemCommand
from textual.containers import Container, Horizontal, Vertical
from textual.widgets import ContentSwitcher, Static
from textual.worker import Worker, WorkerState

from engine.games import load_ruleset
from referee_tui import keys
from referee_tui.app.board_view import Marks
from referee_tui.app.debug import Vitals
from referee_tui.app.footer import KeyLine
from referee_tui.app.help_layout import page_text
from referee_tui.app.help_page import HelpPage
from referee_tui.app.keys import bindings
from referee_tui.app.language import language_of
from referee_tui.app.preview import CameraView
from referee_tui.app.replay import panels
from referee_tui.app.replay.evidence import EvidenceError, evidence_picture
from referee_tui.app.replay.export import ExportPage
from referee_tui.app.replay.going import Going
from referee_tui.app.replay.layout import CSS, LEAST_SIZE, layout
from referee_tui.app.replay.steps import Replay, load_replay
from referee_tui.app.replay.widgets import Acts, Timeline, Words
from referee_tui.app.state import Look
from referee_tui.app.widgets import BoardView
from referee_tui.app.writing_line import WritingLine
from referee_tui.config import DEFAULT
from referee_tui.exits import explain
from referee_tui.texts import texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.content import Content
    from textual.events import Resize

    from engine.record.replay import RulesLoader
    from engine.ruleset import Ruleset
    from referee_tui.config import Config


class ReplayScreen(Going):
    """Any log: what was done, how the board stood, what was ruled and why."""

    CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.REPLAY)

    AUTO_FOCUS = ""
    """The keys are the screen's own; only the line that is asked for takes letters."""

    def __init__(self, path: Path, loader: RulesLoader, config: Config = DEFAULT) -> None:
        """Read the log in a thread once the screen is shown; ``loader`` finds its rules."""
        super().__init__(texts("replay", config.language, config.keys))
        self.path = path
        self._loader, self._config = loader, config

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
        yield WritingLine(id="ask", compact=True, select_on_focus=False)
        yield Static(self._text("small", columns=LEAST_SIZE[0], lines=LEAST_SIZE[1]), id="small")
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin to read."""
        self.run_worker(self._load, name="load", thread=True, exit_on_error=False)

    def _load(self) -> Replay:
        return replace(load_replay(self.path, self._loader, self._config.language), keys=self._config.keys)

    async def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Show what was read, or why it cannot be."""
        if event.worker.name != "load":
            return
        if event.state is WorkerState.SUCCESS and isinstance(event.worker.result, Replay):
            await self._show(event.worker.result)
        elif event.state is WorkerState.ERROR and event.worker.error is not None:
            self.query_one("#wait", Static).update(explain(event.worker.error, language_of(self.app)))

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
            self.say(f"{replay.warning}.")
        self.set_focus(None)

    def on_resize(self, _: Resize) -> None:
        """Acts beside the board where there is room for both."""
        self._fit()

    def _fit(self) -> None:
        replay = self.replay
        to = layout(self.query_one(BoardView) if replay is not None else None, *self.size)
        self.set_class(to.small, "-small")
        if replay is None:
            return
        self.set_class(to.wide, "-wide")
        self.query_one("#side").styles.width = to.side_columns
        self.query_one("#picture").styles.height = to.board_lines

    def watch_number(self) -> None:
        """Another step is shown."""
        if self.replay is not None:
            self.say("")
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
        self.query_one(Timeline).number = number
        self.query_one(Acts).number = number
        self._turn_to("board")

    def _turn_to(self, shown: str) -> None:
        """Show ``board`` or ``evidence``, and what the key does then."""
        switcher = self.query_one("#picture", ContentSwitcher)
        before, switcher.current = switcher.current, shown
        if self.replay is not None:
            self._tell(panels.detail(self.replay, self.number, pictured=shown == "evidence"))
        if shown != before:
            self.query_one(KeyLine).renew()

    def renamed(self) -> dict[str, str]:
        """The key that shows a picture leads back from it."""
        pictured = self.replay is not None and self.query_one("#picture", ContentSwitcher).current == "evidence"
        return {"replay.evidence": "replay.evidence_back"} if pictured else {}

    def _tell(self, text: Content) -> None:
        """Show the words of a step; laid out anew, which takes longer than drawing them, only where they overflow."""
        words, detail = self.query_one("#words"), self.query_one("#detail", Static)
        width, room = detail.size.width, words.size.height
        wanted = max(text.get_height({}, width), room) if width else 0
        detail.update(text, layout=wanted != detail.size.height)
        words.scroll_home(animate=False)

    def say(self, text: str) -> None:
        """Say something in a line of its own; nothing takes the line away."""
        said = self.query_one("#said", Static)
        if not text and not said.has_class("-open"):
            return
        said.update(text)
        said.set_class(bool(text), "-open")

    def action_scroll(self, way: int) -> None:
        """More of the words, where there is no room for all of them."""
        for words in self.query(Words):
            words.scroll_relative(y=way, animate=False)

    def action_evidence(self) -> None:
        """The board, or the picture that this ruling rests on."""
        if self.replay is None:
            return
        switcher = self.query_one("#picture", ContentSwitcher)
        evidence = self.replay.steps[self.number].evidence
        if switcher.current == "evidence":
            self._turn_to("board")
        elif not evidence:
            self.say(self._text("no_evidence"))
        else:
            try:
                picture = evidence_picture(self.path, evidence[-1], self._config.language)
                self.query_one(CameraView).look = Look(picture, None)
            except EvidenceError as error:
                self.say(str(error))
            else:
                self._turn_to("evidence")

    def action_export(self) -> None:
        """Write the log in another form."""
        if self.replay is not None:
            seq = self.replay.steps[self.number].seq
            self.app.push_screen(ExportPage(self.replay, self._loader, seq))

    def action_help(self) -> None:
        """Explain the screen."""
        self.app.push_screen(HelpPage(page_text(self._text, "help")))

    def action_leave(self) -> None:
        """Back to where this screen was opened."""
        self.dismiss()


def replay_screen(path: Path, loader: RulesLoader | None = None, config: Config = DEFAULT) -> ReplayScreen:
    """The replay of a log, or of the log in a bundle; ``loader`` finds its rules, unless on the kit's own board."""
    return ReplayScreen(path, loader or _kit_rules, config)


def _kit_rules(game: str, options: Mapping[str, Any]) -> Ruleset:
    return load_ruleset(game, options=options)
