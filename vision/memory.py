"""Freed memory is kept for the next picture: to get it anew from the system costs as much as a seventh of a reading."""

from __future__ import annotations

import ctypes
from functools import cache

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Names of glibc's mallopt (malloc.h)."""
_KEPT_BYTES = 256 << 20
"""A reading holds a hundred megabytes of maps at most, at any picture's size: a view has the sheet's scale."""
_LARGE_BYTES = 32 << 20
"""The most that glibc takes: blocks from this size on are the system's all the same."""


@cache
def keep_freed_memory() -> bool:
    """Tell the C library so, once; whether it is one that can be told. Without it, all is the same but slower."""
    try:
        tell = ctypes.CDLL(None).mallopt
    except (OSError, TypeError, AttributeError):
        return False  # Windows and macOS have allocators of their own
    return bool(tell(_MMAP_THRESHOLD, _LARGE_BYTES) and tell(_TRIM_THRESHOLD, _KEPT_BYTES))
