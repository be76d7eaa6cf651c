"""The board, and in its place what the camera sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import ContentSwitcher

from referee_tui.app.match.board import MatchBoard
from referee_tui.app.preview import CameraView

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.board import Board
    from referee_tui.app.preview import Kind
    from referee_tui.app.state import ScreenState


class Sight(ContentSwitcher):
    """One of the two at a time."""

    def __init__(
        self,
        board: Board,
        put_right: Callable[[str], None],
        begin_to_type: Callable[[str, str], None],
        rests: Callable[[str], bool],
    ) -> None:
        """What is put right on the board is told as a ``MatchBoard`` tells it."""
        self.board = MatchBoard(board, put_right, begin_to_type, rests, id="board")
        self.camera = CameraView(board, id="camera")
        super().__init__(self.board, self.camera, id="picture", initial="board")

    def show_board(self) -> None:
        """The board, whatever was shown."""
        self.current = "board"

    def turn_over(self, state: ScreenState) -> None:
        """From the board to what the camera sees, to the table from above, to the spot in question, and back."""
        kinds: tuple[Kind, ...] = ("camera", "above", "spot") if state.marks.doubtful else ("camera", "above")
        shown = kinds.index(self.camera.kind) + 1 if self.camera.kind in kinds else len(kinds)
        at = shown if self.current == "camera" else 0
        if at < len(kinds):
            self.camera.kind = kinds[at]
        self.current = "camera" if at < len(kinds) else "board"
        show_look(self.camera, state)


class Peek(CameraView):
    """Beside the board the table from above, or the spot that is in question."""

    def __init__(self, board: Board) -> None:
        super().__init__(board, id="peek")


def show_look(camera: CameraView, state: ScreenState) -> None:
    """Show the newest picture, and on it what the match has where."""
    if isinstance(camera, Peek):
        camera.kind = "spot" if state.marks.doubtful else "above"
    if state.position is not None:
        camera.position = state.position
    camera.marks = state.marks
    camera.look = state.look
