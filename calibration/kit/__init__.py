"""The printable kit: board, pieces, marker sheet and lens target, drawn from a board file."""
