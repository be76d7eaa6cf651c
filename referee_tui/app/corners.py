"""A screen to mark the field's corners: the whole picture on the left, the chosen corner magnified on the right."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import cv2
import numpy as np
from textual.app import SystemCommand
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from calibration.own.build import check_corners
from calibration.own.errors import OwnBoardError
from referee_tui import keys
from referee_tui.app.corner_marks import Marks
from referee_tui.app.footer import KeyLine
from referee_tui.app.help_layout import page_text
from referee_tui.app.help_page import HelpPage
from referee_tui.app.keys import bindings
from referee_tui.app.preview import PLAIN, in_cells, ink_of
from referee_tui.app.shell import TouchlineApp
from referee_tui.config import DEFAULT
from referee_tui.texts import texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.events import Click

    from calibration.pose import FloatArray
    from referee_tui.config import Config
    from vision.rectify import Image

_LINE_BGR = (61, 216, 255)
_CHOSEN_BGR = (80, 80, 255)


class PictureView(Widget):
    """Some of a picture in half blocks; a click puts the chosen corner there."""

    class Pointed(Message):
        """A point of the picture was clicked."""

        def __init__(self, x: float, y: float) -> None:
            """In pixels of the picture."""
            super().__init__()
            self.x, self.y = x, y

    def __init__(self, image: Image, *, magnified: bool, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._image, self._magnified = image, magnified
        self._marks: Marks | None = None
        self._strips: list[Strip] | None = None

    def show(self, marks: Marks) -> None:
        """Draw these corners."""
        self._marks, self._strips = marks, None
        self.refresh()

    def on_resize(self) -> None:
        """The picture has to be fitted anew."""
        self._strips = None

    def render_line(self, y: int) -> Strip:
        """One line of the picture."""
        if self._strips is None:
            self._strips = self._draw()
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, PLAIN)

    def to_picture(self, column: int, line: int) -> tuple[float, float]:
        """The point of the picture in the middle of a text cell."""
        matrix = np.vstack((self._to_screen(), (0, 0, 1)))
        x, y, _ = np.linalg.inv(matrix) @ (column, 2 * line + 0.5, 1.0)
        return float(x), float(y)

    def on_click(self, event: Click) -> None:
        """Hand the click on as a point of the picture."""
        self.post_message(self.Pointed(*self.to_picture(event.x, event.y)))

    def _to_screen(self) -> FloatArray:
        """(2, 3) from the picture's pixels to the view's, of which a text cell has two, one above the other."""
        columns, lines = self.size
        height, width = self._image.shape[:2]
        if self._magnified and self._marks is not None:
            scale, (x, y) = self._marks.zoom, self._marks.current
        else:
            scale, (x, y) = min(columns / width, 2 * lines / height), ((width - 1) / 2, (height - 1) / 2)
        return np.array(((scale, 0, (columns - 1) / 2 - scale * x), (0, scale, lines - 0.5 - scale * y)))

    def _draw(self) -> list[Strip]:
        columns, lines = self.size
        if self._marks is None or columns < 1 or lines < 1:
            return []
        matrix = self._to_screen()
        scale = float(matrix[0, 0])
        source, here = self._image, matrix
        if scale < 1:  # seen smaller than it is: average first
            source = np.asarray(cv2.resize(source, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
            here = np.column_stack((np.eye(2), matrix[:, 2] + 0.5 - 0.5 * scale))
        view = np.asarray(cv2.warpAffine(source, here, (columns, 2 * lines), flags=cv2.INTER_LINEAR), np.uint8)
        picture = self._with_marks(_stretched(view) if self._magnified else view, matrix, self._marks)
        drawn = in_cells(picture, ink_of(self.app))
        return [Strip(line).adjust_cell_length(columns, PLAIN) for line in drawn]

    def _with_marks(self, view: Image, matrix: FloatArray, marks: Marks) -> Image:
        at = np.round(marks.array() @ matrix[:, :2].T + matrix[:, 2]).astype(np.int32)
        if not self._magnified:
            cv2.polylines(view, [at], isClosed=True, color=_LINE_BGR)
        for number, (x, y) in enumerate(at.tolist()):
            colour = _CHOSEN_BGR if number == marks.chosen else _LINE_BGR
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                # The middle stays free: there is what has to be seen.
                cv2.line(view, (x + 2 * dx, y + 2 * dy), (x + 4 * dx, y + 4 * dy), colour)
        return view


def _stretched(view: Image) -> Image:
    """The same with its contrast drawn out: a dim board's corner is hard to see otherwise."""
    low, high = np.percentile(view, (1, 99))
    return np.asarray(np.clip((view - low) * (255.0 / max(float(high - low), 16.0)), 0, 255), np.uint8)


