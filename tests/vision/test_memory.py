"""What the C library is told about freed memory."""

from __future__ import annotations

import ctypes
import platform

import pytest

from vision.memory import keep_freed_memory


@pytest.fixture(autouse=True)
def anew() -> None:
    """It is told once in a process."""
    keep_freed_memory.cache_clear()


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_glibc_can_be_told() -> None:
    assert keep_freed_memory()


def test_another_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    assert not keep_freed_memory()


def test_no_library_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: object) -> object:
        raise OSError

    monkeypatch.setattr(ctypes, "CDLL", refused)
    assert not keep_freed_memory()
