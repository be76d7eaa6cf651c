"""Dice of any make on a table: of any two colours, with pips or numerals.

The net that knows them all knows each less well than the kit's are known; what the layouts of pips say, or the net that
reads numbers, has the last word.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.dice.candidates import candidates
from vision.dice.found import COCKED as COCKED_WORDS
from vision.dice.found import GLARE, NOT_CLEAR, SAME_DIE_MM, Found, unclear
from vision.dice.found import STACKED as LIES_ON_ANOTHER
from vision.dice.lie import leans_rather, outlines
from vision.dice.looks import from_above, from_all_round, from_nearer
from vision.dice.marks import Marked, unmarked, with_marks
from vision.dice.net import ALL_ANSWERS, COCKED, STACKED, UNREADABLE
from vision.dice.numerals import numerals
from vision.dice.opinion import Look, Opinion, distinct
from vision.dice.search import is_off_field, is_on_marker
from vision.dice.stacked import lies_on_another
from vision.dice.team import team_of, team_of_mirroring
from vision.dice.windows import FACE_HEIGHT_MM, FINE_WINDOW_PX, die_windows, offset_mm
from vision.parallax import carry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.match import Team
    from vision.dice.candidates import StandsOut
    from vision.dice.numerals import Numeral
    from vision.rectify import Image
    from vision.sight import TableSight

_PROMISING = 0.1
"""Probability of a die, seen from beside it, from which it is worth a closer look."""
_HARDLY = 0.04
"""The same, from which it is looked at from nearer where nothing else is found."""
_SURELY_FAINT = 0.99
"""Probability of a die from which one that was found so is told. The grain of wood had up to 0.975, such dice 0.999."""
_LIKELY = 0.5
"""Probability of a die, looked at closely, below which it is none."""
_MOST_CLOSE = 9
"""Places looked at closely."""
_USUAL_MM = 14.0
"""Side of a die."""
_FACE = np.stack(np.meshgrid(*[np.linspace(-0.45, 0.45, 7)] * 2), axis=-1).reshape(-1, 2) * _USUAL_MM
"""(49, 2) points of an upper face, mm from its middle."""
_REACH, _LEAST_INSIDE = 1.5, 0.95
"""A square so much larger than an upper face lies in the picture to this share: at its edge, places are less exact."""
_CLAIM_AT = 0.97
"""Probability of a value from which it is claimed."""
LEAST_AGREED = 0.6
"""What is left to a value that is claimed of one of the kit's, at least."""
_LEAST_MARKS = 0.81
"""How well the marks of a level face must match what is seen."""
_ONE_MARKS = 0.88
"""What matches a lone pip worse is none where a number is likelier seen: many a numeral is a poor one. Blur and gloss
make poor ones too: on path-traced tables ones have 0.82 and more."""
_SURELY_PIPS, _SURELY_ONE = 0.9, 0.95
"""Marks that match so well are pips, or one pip: no number is looked for."""
_USUAL_FROM = 3
"""So many pips, if they surely are pips, are as far apart as on a face of a usual size. Of 29 drawn dice of 18.5 to 26
mm in a team's colour 8 match as well, all of them as one or two pips."""
_LEAST_LEVEL = 0.9
"""Probability of a level die from which a numeral on it is read."""
_HARDLY_LEVEL = 1e-3
"""Probability of a level die below which no marks make one: they make it at most some 50 times as likely."""
_NUMERAL_PX = 15.0
"""Width of an upper face in the picture below which its numeral has less than some 8 pixels."""
_ROUNDER, _ROUND, _STEEPER = 0.1, -0.05, 0.06
"""How much more of a piece's rim than of a level cube's edges is seen where a number is a piece's; the same of a number
that no die has; and how much more of a leaning cube's edges where a die is not believed to lie level. Of 18 numbered
pieces off the field none had less of the rim, of 9 level dice with numerals one had more."""
_SURELY_STACKED = 0.9
"""Probability of a stack from which it is named."""
_FIT, _SAID, _SAID_LEAST = 31.0, 0.26, 1e-3
"""Weights of how much better a leaning cube fits, and of what the net says of leaning. The cube counts for more: on
path-traced tables the net errs more often."""
_COCKED_FROM = 1.75
"""Sum of these from which a die whose value looks clear is called cocked instead. Of 49 leaning drawn dice that took no
part in finding them, 32 are still read, and no level one of 230 is called cocked. Of level ones on path-traced tables
none comes to more than 1.6: a level die called cocked is worse than a leaning one read."""
_LEAST_PX = 9.0
"""Width of an upper face in the picture below which pips run into one another."""
_VALUES = 6
_SAME_PLACE_MM = 6.0
"""Looks that agree on a place to this are at the same thing."""


