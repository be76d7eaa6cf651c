"""A match whose process is killed loses nothing that was shown; benchmarks/bench_log.py does it a thousand times."""

import os

import pytest

from tests.session.kills import MATCHES, kills


@pytest.mark.skipif(not hasattr(os, "fork"), reason="matches are played in forked processes")
def test_nothing_that_was_shown_is_lost_whenever_it_is_killed() -> None:
    left = list(kills(3 * len(MATCHES), seed=3))
    assert [killed.faults for killed in left if killed.faults] == []
    # Some of each match were killed in the middle of it, or nothing was tested.
    assert {killed.match for killed in left if killed.shown} == set(MATCHES)
    assert len({killed.records for killed in left}) > 3
