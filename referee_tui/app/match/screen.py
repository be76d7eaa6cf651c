"""The match screen: state down from the match's thread, intent up through actions."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias

from rich.text import Text
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.widgets import ContentSwitcher, Input, Static

from engine.match import Roll
from engine.referee import Redo, TypedAction, TypedCorrection, TypedRoll, Undo
from referee_tui.app import panels
from referee_tui.app.debug import Vitals
from referee_tui.app.footer import KeyLine
from referee_tui.app.help import HelpScreen
from referee_tui.app.mailbox import Follower
from referee_tui.app.match.board import MatchBoard
from referee_tui.app.match.call import ROOM_FOR_BIG, Call, call_of, dice_awaited
from referee_tui.app.match.history import History, WhyScreen, why
from referee_tui.app.match.panel import CallPanel
from referee_tui.app.preview import CameraView
from referee_tui.app.still import StillScreen, prepare
from referee_tui.config import DEFAULT
from referee_tui.following.typed import read_typed
from referee_tui.following.typed_forms import FORMS
from referee_tui.sound.sounder import Sounder
from referee_tui.texts import texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from textual.app import ComposeResult
    from textual.events import Key, Resize
    from textual.widgets import OptionList

    from engine.referee import Input as Told
    from referee_tui.app.match.call import Dice
    from referee_tui.app.preview import Kind
    from referee_tui.app.state import ScreenState
    from referee_tui.config import Config
    from vision.rectify import Image

LOOK_EVERY_S = 1 / 30
"""How often the mailbox is emptied."""

BELLS_APART_S = 0.3
"""Closer together they are heard as one."""

PREVIEW_EVERY_S = 1 / 10
"""How often the camera's picture is drawn while it is shown."""

_TOP, _FOOTER, _FEWEST_CALLED = 3, 1, 4
_LEAST_SIZE = (80, 24)
"""Columns and lines; with less, the board's rows and the score would be cut off."""
_SIDE = 48
"""Columns that question and rulings need beside the board; with less they stand below it."""
_ROOM_FOR_COUNTER = 100
"""Columns from which on the counter of turns is written large."""
_MOVING = {"HAND", "SETTLING"}
"""States in which a still picture stays as it is."""
_WHILE_CORRECTING = {"answer", "undo", "redo", "help", "type", "app.quit", "correct"}
"""What the screen's own keys still do while the board has the keyboard."""


Calibrate: TypeAlias = "Callable[[Callable[[], Image | None]], Screen[None]]"


class Followed(Protocol):
    """What players can do to the match that is followed; everything may be called from any thread."""

    def give(self, given: Told) -> None:
        """Hand over what was said."""

    def pause(self, *, on: bool) -> None:
        """Look away, or look again."""

    def look_again(self) -> None:
        """Read the table once more, now."""

    def ask_report(self) -> None:
        """Save a report of a fault."""

    def stop(self) -> None:
        """Come to an end soon, also while waiting for a camera."""


def throw_die() -> int:
    """A face of a die that nobody can foresee."""
    return secrets.randbelow(6) + 1


