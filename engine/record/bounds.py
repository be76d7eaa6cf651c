"""How large a log may be: bounds what an untrusted file can make the program read."""

MAX_LINE_BYTES = 1024 * 1024
"""An observation of 30 pieces takes 4 kB; anything this long is no record."""

MAX_LOG_BYTES = 64 * 1024 * 1024
"""Hundreds of matches. Nothing longer is ever written."""

MAX_LINES = 250_000
"""More than a log of that length has: a record takes some 360 bytes. Lines without anything in them cost memory too."""
