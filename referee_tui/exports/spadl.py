"""The match as an actions table in SPADL's form, for socceraction and everything that reads its tables.

SPADL: T. Decroos, L. Bransen, J. Van Haaren, J. Davis, "Actions Speak Louder than Goals" (KDD 2019); columns, names and
numbers as in socceraction's ``spadl.schema`` and ``spadl.config``. Metres on a pitch of 105 x 68, origin at its lower
left corner. As there, blue (the home team) plays from left to right and red from right to left, in both halves.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.match import other, team_of
from engine.stats.play import ball_mm, is_completed, sender
from engine.stats.shots import goals_of, measured_with, shots_of
from referee_tui.exports.strokes import ball_way

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.grid import Point, Space
    from engine.match import PieceId, Position
    from engine.record.chronicle import Chronicle, Deed

LENGTH_M, WIDTH_M = 105.0, 68.0

TYPES = (
    "pass", "cross", "throw_in", "freekick_crossed", "freekick_short", "corner_crossed", "corner_short", "take_on",
    "foul", "tackle", "interception", "shot", "shot_penalty", "shot_freekick", "keeper_save", "keeper_claim",
    "keeper_punch", "keeper_pick_up", "clearance", "bad_touch", "non_action", "dribble", "goalkick",
)  # fmt: skip
"""Types of action in the order of their numbers."""

RESULTS = ("fail", "success", "offside", "owngoal", "yellow_card", "red_card")
BODY_PARTS = ("foot", "head", "other", "head/other", "foot_left", "foot_right")

COLUMNS = (
    "game_id", "original_event_id", "action_id", "period_id", "time_seconds", "team_id", "player_id",
    "start_x", "start_y", "end_x", "end_y", "type_id", "type_name", "result_id", "result_name",
    "bodypart_id", "bodypart_name",
)  # fmt: skip

_RESTART_PASS = {
    "throw_in": "throw_in", "free_kick": "freekick_short", "corner": "corner_short", "goal_kick": "goalkick",
}  # fmt: skip
_CROSSED = {"freekick_short": "freekick_crossed", "corner_short": "corner_crossed"}
_SHOT = {"penalty": "shot_penalty", "free_kick": "shot_freekick"}


class Metres(NamedTuple):
    """A point of the pitch: x from blue's goal line to red's, y from the lower touch line to the upper."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Row:
    """One action."""

    deed: Deed
    piece: PieceId
    type: str
    result: str
    start: Metres
    end: Metres
    body: str = "foot"


