"""Which versions of the program, and of what it is made of, are at work."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def own_version() -> str:
    """Of the program itself."""
    return version_of("touchline")


def version_of(package: str) -> str:
    """As the package was installed; in brackets that it was not."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed)"
