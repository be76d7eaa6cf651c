"""The camera's picture in full quality, where the terminal can draw one: needs the extra ``touchline[preview]``."""

from __future__ import annotations

import logging
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, ClassVar

from PIL import Image as Pictures
from textual.screen import ModalScreen

from referee_tui import keys
from referee_tui.app.footer import KeyLine
from referee_tui.app.keys import bindings

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from vision.rectify import Image

NEEDED = "textual_image"
"""The package behind the extra."""


def prepare() -> bool:
    """Ask the terminal which pictures it can draw; it answers only before the screen is opened.

    False where the extra is not installed, or the terminal's answer was no sense.
    """
    return find_spec(NEEDED) is not None and _asked()


@cache
def _asked() -> bool:
    """Import the package, which asks the terminal, once."""
    # A terminal that does not answer costs it a warning with a traceback, which would stand above the match.
    logging.getLogger(NEEDED).addHandler(logging.NullHandler())
    try:
        import textual_image.widget  # noqa: F401, PLC0415 - it is not always installed
    except Exception:  # noqa: BLE001 - keys that are pressed meanwhile are read as the answer, and may be anything
        return False
    return True


class StillScreen(ModalScreen[None]):
    """One picture, as large as it fits. ``prepare`` must have said yes."""

    CSS = """
    StillScreen { align: center middle; }
    StillScreen > Image { width: auto; height: auto; max-width: 100%; max-height: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.STILL)

    def __init__(self, image: Image) -> None:
        """``image`` is BGR, as the camera delivers it."""
        super().__init__()
        self._picture = Pictures.fromarray(image[..., ::-1])

    def compose(self) -> ComposeResult:
        """The picture in the terminal's best way."""
        from textual_image.widget import Image as Drawn  # noqa: PLC0415 - not always installed

        yield Drawn(self._picture)
        yield KeyLine()
