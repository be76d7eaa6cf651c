"""Taking the ball from the holder (rulebook: optional rule 01, Steal)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_chess import faults, moves
from engine.games.soccer_chess.words import refused, say
from engine.match import Pending, team_of
from engine.rules.dice import awaited
from engine.rules.events import event
from engine.rules.paths import reach
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.grid import Space
    from engine.match import PieceId
    from engine.ruleset import Refusal

POINTS_PER_UNIT = 3
"""What each unit of positioning left over adds to the skill of a figure that is less skilled than the holder."""


def judge_steal(laws: Laws, position: SoccerChessPosition, piece: PieceId, on: PieceId) -> Verdict:
    """``R5xB7``: a figure of the side without the ball that can reach the holder's square tries to take the ball."""
    if (fault := _fault(laws, position, piece, on)) is not None:
        return fault
    steps = steps_to_holder(laws, position, piece)
    if steps is None:
        most = position.card(piece).blue
        return refused("move.range", "steal", piece=piece, most=most, on=on)
    return steal(position, piece, steps)


def play(laws: Laws, position: SoccerChessPosition, piece: PieceId) -> Ruling:
    """A try that nothing is wrong with. Raises ValueError if the holder cannot be reached."""
    steps = steps_to_holder(laws, position, piece)
    if steps is None:
        raise ValueError(f"{piece} cannot reach the holder")
    return steal(position, piece, steps)


def _fault(laws: Laws, position: SoccerChessPosition, piece: PieceId, on: PieceId) -> Refusal | None:
    if (fault := faults.wrong_side(position, piece)) is not None:
        return fault
    if not laws.options.steal:
        return faults.off_option("steal")
    if (fault := faults.misused(laws, position, piece)) is not None:
        return fault
    if piece not in position.pieces:
        return faults.not_on_grid(piece)
    if position.holder != on or team_of(on) == team_of(piece):
        who = say("has_ball", piece=position.holder) if position.holder is not None else say("nobody_has_ball")
        return refused("ball.holder", "take", piece=piece, on=on, who=who)
    return moves.order_fault(position, "steal")


def steps_to_holder(laws: Laws, position: SoccerChessPosition, piece: PieceId) -> int | None:
    """Straight steps through free squares to the holder's square, or None if they are more than the blue value."""
    if position.holder is None:
        return None
    goal = position.pieces[position.holder]
    taken = position.occupied.keys() - {goal}
    way = reach(laws.pitch, position.pieces[piece], position.card(piece).blue, taken, until=goal).get(goal)
    return None if way is None else len(way)


def skills(position: SoccerChessPosition, piece: PieceId, steps: int) -> tuple[int, int]:
    """The skill that counts for the figure that tries, and the holder's."""
    card, holder = position.card(piece), position.card(position.holder or "")
    own = card.skill
    if own < holder.skill:
        own += POINTS_PER_UNIT * (card.blue - steps)
    return own, holder.skill


def succeeds(laws: Laws, position: SoccerChessPosition, piece: PieceId) -> bool:
    """Whether a figure that may try, and can reach the holder, takes the ball."""
    steps = steps_to_holder(laws, position, piece)
    if steps is None:
        return False
    own, theirs = skills(position, piece, steps)
    return own > theirs


def steal(position: SoccerChessPosition, piece: PieceId, steps: int) -> Ruling:
    """A higher skill has the ball and chooses a square next to the holder's; else the move is done again."""
    holder = position.holder or ""
    own, theirs = skills(position, piece, steps)
    totals = {team_of(piece): own, team_of(holder): theirs}
    told = event("tackle", by=piece, on=holder, totals=totals, won=own > theirs)
    if own <= theirs:
        return Ruling((told,), position.but(lifted=None))
    waits = Pending("placement", "tackle", position.turn, None, piece, {"on": holder})
    return Ruling((told,), position.but(awaits=waits))


def choices(laws: Laws, position: SoccerChessPosition) -> tuple[Space, ...]:
    """The free squares next to the robbed holder's (diagonally too); the own square is free once it is left."""
    piece, left = awaited(position)
    near = laws.pitch.grid.neighbours(position.pieces[left["on"]]).values()
    return tuple(space for space in near if position.occupied.get(space) in {None, piece})


def judge_place(laws: Laws, position: SoccerChessPosition, piece: PieceId, space: Space) -> Verdict:
    """``R5@WK15`` after a steal: where it stands with the ball."""
    thief, left = awaited(position)
    if piece != thief:
        return refused("choice.awaited", "won", thief=thief, on=left["on"])
    if space not in laws.pitch.field:
        return faults.no_such_square(space)
    if (there := position.occupied.get(space)) not in {None, thief}:
        return refused("move.occupied", space=laws.spoken(space), other=there)
    if space not in choices(laws, position):
        return refused("move.range", "beside", space=laws.spoken(space), on=left["on"])
    return place(laws, position, piece, space)


def place(laws: Laws, position: SoccerChessPosition, piece: PieceId, space: Space) -> Ruling:
    """The thief stands there with the ball; its move as the holder is due."""
    told = (
        event("placement", by=piece, at=space),
        event("possession", by=piece, team=team_of(piece), at=space, from_=position.pieces[piece]),
    )
    after = position.but(
        pieces=position.put(piece, space), awaits=None, lifted=piece, stole=True, dribbled=False, passes=0,
        **laws.lying(space),
    )  # fmt: skip
    return Ruling(told, after)