@dataclass(frozen=True, eq=False)
class Other:
    """A die as the net for all dice sees it."""

    found: Found
    sure: bool
    """Whether its value is stood by."""
    stacked: bool
    """Whether it lies on another one."""
    cocked: bool
    """Whether it does not lie level, though its value looks clear."""
    numeral: bool
    """Whether a number is clearly seen."""
    piece: bool
    """Whether that number is a piece's."""
    glare: bool = False
    """Whether its upper face mirrors a lamp all over, while its sides show a team's colour."""
    poor_one: bool = False
    """Whether it shows a lone pip, if any, but so poor a one that it may well be a number."""
    surely_pips: bool = False
    """Whether its pips match so well that they are nothing else."""
    faint: bool = False
    """Whether it stands out so little that it was found from beside it."""


def other_dice(
    image: Image,
    pose: BoardPose,
    sight: TableSight,
    maps: StandsOut,
    *,
    known_mm: Sequence[NDArray[np.float64]],
    settled_mm: Sequence[NDArray[np.float64]],
) -> list[Other]:
    """Dice of 12 to 16 mm in any two colours with pips, off the field; not those at known places (2,). Pieces too.

    ``sight`` and ``maps`` are the same picture's. Near dice that are read already, at ``settled_mm``, none is read.
    """
    middles_mm = candidates(maps, sight.board)
    if known_mm:
        away = np.linalg.norm(middles_mm[:, None] - np.array(known_mm)[None], axis=2).min(axis=1)
        middles_mm = middles_mm[away > _SAME_PLACE_MM]
    first = from_above(image, pose, middles_mm)
    looks = _likely_dice(image, pose, sight, first)
    taken_mm = [*known_mm, *(look.place_mm for look in looks)]
    hardly = [look for look in first if _HARDLY < look.opinion.die < _LIKELY and _is_free(look, taken_mm)]
    nearer = [look for look in from_nearer(image, pose, hardly) if look.opinion.die > _LIKELY]
    faint = _likely_dice(image, pose, sight, nearer)
    added = _read(image, pose, sight, [look for look in faint if _is_free(look, taken_mm)])
    free = [look for look in looks if _is_free(look, settled_mm)]
    return _read(image, pose, sight, free) + [_faint(die) for die in added if _surely_faint(die.found)]


def _likely_dice(image: Image, pose: BoardPose, sight: TableSight, looks: Sequence[Look]) -> list[Look]:
    """Those of some places, looked at closely, where there may be dice that count, each once."""
    promising = [look for look in looks if look.opinion.die > _PROMISING and not _may_be_marker(look, sight)]
    close = distinct(promising, _SAME_PLACE_MM)[:_MOST_CLOSE]
    closer = [look for look in from_all_round(image, pose, close) if look.opinion.die > _LIKELY]
    found = [look for look in distinct(closer, SAME_DIE_MM) if is_off_field(look.place_mm, sight.board)]
    return [look for look in found if not _may_be_marker(look, sight)]


def _is_free(look: Look, taken_mm: Sequence[NDArray[np.float64]]) -> bool:
    """Whether no die stands in a place."""
    return all(np.hypot(*(look.place_mm - place_mm)) >= SAME_DIE_MM for place_mm in taken_mm)


def _surely_faint(found: Found) -> bool:
    """Whether what hardly stands out is a die without doubt, and one that lies on its own."""
    return found.die >= _SURELY_FAINT and found.confidence >= LEAST_AGREED


def _faint(die: Other) -> Other:
    """A die that was found from beside it: it is read only if its pips leave no doubt, and it moves no other die."""
    sure = die.sure and not die.numeral and die.surely_pips
    why = "" if sure else unclear(*die.found.values)
    return replace(die, found=replace(die.found, why=why), sure=sure, stacked=False, cocked=False, faint=True)


def _may_be_marker(look: Look, sight: TableSight) -> bool:
    """Whether a marker is printed where an upper face would be seen: it holds pips and digits enough."""
    seen_mm = carry(look.place_mm[None], sight.camera_mm, FACE_HEIGHT_MM, 0.0)[0]
    return is_on_marker(seen_mm, sight.board)


def look_at(image: Image, pose: BoardPose, sight: TableSight, places_mm: Sequence[NDArray[np.float64]]) -> list[Other]:
    """The same, of dice that are known to stand in these places and to be the kit's, as far as their looks say."""
    unseen = Opinion(np.full(ALL_ANSWERS, 1.0 / ALL_ANSWERS))
    looks = from_all_round(image, pose, [Look(place_mm, unseen) for place_mm in places_mm])
    return _read(image, pose, sight, looks, kit=True)


def _read(image: Image, pose: BoardPose, sight: TableSight, looks: Sequence[Look], *, kit: bool = False) -> list[Other]:
    """What their marks say, where a level die may lie; what numbers say, where they are no pips."""
    windows = die_windows(image, pose, np.array([look.place_mm for look in looks]).reshape(-1, 2), FINE_WINDOW_PX)
    read = [
        with_marks(look.opinion, window) if _level(look.opinion) >= _HARDLY_LEVEL else unmarked(look.opinion)
        for look, window in zip(looks, windows, strict=True)
    ]
    perhaps = [k for k, marked in enumerate(read) if marked.match < _least_of_pips(marked.opinion.value)]
    places_mm = np.array([looks[k].place_mm for k in perhaps]).reshape(-1, 2)
    numbers = dict(zip(perhaps, numerals(image, pose, places_mm), strict=True))
    told = []
    for k, (look, marked, window) in enumerate(zip(looks, read, windows, strict=True)):
        mirrors = team_of_mirroring(window, look.place_mm, sight)
        team, numeral = mirrors or team_of(window, look.place_mm, sight, kit=kit), numbers.get(k)
        numbered = None
        if numeral is not None and numeral.sure:
            numbered = _numbered(look, numeral, team, image, pose, board=sight.board)
        die = numbered or _told(look, marked, team, image, pose, numeral=numeral)
        told.append(_in_glare(die) if mirrors is not None and not die.sure else die)
    return told


