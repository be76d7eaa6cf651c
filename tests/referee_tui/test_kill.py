"""A match whose process is killed loses nothing that was shown; benchmarks/bench_log.py does it a thousand times."""

import os

import pytest

from tests.session.kills import kills


@pytest.mark.skipif(not hasattr(os, "fork"), reason="matches are played in forked processes")
def test_nothing_that_was_shown_is_lost_whenever_it_is_killed() -> None:
    left = list(kills(12, seed=3))
    assert [killed.faults for killed in left if killed.faults] == []
    # Some were killed in the middle of the match, or nothing was tested.
    assert len({killed.records for killed in left}) > 3
