"""Two sides who play any of the games by hand, seen by a reader that errs, and what the referee made of it."""

from tests.engine.simulated.looks import look_at_table
from tests.engine.simulated.match import played
from tests.engine.simulated.noise import NONE, Noise, read_noise
from tests.engine.simulated.tally import Tally, read_tallies, write_tallies

__all__ = ["NONE", "Noise", "Tally", "look_at_table", "played", "read_noise", "read_tallies", "write_tallies"]
