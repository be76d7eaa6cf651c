"""Two sides who play any of the games by hand, seen by a reader that errs, and what the referee made of it."""

from tests.engine.simulated.looks import look_at_table
from tests.engine.simulated.noise import NONE, Noise, read_noise
from tests.engine.simulated.people import People, read_people
from tests.engine.simulated.playing import played, played_erring
from tests.engine.simulated.tally import Tally, read_tallies, write_tallies

__all__ = [
    "NONE",
    "Noise",
    "People",
    "Tally",
    "look_at_table",
    "played",
    "played_erring",
    "read_noise",
    "read_people",
    "read_tallies",
    "write_tallies",
]