def spadl_table(told: Chronicle, game_id: str) -> str:
    """The table (CSV) of the acts that stand. Runs without the ball and placements are no actions in SPADL."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    began: dict[int, float] = {}
    for number, row in enumerate(rows_of(told)):
        period = _half(row.deed.before)
        start_t = began.setdefault(period, told.start_t if not began else row.deed.t)
        table.writerow((
            game_id, row.deed.seq, number, period, round(row.deed.t - start_t, 3), team_of(row.piece), row.piece,
            *(round(value, 3) for value in (*row.start, *row.end)), TYPES.index(row.type), row.type,
            RESULTS.index(row.result), row.result, BODY_PARTS.index(row.body), row.body,
        ))  # fmt: skip
    return out.getvalue()


def rows_of(told: Chronicle) -> Iterator[Row]:
    """The actions, in order."""
    deeds = told.standing
    shots = shots_of(told)
    tries = {shot.seq: shot for shot in shots}
    told_with = frozenset().union(*(shot.seqs for shot in shots))
    own_goals = {goal.seq for goal in goals_of(deeds) if goal.own}
    pitch = _Pitch(told)
    for place, deed in enumerate(deeds):
        if deed.action is None or deed.before.placing:
            continue
        shot, passer = tries.get(deed.seq), sender(deed)
        if shot is not None and shot.by is not None:
            kind = _SHOT.get(deed.before.restart or "", "shot")
            ends = pitch.ball(measured_with(deeds, place))
            yield Row(deed, shot.by, kind, "success" if shot.goal else "fail", *ends, _body(deed))
        elif passer is not None and deed.seq not in told_with:
            kind, result = _pass(deeds, place, own_goal=deed.seq in own_goals)
            yield Row(deed, passer, kind, result, *pitch.ball(measured_with(deeds, place)), _body(deed))
        yield from _others(pitch, deed)


class _Pitch:
    """From the board to the pitch."""

    def __init__(self, told: Chronicle) -> None:
        self._rules = told.rules
        self._length_mm, self._width_mm = told.rules.board.grid.field_size_mm

    def point(self, position: Position, at: Point) -> Metres:
        """A point of the board, from blue's end; what lies beyond the lines is put onto them."""
        x, y = at.x_mm / self._length_mm, 1 - at.y_mm / self._width_mm
        if self._rules.left_team(position) != "B":
            x, y = 1 - x, 1 - y
        return Metres(min(max(x, 0.0), 1.0) * LENGTH_M, min(max(y, 0.0), 1.0) * WIDTH_M)

    def space(self, position: Position, space: Space | None) -> Metres:
        """A space; the middle of the pitch for one that nobody knows."""
        grid = self._rules.board.grid
        if space is None or space not in grid.points:
            return Metres(LENGTH_M / 2, WIDTH_M / 2)
        return self.point(position, grid.centre_mm(space))

    def ball(self, deeds: Sequence[Deed]) -> tuple[Metres, Metres]:
        """Where the ball was before an act and where it was brought; a kick by hand is several deeds."""
        grid, first, last = self._rules.board.grid, deeds[0], deeds[-1]
        struck, found = ball_way(self._rules, first), ball_way(self._rules, last)
        start = struck[0] if struck is not None else ball_mm(grid, first.before)
        end = found[-1] if found is not None else ball_mm(grid, last.after) or start
        if start is None or end is None:
            return (self.space(first.before, None),) * 2
        return self.point(first.before, start), self.point(first.before, end)


def _pass(deeds: Sequence[Deed], place: int, *, own_goal: bool) -> tuple[str, str]:
    """Type and result of a ball that is played on."""
    deed = deeds[place]
    if own_goal:
        return "bad_touch", "owngoal"
    kind = _RESTART_PASS.get(deed.before.restart or "", "pass")
    if any(event.data.get("long") is True or event.data.get("kind") == "lob" for event in deed.events):
        kind = _CROSSED.get(kind, kind)
    if any(event.type == "offside" for event in deed.events):
        return kind, "offside"
    return kind, "success" if is_completed(deeds, place) else "fail"


def _others(pitch: _Pitch, deed: Deed) -> Iterator[Row]:
    """What else happened in an act: dribbles, tackles, fouls, saves, balls taken from a pass."""
    team = deed.side
    types = Counter(event.type for event in deed.events)
    for event in deed.events:
        by = event.data.get("by")
        if not isinstance(by, str) or by == "ball":
            continue
        at = pitch.space(deed.before, deed.before.pieces.get(by))
        if event.type == "dribble":
            start, end = (pitch.space(deed.before, event.data.get(key)) for key in ("from", "to"))
            yield Row(deed, by, "dribble", "success", start, end)
        elif event.type in {"tackle", "charge"}:
            won = any(
                other_one.type == "possession" and other_one.data.get("team") == by[0] for other_one in deed.events
            )
            target = pitch.space(deed.before, deed.before.pieces.get(str(event.data.get("on"))))
            yield Row(deed, by, "tackle", "success" if won and not types["foul"] else "fail", at, target)
        elif event.type == "foul":
            yield Row(deed, by, "foul", "fail", at, at)
        elif event.type == "save":
            yield Row(deed, by, "keeper_save", "success", at, at, "other")
        elif event.type == "possession" and sender(deed) is not None and team and by[0] == other(team):
            where = pitch.space(deed.before, event.data.get("at"))
            yield Row(deed, by, "interception", "success", where, where)


def _half(position: Position) -> int:
    """The period: 1, or 2 after half-time in a game that has one."""
    return int(getattr(position, "half", 1))


def _body(deed: Deed) -> str:
    if any(event.type == "header" for event in deed.events):
        return "head"
    return "other" if deed.before.restart == "throw_in" else "foot"
