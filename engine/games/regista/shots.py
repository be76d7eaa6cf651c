"""Shots, distance shots and saves (rulebook: 6. Shooting, 7. Distance Shooting)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import ball, roles, turns
from engine.games.regista.dice import await_deviation
from engine.games.regista.faults import line_fault, way_fault
from engine.games.regista.words import refused
from engine.match import Pending, other, team_of
from engine.rules.dice import await_duel, awaited, duel
from engine.rules.events import event
from engine.rules.refusals import no_such_space, not_holder
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.grid import Space
    from engine.match import Action, Event, PieceId, Roll, Team
    from engine.ruleset import Refusal


def judge_shot(laws: Laws, position: RegistaPosition, action: Action) -> Verdict:
    """A shot (3 or less, at the goal) or a distance shot (4 to 6, at the goal mouth, with deviation)."""
    piece, target = action.piece or "", action.target or ""
    if (fault := shot_fault(laws, position, piece, target)) is not None:
        return fault
    return play(laws, position, piece, target)


def play(laws: Laws, position: RegistaPosition, piece: PieceId, target: Space) -> Ruling:
    """A shot that nothing is wrong with: at the goal, or waiting for the die of the Deviation Chart."""
    start = position.pieces[piece]
    line = laws.pitch.grid.line(start, target)
    if line is None:
        raise ValueError(f"{target} is not in a straight line from {start}")
    distant = line.distance > roles.SHOT
    shot = event("shot", by=piece, from_=start, to=target, distance=line.distance, long=distant)
    if distant:
        inside = [space for space in (start, *line.between, target) if space in laws.pitch.field]
        left = {"target": target, "shot": True, "inside": inside[-1]}
        return Ruling((shot,), await_deviation(position, piece, left))
    return _at_goal(laws, position.but(ball=target), piece, target, (shot,), distant=False)


def shot_fault(laws: Laws, position: RegistaPosition, piece: PieceId, target: Space) -> Refusal | None:
    """The first thing wrong with a shot, or None."""
    if position.holder != piece:
        return not_holder(position, piece, "shoot")
    start, pitch = position.pieces[piece], laws.pitch
    if target not in pitch.neighbours:
        return refused("distance.target", "board", target=target)
    line = pitch.grid.line(start, target)
    if line is None:
        return line_fault("shot.line", piece, start, target)
    at_own_goal = pitch.goal_side.get(target) == laws.defended(position, team_of(piece))
    if line.distance > roles.DISTANCE_SHOT and not at_own_goal:
        reach = roles.DISTANCE_SHOT
        return refused("distance.range", piece=piece, far=line.distance, target=target, most=reach)
    if (fault := way_fault("shot.over_opponent", position, piece, line)) is not None:
        return fault
    return _target_fault(laws, position, piece, target, line.distance)


def _target_fault(
    laws: Laws, position: RegistaPosition, piece: PieceId, target: Space, distance: int
) -> Refusal | None:
    end = laws.attacked(position, team_of(piece))
    goal_end = laws.pitch.goal_side.get(target)
    if goal_end is not None:
        return None if goal_end == end else refused("shot.goal", "own", target=target, piece=piece)
    if distance <= roles.SHOT:
        goal = ", ".join(laws.pitch.board.goals[end])
        return refused("shot.goal", target=target, distance=distance, goal=goal)
    if target not in laws.pitch.goal_mouth[end]:
        return refused("distance.target", target=target)
    return None


def _at_goal(
    laws: Laws, position: RegistaPosition, piece: PieceId, space: Space, before: tuple[Event, ...], *, distant: bool
) -> Ruling:
    """The ball is in the goal unless a keeper within reach can still stop it."""
    keeper = position.pieces.get(roles.keeper_of(other(team_of(piece))))
    if keeper is None or laws.pitch.grid.distance(keeper, space) > roles.KEEPER_REACH:
        return turns.goal(laws, position, before)
    waiting = await_duel(position.but(ball=space), "shot", piece, {"target": space, "distance": distant})
    return Ruling(before, waiting)


def deviated(laws: Laws, position: RegistaPosition, roll: Roll) -> Ruling:
    """A distance shot's die was thrown: infield, in the goal, or out."""
    piece, left = awaited(position)
    target, face = left["target"], roll.faces[0]
    direction = laws.pitch.board.deviation[face - 1]
    rest = laws.pitch.grid.step(target, direction)
    events = (
        event("roll", for_="deviation", team=position.turn, value=face),
        event("deviation", by=piece, from_=target, direction=direction, **({"to": rest} if rest else {})),
    )
    position = position.but(awaits=None)
    if rest is not None and rest in laws.pitch.goal_side:
        return _at_goal(laws, position, piece, rest, events, distant=True)
    if rest is not None:
        return ball.at_rest(laws, position, rest, events)
    line = laws.pitch.beyond(target, direction)
    return ball.over_line(laws, position, line, left.get("inside", target), events)


