"""Screens through Textual's pilot: what stands on them, and the terminals that they are tried on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import App
    from textual.pilot import Pilot

SIZES = [(80, 24), (160, 50)]
"""Columns and lines: the least that is enough, and plenty."""

PATIENCE_S = 30
"""No wait in a test takes longer, however busy the machine is."""


async def until(pilot: Pilot[Any], true: Callable[[], bool]) -> None:
    """Let the screen go on until something is true of it."""
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await pilot.pause(0.01)
    await pilot.pause()


def screen_text(app: App[Any]) -> str:
    """Every character on the terminal; each has a style of its own."""
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    assert len(lines) == height
    assert all(segment.style is not None for strip in lines for segment in strip)
    text = ["".join(segment.text for segment in strip) for strip in lines]
    assert all(len(line) == width for line in text)
    return "\n".join(text)
