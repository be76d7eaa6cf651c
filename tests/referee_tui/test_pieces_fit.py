"""Do the pieces lie where the match has them: by team and space, as far as they are in sight."""

from collections.abc import Mapping

import pytest

from referee_tui.following.pieces_fit import fit_of
from tests.engine.tables import seen

PIECES = {"B1": "H2", "B9": "H11", "B8": "H8", "R1": "H21"}


@pytest.mark.parametrize(
    ("lying", "hidden", "fitting", "looked_for", "believable"),
    [
        (PIECES, (), 4, 4, True),
        ({**PIECES, "B9": "C3"}, (), 3, 4, True),
        ({**PIECES, "B9": "C3", "B8": "C4"}, (), 2, 4, True),
        ({"B1": "A2", "B9": "A11", "B8": "A8", "R1": "H21"}, (), 1, 4, False),
        ({"B?a": "H2", "B7": "H11", "B8": "H8", "R1": "H21"}, (), 4, 4, True),
        ({"R1": "H2", "R9": "H11", "R8": "H8", "B1": "H21"}, (), 0, 4, False),
        ({"R1": "H21"}, ("H2", "H11", "H8"), 1, 1, True),
        ({}, (), 0, 4, False),
    ],
    ids=["all", "one moved", "half", "most moved", "numbers do not count", "the wrong teams", "mostly hidden", "gone"],
)
def test_fit(
    lying: Mapping[str, str],
    hidden: tuple[str, ...],
    fitting: int,
    looked_for: int,
    believable: bool,  # noqa: FBT001 - a case
) -> None:
    fit = fit_of(seen(lying, None, (), hidden=hidden), PIECES)
    assert (fit.fitting, fit.looked_for) == (fitting, looked_for)
    assert fit.believable is believable


def test_with_nothing_to_compare_every_pose_may_be_right() -> None:
    assert fit_of(seen(PIECES, "H11"), {}).believable