class MatchScreen(Screen[None]):
    """One match on the screen, until the user leaves."""

    AUTO_FOCUS = ""
    CSS = f"""
    MatchScreen {{
        #top {{ height: {_TOP}; background: $panel; }}
        #blue, #red, #score, #counter {{ width: auto; }}
        #status {{ width: 1fr; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }}
        #middle {{ height: 1fr; layout: vertical; background: $background; }}
        #left {{ width: 100%; height: 1fr; }}
        #picture {{ width: 100%; height: 16; }}
        #board, #camera {{ width: 100%; height: 100%; }}
        #side {{ display: none; width: 100%; height: 1fr; background: $surface; }}
        #call {{ height: 1fr; background: $surface; }}
        #call-beside {{ display: none; height: 2fr; }}
        #history {{ height: 3fr; background: $surface; border: none; padding: 0; scrollbar-size: 1 1; }}
        #peek {{ display: none; height: 16; }}
        #typed {{ display: none; height: 1; border: none; padding: 0 1; }}
        #typed.-open {{ display: block; }}
        #small {{ display: none; width: 100%; height: 100%; text-wrap: nowrap; text-overflow: ellipsis; }}
        &.-history {{
            #picture {{ display: none; }}
            #side {{ display: block; }}
            #left {{ height: {_FEWEST_CALLED}; }}
        }}
        &.-wide {{
            #middle {{ layout: horizontal; }}
            #picture {{ display: block; }}
            #left {{ width: 1fr; height: 100%; }}
            #side {{ display: block; height: 100%; }}
        }}
        &.-wide.-peek #peek {{ display: block; }}
        &.-wide.-flat #call {{ display: none; }}
        &.-wide.-flat #call-beside {{ display: block; }}
        &.-small {{
            #small {{ display: block; }}
            #top, #middle, Footer {{ display: none; }}
        }}
    }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "app.quit", "Leave", id="match.quit"),
        Binding("t,colon", "type", "Type", key_display="t", id="match.type"),
        Binding("space", "end_turn", "End turn", key_display="space", id="match.end_turn"),
        Binding("e", "correct", "Correct", id="match.correct"),
        Binding("u", "undo", "Undo", id="match.undo"),
        Binding("U", "redo", "Redo", show=False, id="match.redo"),
        Binding("r", "look_again", "Read again", show=False, id="match.look_again"),
        Binding("p", "pause", "Pause", id="match.pause"),
        Binding("c", "camera", "Camera", id="match.camera"),
        Binding("v", "still", "Picture", show=False, id="match.still"),
        Binding("h", "history", "Rulings", id="match.history"),
        Binding("m", "throw", "Throw", show=False, id="match.throw"),
        Binding("k", "calibrate", "Calibrate", show=False, id="match.calibrate"),
        Binding("b", "report", "Report", show=False, id="match.report"),
        Binding("question_mark,f1", "help", "Help", key_display="?", id="match.help"),
        Binding("backspace", "unsay", "Take back a face", show=False, id="match.unsay"),
        Binding("escape", "close", "Close", show=False, id="match.close"),
        *(Binding(f"{n}", f"answer({n})", f"Answer {n}", show=False, id=f"match.answer_{n}") for n in range(1, 10)),
    ]

    def __init__(
        self,
        first: ScreenState,
        begin: Callable[[], Iterator[ScreenState]],
        match: Followed,
        *,
        config: Config = DEFAULT,
        die: Callable[[], int] = throw_die,
        calibrate: Calibrate | None = None,
        took_s: Callable[[], Mapping[str, float]] = dict,
    ) -> None:
        """Show ``first``, then whatever ``begin()`` yields; it is run in a thread of its own.

        ``die`` throws one for the players if they want it; ``calibrate`` makes the screen that judges how the board is
        seen, from what hands it the newest picture; ``took_s`` tells how long each stage of a look took last.
        """
        super().__init__()
        self._match, self._die, self._calibrate = match, die, calibrate
        self._took_s = took_s
        self._preview, self._language = config.preview, config.language
        self._config, self._heard = config, 0
        self._sounder: Sounder | None = None
        self._say = texts("match", config.language)
        self._paused = False
        self.state = first
        self.follower: Follower[ScreenState] = Follower(begin, match.stop)
        self._board = MatchBoard(first.board, id="board")
        self._texts: dict[str, Text] = {}
        """What the widgets on top show."""
        self._lines_shown = 0
        self._refusals_shown = 0
        self._faces: tuple[int, ...] = ()
        """Of the dice that are being typed on the number keys."""
        self._entry = ""
        """What was typed last, until the referee refused it or it was typed anew."""

    def vitals(self) -> Vitals:
        """Figures for whoever looks for a fault."""
        return Vitals(self.state, self.follower.mailbox.traffic(), self._took_s())

    def commands(self) -> Iterable[SystemCommand]:
        """Every action, for the command palette."""
        say, state = self._say, self.state
        instead = {"undo": state.undo, "redo": state.redo}
        for name, action in {
            "type": self.action_type,
            "end_turn": self.action_end_turn,
            "correct": self.action_correct,
            "undo": self.action_undo,
            "redo": self.action_redo,
            "throw": self.action_throw,
            "look_again": self.action_look_again,
            "pause": self.action_pause,
            "camera": self.action_camera,
            "still": self.action_still,
            "history": self.action_history,
            "calibrate": self.action_calibrate,
            "report": self.action_report,
            "help": self.action_help,
        }.items():
            yield SystemCommand(say(f"command_{name}"), instead.get(name) or say(f"about_{name}"), action)
        for number, answer in enumerate(state.answers, 1):
            title = say("command_answer", number=number)
            yield SystemCommand(title, answer.text, lambda number=number: self.action_answer(number))

    def compose(self) -> ComposeResult:
        """Score and status on top, the board, what is called, the rulings."""
        board = self.state.board
        with Horizontal(id="top"):
            yield Static(id="blue")
            yield Static(id="score")
            yield Static(id="red")
            yield Static(id="counter")
            yield Static(id="status")
        with Container(id="middle"):
            with Vertical(id="left"):
                with ContentSwitcher(id="picture", initial="board"):
                    yield self._board
                    yield CameraView(board, id="camera")
                yield CallPanel(id="call")
            with Vertical(id="side"):
                yield CallPanel(id="call-beside")
                yield History(id="history")
                yield CameraView(board, id="peek")
        yield Static(self._say("small", columns=_LEAST_SIZE[0], lines=_LEAST_SIZE[1]), id="small")
        yield Input(id="typed", placeholder=FORMS[self.state.game].hint, compact=True, select_on_focus=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin to follow the match."""
        self._sounder = Sounder(self._config, self._ring)
        self._show()
        self.follower.start()
        self.set_interval(LOOK_EVERY_S, self._look)
        self.set_interval(PREVIEW_EVERY_S, self._show_look)

    def on_unmount(self) -> None:
        """Let the match's thread finish what it is doing, so that its log is closed in good order."""
        if self._sounder is not None:
            self._sounder.close()
        self.follower.stop()

    def on_resize(self, event: Resize) -> None:
        """Question and rulings beside the board where there is room for both, else below it."""
        board = self._board
        width, height = event.size
        small = width < _LEAST_SIZE[0] or height < _LEAST_SIZE[1]
        self.set_class(small, "-small")
        free = height - _TOP - _FOOTER
        wide = board.lines_wanted(width - _SIDE, free) == board.lines_wanted(width, free) and width > 2 * _SIDE + 20
        lines = board.lines_wanted(width - _SIDE if wide else width, free if wide else free - _FEWEST_CALLED)
        self.set_class(wide, "-wide")
        self.set_class(wide and free - lines < ROOM_FOR_BIG, "-flat")
        self.query_one("#picture").styles.height = lines
        self.query_one("#side").styles.width = width - board.columns_wanted(width - _SIDE, free) - 2 if wide else None
        self.call_after_refresh(self._show)

    def _look(self) -> None:
        if state := self.follower.mailbox.take():
            self.state = state
            # While the screen is being taken down the timer still runs, and the widgets are gone one by one.
            with suppress(NoMatches):
                self._show()
        elif self.follower.error is not None:
            # A fault ends the screen; the command line says what it was, in one sentence.
            self.app.exit()

    def _show(self) -> None:
        state, say = self.state, self._say
        counted = self.size.width >= _ROOM_FOR_COUNTER
        self._put("blue", panels.name_plate("B", state))
        self._put("score", panels.score_big(state))
        self._put("red", panels.name_plate("R", state))
        self._put("counter", panels.counter_big(state, say) if counted else Text())
        counted = counted and state.count.turn is not None
        room = self.query_one("#status").content_size.width
        status = (
            panels.turn_line(state, say, counted=counted), panels.eye_line(state, say),
            panels.undo_line(state, say, room),
        )  # fmt: skip
        self._put("status", Text("\n").join(status), layout=False)
        if state.position is not None:
            self._board.position = state.position
        self._board.show_marks(state.marks)
        self.set_class(self._preview != "off" and state.look is not None, "-peek")
        self._show_new()
        self._show_call()

    def _put(self, where: str, text: Text, *, layout: bool = True) -> None:
        """Nothing is drawn anew for a text that stands there already; ``layout``: its size may change with it."""
        if self._texts.get(where) != text:
            self._texts[where] = text
            self.query_one(f"#{where}", Static).update(text, layout=layout)

    def _show_new(self) -> None:
        """What was said since the screen was drawn last."""
        new = self.state.lines[self._lines_shown :]
        self._lines_shown = len(self.state.lines)
        self.query_one(History).add(new)
        self._sound()
        if self.state.refusals > self._refusals_shown:
            self._refusals_shown = self.state.refusals
            self._type_again()

    def _sound(self) -> None:
        """Let be heard what was said since; what is said of the voice itself is shown."""
        heard = self.state.heard[self._heard :]
        self._heard = len(self.state.heard)
        if self._sounder is not None:
            self._sounder.hear(heard)
            if news := self._sounder.news():
                self.notify(news, timeout=10, markup=False)

    def _ring(self, times: int) -> None:
        """Ring the terminal's bell, with pauses by which it can be counted."""
        for number in range(times):
            self.set_timer(max(number * BELLS_APART_S, 0.001), self.app.bell)

    def _show_call(self) -> None:
        state = self.state
        dice = self._dice()
        self._faces = dice.faces
        call = self._correction() or call_of(state, self._say, dice)
        listed = self.has_class("-wide") or self.has_class("-history") or self._board.finger is not None
        for panel in self.query(CallPanel):
            panel.call = call
            panel.earlier = () if listed else state.lines[-6:-1]

    def _dice(self) -> Dice:
        """The dice that are awaited, with the faces typed so far."""
        state = self.state
        awaited = dice_awaited(state.position.awaits if state.position is not None else None)
        return awaited._replace(faces=self._faces[: awaited.number] if not state.answers else ())

    def _correction(self) -> Call | None:
        """What the panel says while something is put right on the board."""
        finger = self._board.finger
        refused = self.state.lines and self.state.lines[-1].kind == "refused"
        if finger is None or refused:
            return None
        say, position = self._say, self.state.position
        there = position.at(finger.space) if position is not None else None
        words = say("correct_held", piece=finger.held) if finger.held else say("correct_hint")
        at = say("correct_at", space=finger.space, what=there or say("correct_empty"))
        return Call(say("head_correct"), "info", words, (), (at,))

    def _show_look(self) -> None:
        if not self.is_active:
            # Behind a page every new picture would have the whole screen drawn, page and all.
            return
        if self._preview == "off" or (self._preview == "still" and self.state.eye in _MOVING):
            return
        for camera in self.query(CameraView):
            if camera.display:
                self._show_picture(camera)

    def _show_picture(self, camera: CameraView) -> None:
        """Beside the board the table from above, or the spot that is in question."""
        state = self.state
        if camera.id == "peek":
            camera.kind = "spot" if state.marks.doubtful else "above"
        if state.position is not None:
            camera.position = state.position
        camera.marks = state.marks
        camera.look = state.look

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's form
        """While the board has the keyboard, the screen's own keys rest."""
        correcting = self._board.finger is not None and self._board.has_focus
        return not correcting or action in _WHILE_CORRECTING

    def _sees(self) -> bool:
        """Whether there is a camera, or a film; where there is none, it is said why a key does nothing."""
        if self.state.by_hand:
            self.notify(self._say("no_eye"), markup=False)
        return not self.state.by_hand

    def action_camera(self) -> None:
        """From the board to what the camera sees, to the table from above, to the spot in question, and back."""
        if not self._sees():
            return
        switcher, camera = self.query_one("#picture", ContentSwitcher), self.query_one("#camera", CameraView)
        kinds: tuple[Kind, ...] = ("camera", "above", "spot") if self.state.marks.doubtful else ("camera", "above")
        shown = kinds.index(camera.kind) + 1 if camera.kind in kinds else len(kinds)
        at = shown if switcher.current == "camera" else 0
        if at < len(kinds):
            camera.kind = kinds[at]
        switcher.current = "camera" if at < len(kinds) else "board"
        self._show_picture(camera)

    def action_still(self) -> None:
        """The camera's picture as it is now, in full quality."""
        if not self._sees():
            return
        if self.state.look is None:
            self.notify(self._say("still_none"))
        elif not prepare():
            self.notify(self._say("still_needed"))
        else:
            self.app.push_screen(StillScreen(self.state.look.image))

    def action_history(self) -> None:
        """Go through the rulings, or back to the board."""
        history = self.query_one(History)
        if self.has_class("-history"):
            self.action_close()
        else:
            self.add_class("-history")
            history.focus()
            self._show_call()

    def action_close(self) -> None:
        """Back to the board."""
        self.remove_class("-history")
        self.set_focus(None)
        self._show_call()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Why a ruling was made."""
        line = self.query_one(History).line(event.option_index)
        page = why(line, self.state.game, self._say, self._language)
        self.app.push_screen(WhyScreen(page, self._say("why_close")))

    def action_calibrate(self) -> None:
        """How well the board is seen, and what would help; the match goes on meanwhile."""
        if self._sees() and self._calibrate is not None:
            self.app.push_screen(self._calibrate(lambda: self.state.look.image if self.state.look else None))

    def action_help(self) -> None:
        """Explain the screen."""
        self.app.push_screen(HelpScreen(self.state.game))

    def action_end_turn(self) -> None:
        """Say that the turn is over, as typing ``end`` does."""
        self._give(TypedAction("end"))

    def action_undo(self) -> None:
        """Take back the last act."""
        self._give(Undo())

    def action_redo(self) -> None:
        """Do again what was taken back last."""
        self._give(Redo())

    def action_answer(self, number: int) -> None:
        """Give the likely answer of that number; where dice are awaited, a face."""
        if number <= len(self.state.answers):
            for given in self.state.answers[number - 1].given:
                self._give(given)
            return
        dice = self._dice()
        if not self.state.answers and dice.number and number <= 6:
            self._faces = (*self._faces, number)
            if len(self._faces) >= dice.number:
                self._throw(self._faces, duel=dice.duel)
            self._show_call()

    def action_unsay(self) -> None:
        """Take back the face that was typed last."""
        self._faces = self._faces[:-1]
        self._show_call()

    def action_throw(self) -> None:
        """Throw the dice that are awaited."""
        dice = self._dice()
        if dice.number:
            self._throw(tuple(self._die() for _ in range(dice.number)), duel=dice.duel, by_machine=True)

    def _throw(self, faces: tuple[int, ...], *, duel: bool, by_machine: bool = False) -> None:
        self._faces = ()
        roll = Roll(duel=(faces[0], faces[1])) if duel else Roll(faces=faces)
        self._give(TypedRoll(roll, "rolled" if by_machine else "typed"))

    def _give(self, given: Told) -> None:
        self._entry = ""
        if self.state.over:
            self.notify(self._say("over_heard"), markup=False)
            return
        self._match.give(given)

    def action_look_again(self) -> None:
        """Read the table once more, now."""
        if self._sees():
            self._match.look_again()

    def action_pause(self) -> None:
        """Look away from the table, or look again."""
        if self._sees():
            self._paused = not self._paused
            self._match.pause(on=self._paused)

    def action_report(self) -> None:
        """Save log, pictures and state as one file; where it lies is said among the rulings."""
        self._match.ask_report()

    def action_correct(self) -> None:
        """Put right on the board what the match has wrong."""
        if self.state.position is None:
            return
        self.remove_class("-history")
        self.query_one("#picture", ContentSwitcher).current = "board"
        self._board.begin()

    def on_match_board_pointed(self, event: MatchBoard.Pointed) -> None:
        """Say what is done on the board; when that is over, the screen has its keys again."""
        if event.finger is None:
            self.set_focus(None)
        if event.begun_or_done:
            # Other keys, another footer: that is costly, and is not done for every step of the cursor.
            self.refresh_bindings()
        self._show_call()

    def on_match_board_corrected(self, event: MatchBoard.Corrected) -> None:
        """Put right what was shown on the board."""
        self._give(TypedCorrection(event.words))

    def on_match_board_begun(self, event: MatchBoard.Begun) -> None:
        """Let a correction be typed to its end."""
        self._open(f"fix {event.before}", event.after)

    def action_type(self) -> None:
        """Open the line for typing: actions, dice, corrections, undo, accept."""
        self._open()

    def _open(self, before: str = "", after: str = "") -> None:
        typed = self.query_one("#typed", Input)
        typed.add_class("-open")
        typed.value = before + after
        typed.cursor_position = len(before)
        self.set_focus(typed)

    def _type_again(self) -> None:
        """Let what was refused be put right, unless something else is being typed already."""
        entry, self._entry = self._entry, ""
        if entry and not self.query_one("#typed", Input).has_class("-open"):
            self._open(entry)
            # What is typed next takes its place; an arrow or End goes on with it.
            self.query_one("#typed", Input).select_all()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Hand what was typed to the match and close the line; the referee answers among the rulings.

        If it refuses, the line opens again with what was typed.
        """
        if told := read_typed(event.value):
            self._give(told)
            self._entry = event.value
        self._close_typing()

    def on_key(self, event: Key) -> None:
        """Escape closes the line without a word."""
        if event.key == "escape" and self.query_one("#typed", Input).has_focus:
            event.stop()
            self._close_typing()

    def _close_typing(self) -> None:
        typed = self.query_one("#typed", Input)
        typed.clear()
        typed.remove_class("-open")
        self.set_focus(self._board if self._board.finger is not None else None)
