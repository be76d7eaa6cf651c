"""What holds for every test of the commands and the screen."""

import os

import pytest

WITHOUT_COLOUR = "NO_COLOR" in os.environ
"""The whole suite runs so (``make test-no-color``)."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs a screen, so that it can be run a second time without colour."""
    for item in items:
        names = getattr(getattr(item, "module", None), "__dict__", {})
        if any(getattr(value, "__module__", "").startswith("textual.") for value in names.values()):
            item.add_marker(pytest.mark.screen)


@pytest.fixture(autouse=True)
def _no_colour_for_any_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    # The first app of a process takes the variable out of the environment.
    if WITHOUT_COLOUR:
        monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture(autouse=True)
def _no_settings_of_whoever_runs_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("THEME", "SOUND", "PREVIEW", "LANGUAGE", "GAME", "CAMERA", "DICE", "LOGS", "NAMES", "TEAMS", "KEYS"):
        monkeypatch.delenv(f"TOUCHLINE_{name}", raising=False)
    monkeypatch.setenv("TOUCHLINE_CONFIG", "")
