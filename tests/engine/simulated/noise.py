"""How a reader of the table errs: the shares in one place, drawn once for a table that lies still.

What spoils one look (a glare spot, a lamp's reflection on a die) mostly spoils the next one too: so a table that is
not touched is read with the same errors at every look, and a die until it is thrown again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping
    from pathlib import Path

    from engine.observation import Observation, SeenDie, SeenPiece

DOUBTFUL, SURE = 0.7, 0.97
"""Confidence of what is misread, and of what is read well."""


@dataclass(frozen=True, slots=True)
class Noise:
    """Shares, 0 to 1: of discs, balls or dice at a table that lies still."""

    missing_piece: float = 0.0
    """A disc that is not found."""
    misread_number: float = 0.0
    """A number that is read wrongly and not called unsure."""
    unsure_number: float = 0.0
    """A number that cannot be read."""
    ball_hidden: float = 0.0
    """A ball that is not found, in any space that is in sight."""
    late_dice: float = 0.0
    """Dice that are not read before the second look, of all tables with dice."""
    wrong_die: float = 0.0
    """A face that is read wrongly and not called unsure."""
    unsure_die: float = 0.0
    """A face that cannot be read."""
    sure_when_wrong: float = 0.5
    """Share of the wrong readings that the reader stands by as firmly as by any other."""


NONE = Noise()


def read_noise(path: Path) -> Noise:
    """The shares in a TOML file, as the eye's benchmark measures them. Raises msgspec.ValidationError, OSError."""
    return msgspec.toml.decode(path.read_bytes(), type=Noise)


@dataclass(frozen=True)
class Reader:
    """Reads one table that lies still."""

    noise: Noise
    rng: random.Random

    def spoil(self, look: Observation, read: Mapping[SeenDie, SeenDie]) -> tuple[Observation, Observation]:
        """The first look at the table, and all later ones; ``read`` is how dice that lie still were read before."""
        pieces = {disc: self._piece(disc) for disc in look.pieces if not self._happens(self.noise.missing_piece)}
        ball = None if self._happens(self.noise.ball_hidden) else look.ball
        if ball is not None and look.carrier is not None:
            # A reader calls the disc that carries the ball what it has read on it.
            ball = replace(ball, on_piece=pieces[look.carrier].piece if look.carrier in pieces else None)
        dice = tuple(read.get(die) or self._die(die) for die in look.dice)
        later = replace(look, pieces=tuple(pieces.values()), ball=ball, dice=dice)
        if not self._happens(self.noise.late_dice):
            return later, later
        return replace(later, dice=tuple(replace(die, value=None) for die in later.dice)), later

    def _happens(self, share: float) -> bool:
        # No number is drawn for what never happens: a share more leaves matches without it as they were.
        return share > 0 and self.rng.random() < share

    def _wrong(self) -> float:
        return SURE if self._happens(self.noise.sure_when_wrong) else DOUBTFUL

    def _piece(self, disc: SeenPiece) -> SeenPiece:
        if self._happens(self.noise.unsure_number):
            return replace(disc, number=None, confidence=DOUBTFUL)
        if self._happens(self.noise.misread_number):
            return replace(disc, number=self.rng.randint(1, 15), confidence=self._wrong())
        return disc

    def _die(self, die: SeenDie) -> SeenDie:
        if self._happens(self.noise.unsure_die):
            return replace(die, value=None, confidence=DOUBTFUL)
        if self._happens(self.noise.wrong_die):
            return replace(die, value=self.rng.randint(1, 6), confidence=self._wrong())
        return die
