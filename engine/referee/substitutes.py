"""Substitutions as a table shows them: a piece stands there that did not, and the one it stands for is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import TEAMS, Action, number_of, team_of
from engine.notation import format_action
from engine.referee.line_up_seen import stood_before
from engine.referee.sentences import say
from engine.referee.values import Answer, TypedAction
from engine.sentences import joined

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.match import PieceId
    from engine.observation import Observation
    from engine.record.replay import Match
    from engine.ruleset import Ruleset

CLEAR = 0.9
"""Discs read with less confidence say nothing for or against a name; of those above it, hardly any are read wrongly."""


def beside(look: Observation, piece: PieceId) -> bool:
    """Whether a piece is seen off the field, clearly and nowhere else."""
    seen = [disc for disc in look.pieces if disc.piece == piece]
    return len(seen) == 1 and seen[0].space is None and seen[0].confidence >= CLEAR


def came_on_for(rules: Ruleset, match: Match, standing: Collection[PieceId]) -> tuple[Action, ...]:
    """The substitutions by which a line-up after a goal has other pieces than stood before it.

    Empty where the rules would not have them all, or a side has not as many new pieces as it lacks.
    """
    stood, position = {*stood_before(match)}, match.position
    acts: list[Action] = []
    for team in TEAMS:
        gone, new = (
            sorted((piece for piece in pieces if team_of(piece) == team), key=number_of)
            for pieces in (stood - {*standing}, {*standing} - stood)
        )
        if len(gone) != len(new):
            return ()
        acts += [Action("substitute", piece=off, other=on) for off, on in zip(gone, new, strict=True)]
    for act in acts:
        verdict = rules.act(position, act) if position is not None else None
        if not verdict:
            return ()
        position = verdict.position
    return tuple(acts)


def substitutes(acts: tuple[Action, ...]) -> tuple[Answer, ...]:
    """The answer that substitutions were made; none where there are none."""
    if not acts:
        return ()
    texts = [say("answer.who.substitute", on=act.other, off=act.piece) for act in acts]
    given = tuple(TypedAction(format_action(act)) for act in acts)
    return (Answer(joined(say("comma"), texts), given),)
