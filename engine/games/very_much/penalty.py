"""Penalties (house rule): any piece of the kicking side against the keeper, a die each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much import turns
from engine.games.very_much.roles import keeper_of
from engine.games.very_much.words import refused
from engine.match import other, team_of
from engine.rules.dice import await_duel, awaited, duel
from engine.rules.ends import attacked
from engine.rules.events import event
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.match import Action, PieceId, Roll


def judge_penalty(laws: Laws, position: MasumePosition, action: Action) -> Verdict:
    """``B9!``: the penalty is taken."""
    piece = action.piece or ""
    if position.restart != "penalty":
        return refused("notation", "penalty", piece=piece)
    if piece not in position.pieces:
        return refused("restart.spot", "field", piece=piece)
    return play(laws, position, piece)


def play(laws: Laws, position: MasumePosition, piece: PieceId) -> Ruling:
    """A penalty that nothing is wrong with; with no keeper on the field nobody can keep it out."""
    keeper = keeper_of(other(team_of(piece)))
    shot = event("shot", by=piece, on=keeper)
    taken = position.but(plays=((piece, "kick"),), restart=None, spot=None, taker=None, last_touch=piece)
    if keeper not in position.pieces:
        return turns.goal(laws, taken, attacked(team_of(piece)), (shot,))
    return Ruling((shot,), await_duel(taken, "shot", piece, {"on": keeper}))


def rolled(laws: Laws, position: MasumePosition, roll: Roll) -> Ruling:
    """A goal if the kicker's die exceeds the keeper's; if not, the keeper has the ball where it stands."""
    piece, left = awaited(position)
    team, keeper = team_of(piece), left["on"]
    totals, shown = duel("shot", roll, {})
    if totals[team] > totals[other(team)]:
        return turns.goal(laws, position.but(awaits=None), attacked(team), (shown,))
    return turns.possession(laws, position, keeper, (shown, event("save", by=keeper, team=other(team))))
