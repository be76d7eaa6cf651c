"""Short and long passes (rulebook: 3. Short Pass, 4. Long Pass), also those that restart play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.empty import EMPTY
from engine.games.regista import ball, offside, roles
from engine.games.regista.dice import await_deviation
from engine.games.regista.faults import line_fault, way_fault
from engine.games.regista.words import refused
from engine.match import team_of
from engine.rules.dice import awaited
from engine.rules.events import event
from engine.rules.refusals import no_such_space, not_holder
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.grid import Space
    from engine.match import Action, Event, PieceId, Roll
    from engine.ruleset import Refusal


def judge_pass(laws: Laws, position: RegistaPosition, action: Action) -> Verdict:
    """A pass by the holder along one of the six directions."""
    piece, target = action.piece or "", action.target or ""
    if (fault := pass_fault(laws, position, piece, target)) is not None:
        return fault
    return play(laws, position, piece, target)


def play(laws: Laws, position: RegistaPosition, piece: PieceId, target: Space) -> Ruling:
    """A pass that nothing is wrong with: it deviates if it is long, else it rests on its target."""
    distance = laws.pitch.grid.distance(position.pieces[piece], target)
    played = event("pass", by=piece, from_=position.pieces[piece], to=target, long=distance > roles.SHORT_PASS)
    restart = position.restart
    after = position.but(
        ball=target, restart=None, spot=None, extra=False, placing=False, squad=EMPTY, taker=None,
        to_move_off=None, may_move_off=(), holder_may_not=piece if restart else position.holder_may_not,
    )  # fmt: skip
    if distance > roles.SHORT_PASS and not roles.passes_exactly(piece):
        left = {"target": target, "restart": restart, "extra": position.extra}
        return Ruling((played,), await_deviation(after, piece, left))
    return _rests(laws, after, piece, target, restart=restart, before=(played,))


def pass_fault(laws: Laws, position: RegistaPosition, piece: PieceId, target: Space) -> Refusal | None:
    """The first thing wrong with a pass, or None."""
    if position.holder != piece:
        return not_holder(position, piece, "pass")
    start = position.pieces[piece]
    if target not in laws.pitch.neighbours:
        return no_such_space(target)
    line = laws.pitch.grid.line(start, target)
    if line is None:
        return line_fault("pass.line", piece, start, target)
    if line.distance > roles.LONG_PASS:
        return refused("pass.range", target=target, far=line.distance, piece=piece, most=roles.LONG_PASS)
    if (fault := way_fault("pass.over_opponent", position, piece, line)) is not None:
        return fault
    return target_fault(laws, position, piece, target, short=line.distance <= roles.SHORT_PASS)


def target_fault(
    laws: Laws, position: RegistaPosition, piece: PieceId, target: Space, *, short: bool
) -> Refusal | None:
    """What is wrong with a pass's target, when its line and the way there are free."""
    if target in laws.pitch.goal_side:
        return refused("pass.goal", target=target)
    if not short:
        return None
    team = team_of(piece)
    if position.restart == "goal_kick" and target in laws.pitch.area("penalty", laws.defended(position, team)):
        return refused("goal_kick.area", target=target)
    receiver = position.occupied.get(target)
    if receiver is not None and team_of(receiver) == team:
        for near in laws.pitch.neighbours[target]:
            marker = position.occupied.get(near)
            if marker is not None and team_of(marker) != team:
                return refused("pass.marked", other=receiver, target=target, marker=marker)
    return None


def deviated(laws: Laws, position: RegistaPosition, roll: Roll) -> Ruling:
    """A long pass's die was thrown: the ball goes one space by the chart from its target."""
    piece, left = awaited(position)
    target, restart = left["target"], left.get("restart")
    face = roll.faces[0]
    direction = laws.pitch.board.deviation[face - 1]
    rest = laws.pitch.grid.step(target, direction)
    inside = rest in laws.pitch.field
    events = (
        event("roll", for_="deviation", team=position.turn, value=face),
        event("deviation", by=piece, from_=target, direction=direction, **({"to": rest} if inside else {})),
    )
    position = position.but(awaits=None)
    if rest is None or not inside:
        # A pass cannot score: into a goal space is the same as over that goal line.
        return ball.over_line(laws, position, laws.pitch.beyond(target, direction), target, events)
    if restart == "goal_kick" and rest in laws.pitch.area("penalty", laws.defended(position, team_of(piece))):
        again = ball.goal_kick_position(laws, position.but(holder_may_not=None, extra=left.get("extra", False)))
        return Ruling((*events, event("goal_kick", team=team_of(piece))), again)
    return _rests(laws, position, piece, rest, restart=restart, before=events)


def _rests(
    laws: Laws,
    position: RegistaPosition,
    passer: PieceId,
    rest: Space,
    *,
    restart: str | None,
    before: tuple[Event, ...],
) -> Ruling:
    """A pass came to rest on a field space."""
    receiver = position.occupied.get(rest)
    ours = receiver is None or team_of(receiver) == team_of(passer)
    if ours and restart not in offside.EXEMPT and offside.is_offside(laws, position, passer, rest):
        return offside.free_kick(laws, position, rest, before)
    return ball.at_rest(laws, position, rest, before)