def _level(opinion: Opinion) -> float:
    """Probability that a die lies level and can be read."""
    return float(opinion.probabilities[1:UNREADABLE].sum())


def _in_glare(die: Other) -> Other:
    """A die whose upper face mirrors a lamp, and does not show its value through it."""
    if die.piece or die.stacked or die.cocked:
        return die
    return replace(die, found=replace(die.found, why=GLARE), glare=True)


def _least_of_pips(value: int) -> float:
    """How well a value's pips match that can be no numeral."""
    return _SURELY_ONE if value == 1 else _SURELY_PIPS


def _numbered(
    look: Look, numeral: Numeral, team: Team | None, image: Image, pose: BoardPose, *, board: Board
) -> Other | None:
    """Something with a number, a die or a piece; None if it is a number that a die has not, but no piece: pips."""
    place_mm, die = look.place_mm, look.opinion.die
    seen = outlines(image, pose, place_mm, board.file.pieces)
    piece = seen.disc - seen.level > (_ROUNDER if numeral.on_a_die else _ROUND)
    if not piece and not numeral.on_a_die:
        return None
    level = _level(look.opinion)
    lies = level >= _LEAST_LEVEL and seen.leaning - seen.level <= _STEEPER
    sure = not piece and lies and _width_px(pose, place_mm) >= _NUMERAL_PX and _inside(place_mm, pose) >= _LEAST_INSIDE
    values = (numeral.value, numeral.value % _VALUES + 1)
    found = Found(place_mm, team, values, min(numeral.confidence, level), die, "" if sure else NOT_CLEAR)
    return Other(found, sure, stacked=False, cocked=False, numeral=True, piece=piece)


def _width_px(pose: BoardPose, place_mm: NDArray[np.float64]) -> float:
    """Of a usual die's upper face in the picture."""
    return pose.px_per_mm(float(place_mm[0]), float(place_mm[1]), FACE_HEIGHT_MM) * _USUAL_MM


def _told(
    look: Look, marked: Marked, team: Team | None, image: Image, pose: BoardPose, *, numeral: Numeral | None
) -> Other:
    place_mm, opinion = look.place_mm, marked.opinion
    stacked = float(opinion.probabilities[STACKED]) >= _SURELY_STACKED
    in_sight = _width_px(pose, place_mm) >= _LEAST_PX and _inside(place_mm, pose) >= _LEAST_INSIDE
    clear = not stacked and opinion.confidence >= LEAST_AGREED
    stacked = stacked or (clear and lies_on_another(look.place_mm, image, pose))
    cocked = clear and not stacked and _is_cocked(look, marked, image, pose)
    marked_so = marked.match >= _LEAST_MARKS
    number = marked.match < _ONE_MARKS and numeral is not None and numeral.unlike_a_pip
    poor_one = opinion.value == 1 and (number or not marked_so)
    sure = opinion.confidence >= _CLAIM_AT and marked_so and not poor_one and in_sight and not cocked and not stacked
    why = LIES_ON_ANOTHER if stacked else COCKED_WORDS if cocked else "" if sure else unclear(*opinion.values)
    surely_pips = marked.match >= _least_of_pips(opinion.value)
    usual = surely_pips and opinion.value >= _USUAL_FROM
    found = Found(place_mm, team, opinion.values, opinion.confidence, opinion.die, why, usual)
    return Other(
        found,
        sure,
        stacked=stacked,
        cocked=cocked,
        numeral=False,
        piece=False,
        poor_one=poor_one,
        surely_pips=surely_pips,
    )


def _is_cocked(look: Look, marked: Marked, image: Image, pose: BoardPose) -> bool:
    """Whether a leaning cube fits a die so much better that its value is not to be believed."""
    middle_mm = offset_mm(marked.middle[None], pose, look.place_mm[None])[0]
    said = float(look.opinion.probabilities[COCKED])
    odds = _FIT * leans_rather(image, pose, middle_mm, marked.opinion.value) + _SAID * np.log(said + _SAID_LEAST)
    return bool(odds > _COCKED_FROM)


def _inside(place_mm: NDArray[np.float64], pose: BoardPose) -> float:
    """Share of a die's square that lies in the picture, however it is turned."""
    at = pose.project(place_mm + _REACH * _FACE, FACE_HEIGHT_MM)
    inside = (at >= -0.5) & (at <= np.array(pose.lens.size_px) - 0.5)
    return float(inside.all(axis=1).mean())