class CornersScreen(Screen[None]):
    """Where the user marks the field's corners."""

    AUTO_FOCUS = ""
    CSS = """
    CornersScreen {
        #views { height: 1fr; background: $background; }
        #whole { width: 3fr; height: 100%; }
        #near { width: 2fr; height: 100%; margin-left: 1; }
        #status { height: auto; max-height: 3; background: $surface; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.CORNERS)

    def __init__(self, image: Image, proposed: FloatArray | None = None, *, config: Config = DEFAULT) -> None:
        """Mark corners on a picture (height, width, 3) BGR, beginning with those that were found, if any."""
        super().__init__()
        self._image = image
        self.marks = Marks.begin((image.shape[1], image.shape[0]), proposed)
        self.marked: FloatArray | None = None
        """The corners (4, 2) once the user is done, A1's first, clockwise."""
        self._words = texts("calibrate", config.language, config.keys)
        self._said = self._words("corners_help")

    def compose(self) -> ComposeResult:
        """The two views, a line of words, the keys."""
        with Horizontal(id="views"):
            yield PictureView(self._image, magnified=False, id="whole")
            yield PictureView(self._image, magnified=True, id="near")
        yield Static(id="status", markup=False)
        yield KeyLine()

    def commands(self) -> Iterable[SystemCommand]:
        """Every action, for the command palette."""
        actions: dict[str, Callable[[], object]] = {
            "next": self.action_next, "turn": self.action_turn, "done": self.action_accept, "help": self.action_help,
            "leave": self.action_leave,
        }  # fmt: skip
        for name, action in actions.items():
            yield SystemCommand(self._words(f"command_corners_{name}"), self._words(f"about_corners_{name}"), action)

    def on_mount(self) -> None:
        """Show the corners."""
        self._show()

    def on_picture_view_pointed(self, event: PictureView.Pointed) -> None:
        """Put the chosen corner where the picture was clicked."""
        self._change(self.marks.put(event.x, event.y))

    def action_choose(self, corner: int) -> None:
        """Choose a corner."""
        self._change(self.marks.choose(corner))

    def action_next(self) -> None:
        """Choose the next corner."""
        self._change(self.marks.choose(self.marks.chosen + 1))

    def action_nudge(self, right: int, down: int, fine: bool) -> None:  # noqa: FBT001 - the form that Textual calls
        """Move the chosen corner."""
        self._change(self.marks.nudge(right, down, fine=fine))

    def action_magnify(self, steps: int) -> None:
        """Magnify more or less."""
        self._change(self.marks.magnify(steps))

    def action_turn(self) -> None:
        """The next corner is A1's."""
        self._change(self.marks.turn())

    def action_accept(self) -> None:
        """Leave with the corners, unless no board can have them."""
        try:
            check_corners(self.marks.array(), self.marks.size_px)
        except OwnBoardError as error:
            self._said = f"{error}."
            self._show()
            return
        self.marked = self.marks.array()
        self.dismiss()

    def action_leave(self) -> None:
        """Leave without corners."""
        self.dismiss()

    def action_help(self) -> None:
        """Explain the screen."""
        self.app.push_screen(HelpPage(page_text(self._words, "help_corners")))

    def _change(self, marks: Marks) -> None:
        self.marks, self._said = marks, self._words("corners_help")
        self._show()

    def _show(self) -> None:
        for view in self.query(PictureView):
            view.show(self.marks)
        x, y = self.marks.current
        chosen = self.marks.chosen
        name = self._words("corners_first") if chosen == 0 else self._words("corners_other", number=chosen + 1)
        at = self._words("corners_at", name=name, x=float(x), y=float(y), zoom=float(self.marks.zoom))
        self.query_one("#status", Static).update(f"{at} {self._said}")


def mark_corners(image: Image, proposed: FloatArray | None = None, *, config: Config = DEFAULT) -> FloatArray | None:
    """Let the user mark the field's corners (4, 2), A1's first, clockwise; None if they left."""
    screen = CornersScreen(image, proposed, config=config)
    TouchlineApp(screen, config=config).run()
    return screen.marked
