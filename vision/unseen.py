"""Why spaces of a picture could not be seen, in a player's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.observation import Unsure
from vision.places import space_shares

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from engine.grid import Space
    from engine.observation import Observation
    from vision.sight import TableSight

_OUT_OF_SIGHT = "it is out of sight"
_LEAST_TOLD = 0.05
"""Share of a space's middle from which what lies over it is its reason."""


def unseen_spaces(seen: Observation, sight: TableSight) -> tuple[Unsure, ...]:
    """A doubt for each space that was hidden in a picture, in the board's order; ``sight`` is the same picture's.

    Where the ball is seen all the same, nothing is doubted: it is claimed there, or named already.
    """
    told = {seen.ball.space if seen.ball else None, *(doubt.space for doubt in seen.unsure)}
    hidden = seen.hidden - told
    if not hidden:
        return ()
    shares = {why: space_shares(mask, sight.view, sight.board) for why, mask in _reasons(sight).items() if mask.any()}
    return tuple(Unsure("space", space, _why(space, shares)) for space in sight.board.grid.spaces if space in hidden)


def _reasons(sight: TableSight) -> dict[str, NDArray[np.bool_]]:
    """What hides a place; masks (height, width) of the view."""
    return {
        "something lies over it": sight.cover.foreign,
        "glare hides it": sight.cover.burnt | sight.standing.glare,
        "it is too dark there": sight.unlit,
        "it is outside the picture": ~sight.view.inside,
    }


def _why(space: Space, shares: Mapping[str, Mapping[Space, float]]) -> str:
    most = max(shares, key=lambda why: shares[why][space], default=_OUT_OF_SIGHT)
    return most if most in shares and shares[most][space] > _LEAST_TOLD else _OUT_OF_SIGHT
