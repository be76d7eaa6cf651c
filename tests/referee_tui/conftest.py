"""What holds for every test of the commands and the screen."""

import pytest


@pytest.fixture(autouse=True)
def _no_settings_of_whoever_runs_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("THEME", "SOUND", "PREVIEW", "LANGUAGE", "GAME", "CAMERA", "DICE", "LOGS", "NAMES", "TEAMS", "KEYS"):
        monkeypatch.delenv(f"TOUCHLINE_{name}", raising=False)
    monkeypatch.setenv("TOUCHLINE_CONFIG", "")
