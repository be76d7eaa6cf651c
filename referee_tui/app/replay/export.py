"""Writing the log that is shown in another form: which one, and under which name."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, RadioButton, RadioSet, Static
from textual.worker import Worker, WorkerState

from referee_tui import keys
from referee_tui.app.keys import bindings
from referee_tui.app.replay.panels import words_of
from referee_tui.app.writing_line import WritingLine
from referee_tui.exits import explain
from referee_tui.exports.forms import Form, Source, exported
from referee_tui.places import from_home

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.content import Content

    from engine.record.replay import RulesLoader
    from referee_tui.app.replay.steps import Replay

_SUFFIX = {Form.GAME: ".game.txt", Form.SPADL: ".spadl.csv"}


def export_path(log: Path, form: Form, seq: int) -> Path:
    """Where a form goes if nobody says otherwise: beside the log, named after it; one position after its record."""
    stem = log.name.removesuffix(".touchline.jsonl").removesuffix(".jsonl").removesuffix(".zip")
    at = f"-{seq}" if form is Form.SVG else ""
    return log.with_name(f"{stem}{at}{_SUFFIX.get(form, f'.{form.value}')}")


class _Choice(RadioButton):
    """Chosen or not by its sign as well: without colour the one of Textual looks the same."""

    def render(self) -> Content:
        """The dot is left out of what is not chosen."""
        self.BUTTON_INNER = "●" if self.value else " "
        return super().render()


MOST_LETTERS = 4096
"""Of a file's name: as many as a path can have."""


class _Forms(RadioSet):
    """The form under the cursor is the chosen one; enter writes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "screen.write", show=False)]

    def action_next_button(self) -> None:
        """Choose the next form."""
        super().action_next_button()
        self._choose()

    def action_previous_button(self) -> None:
        """Choose the form before."""
        super().action_previous_button()
        self._choose()

    def _choose(self) -> None:
        # The first comes under the cursor when the set is made, and is chosen already.
        if self.pressed_button is not None:
            self.action_toggle_button()


class ExportPage(ModalScreen[None]):
    """Forms to choose from, the file's name, and what came of writing it: arrows and enter. Nothing is written over."""

    CSS = """
    ExportPage {
        align: center middle;
        #page { width: 72; max-width: 100%; height: auto; border: round $primary; padding: 0 1; background: $surface; }
        #forms { border: none; padding: 0; width: 100%; }
        #name { border: none; height: 1; padding: 0; margin: 1 0 0 0; }
        #buttons { height: 1; margin: 1 0 0 0; }
        #buttons Button { margin: 0 2 0 0; }
        #done { height: auto; min-height: 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.EXPORT)

    def __init__(self, replay: Replay, loader: RulesLoader, seq: int) -> None:
        """``seq`` is the number of the record that a drawing shows."""
        super().__init__()
        self._replay, self._loader, self._seq = replay, loader, seq
        self._text = words_of(replay)
        self._form = Form.TXT

    def compose(self) -> ComposeResult:
        """Forms, name, buttons."""
        with Vertical(id="page"):
            yield Static(self._text("export_title", file=self._replay.path.name), markup=False)
            with _Forms(id="forms", compact=True):
                for form in Form:
                    yield _Choice(self._text(f"form_{form.value}"), value=form is self._form)
            yield WritingLine(
                str(self._named(self._form)), id="name", compact=True, select_on_focus=False, max_length=MOST_LETTERS
            )
            with Horizontal(id="buttons"):
                yield Button(self._text("export_do"), id="write", compact=True, variant="primary")
                yield Button(self._text("export_close"), id="close", compact=True)
            yield Static(id="done", markup=False)

    def _named(self, form: Form) -> Path:
        return export_path(self._replay.path, form, self._seq)

    def on_radio_set_changed(self, event: RadioSet.Changed) -> None:
        """Another form: the name ends as it should, unless it was changed by hand."""
        name = self.query_one("#name", Input)
        was, self._form = self._form, list(Form)[event.index]
        if name.value == str(self._named(was)):
            name.value = str(self._named(self._form))
        self._say("")

    def on_input_submitted(self) -> None:
        """Enter in the name writes the file."""
        self.action_write()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Write, or close."""
        if event.button.id == "close":
            self.dismiss()
        else:
            self.action_write()

    def action_write(self) -> None:
        """Make the file in a thread: a film takes its time."""
        name = self.query_one("#name", Input).value.strip()
        if not name:
            self._say(self._text("export_no_name"))
            return
        path, form = from_home(name), self._form
        self._say(self._text("export_writing", file=path))
        self.run_worker(lambda: self._write(path, form), name="write", thread=True, exclusive=True, exit_on_error=False)

    def _write(self, path: Path, form: Form) -> str:
        if path.exists():
            return self._text("export_there", file=path)
        at = str(self._seq) if form is Form.SVG else None
        data = exported(Source(self._replay.path, self._replay.log, self._loader, at, self._replay.language), form)
        try:
            with path.open("xb") as file:
                file.write(data)
        except FileExistsError:
            return self._text("export_there", file=path)
        except OSError as error:
            return self._text("export_failed", file=path, why=error.strerror or error)
        return self._text("export_done", file=path)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say what came of it."""
        if event.state is WorkerState.SUCCESS:
            self._say(str(event.worker.result))
        elif event.state is WorkerState.ERROR and event.worker.error is not None:
            self._say(explain(event.worker.error))

    def _say(self, text: str) -> None:
        self.query_one("#done", Static).update(text)
