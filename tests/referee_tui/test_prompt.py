"""What keeps keys from waiting: rubbish is looked for at moments of the app's own, and threads take turns quickly."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from typing import TYPE_CHECKING

import pytest
from textual.screen import Screen

from referee_tui.app.prompt import HANDED_OVER_S, OLD, stay_prompt
from referee_tui.app.shell import TouchlineApp
from tests.referee_tui.screens import until

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def _as_before() -> Iterator[None]:
    """The process as it was, behind a test."""
    turns_s, thresholds = sys.getswitchinterval(), gc.get_threshold()
    yield
    sys.setswitchinterval(turns_s)
    gc.set_threshold(*thresholds)
    gc.unfreeze()


class Ring:
    """Rubbish that only a search finds."""

    def __init__(self) -> None:
        self.self = self


@pytest.mark.usefixtures("_as_before")
async def test_rubbish_is_found_by_a_search_of_the_apps_own() -> None:
    app = TouchlineApp(Screen())
    async with app.run_test() as pilot:
        stay_prompt(app, searched_every_s=0.01)
        ring = Ring()
        # Old by now: nothing but a search of everything finds it.
        gc.collect()
        left = weakref.ref(ring)
        del ring
        await until(pilot, lambda: left() is None)
        assert gc.get_threshold()[2] == OLD
        assert sys.getswitchinterval() == pytest.approx(HANDED_OVER_S)


def test_what_a_key_changes_second_is_drawn_a_few_milliseconds_after_the_first() -> None:
    # In a process of its own: what Textual draws by is settled as it is imported.
    asked = "import referee_tui.app.shell, textual.constants; print(textual.constants.MAX_FPS)"
    environment = {name: value for name, value in os.environ.items() if name != "TEXTUAL_FPS"}
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True, env=environment)
    assert int(told.stdout) >= 240
