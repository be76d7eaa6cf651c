"""Events as the chapters of every game make them."""

from __future__ import annotations

from engine.match import Event


def event(kind: str, /, **data: object) -> Event:
    """An event with its keys; a key that is a Python keyword is written with an underscore (``from_``)."""
    return Event(kind, {key.rstrip("_"): value for key, value in data.items()})