def points(laws: Laws, piece: PieceId, *, distant: bool) -> dict[Team, int]:
    """Points of shooter and keeper."""
    keeper = roles.POINTS if distant or laws.options.gk_points_on_shot else 0
    return {team_of(piece): roles.shooter_points(piece), other(team_of(piece)): keeper}


def rolled(laws: Laws, position: RegistaPosition, roll: Roll) -> Ruling:
    """The attacker must exceed the defender; equal is a save or rolled again, by option."""
    piece, left = awaited(position)
    totals, shown = duel("shot", roll, points(laws, piece, distant=bool(left.get("distance"))))
    attack, defence = totals[team_of(piece)], totals[other(team_of(piece))]
    if attack > defence:
        return turns.goal(laws, position, (shown,))
    if attack == defence and laws.options.shot_tie == "reroll":
        return Ruling((shown,), position)
    return _saved(laws, position, piece, (shown,))


def _saved(laws: Laws, position: RegistaPosition, piece: PieceId, before: tuple[Event, ...]) -> Ruling:
    """The keeper has the ball: its side puts it in the Penalty Area, and its turn starts."""
    team = other(team_of(piece))
    keeper = roles.keeper_of(team)
    after, stopped = turns.finish_turn(laws, position.but(holder_may_not=None))
    events = (*before, event("save", by=keeper, team=team))
    if stopped:
        resting = after if after.restart else after.but(ball=after.pieces[keeper])
        return Ruling((*events, *stopped), resting)
    return Ruling(events, after.but(awaits=Pending("placement", "save", team, None, keeper)))


def save_spaces(laws: Laws, position: RegistaPosition, keeper: PieceId) -> frozenset[Space]:
    """Where a keeper may be put after a save: a free space of its Penalty Area, else the nearest free one."""
    taken = {space for piece, space in position.pieces.items() if piece != keeper}
    area = laws.pitch.area("penalty", laws.defended(position, team_of(keeper)))
    if free := area - taken:
        return free
    return laws.pitch.nearest_free(position.pieces[keeper], taken)


def judge_save_placement(laws: Laws, position: RegistaPosition, action: Action) -> Verdict:
    """After a save nothing else happens before the keeper is put down with the ball."""
    (keeper, _), space = awaited(position), action.target
    if action.piece is not None and team_of(action.piece) != team_of(keeper):
        return refused("turn.side", "saved", keeper=keeper, team=team_of(keeper))
    if action.kind != "place" or action.piece != keeper or space is None:
        return refused("save.area", keeper=keeper)
    if space not in laws.pitch.neighbours:
        return no_such_space(space)
    if space not in save_spaces(laws, position, keeper):
        return refused("save.area", "taken", space=space, keeper=keeper)
    return place_keeper(position, keeper, space)


def place_keeper(position: RegistaPosition, keeper: PieceId, space: Space) -> Ruling:
    """The keeper stands with the ball where its side wants it, and its turn goes on."""
    placed = position.but(pieces=position.put(keeper, space), ball=space, awaits=None)
    return Ruling((event("placement", by=keeper, at=space),), placed)
