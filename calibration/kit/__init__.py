"""The printable kit: board, pieces, marker sheet and lens target, drawn from a board file."""

from calibration.kit.write import KitError, write_kit

__all__ = ["KitError", "write_kit"]
