"""What every test of the engine may ask for."""

from __future__ import annotations

import pytest

from tests.engine.asking import Ask


@pytest.fixture(scope="session")
def ask() -> Ask:
    return Ask()
