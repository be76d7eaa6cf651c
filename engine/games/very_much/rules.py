"""Masume's door: which chapter judges what, and the two questions that come before all others (side, set piece)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.games.very_much import (
    charges,
    choices,
    counter,
    draw,
    kickoff,
    kicks,
    legal,
    moves,
    penalty,
    play,
    position_json,
    position_text,
    seen,
    set_pieces,
    standing,
    status,
    turns,
)
from engine.games.very_much.laws import Laws
from engine.games.very_much.options import read_options
from engine.games.very_much.pitch import Pitch, shipped_pitch
from engine.games.very_much.position import MasumePosition
from engine.games.very_much.roles import GAME
from engine.games.very_much.words import refused, say
from engine.rules.chaptered import Chaptered, Chapters
from engine.rules.judging import Judging, by_cause, placed
from engine.rules.words import restart_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Board
    from engine.match import Action
    from engine.ruleset import Refusal

DEFAULT_BOARD = "very-much-b3"


@dataclass(frozen=True)
class MasumeRules(Chaptered[Laws, MasumePosition]):
    """Masume Soccer Tactics with its options on one board; implements ``engine.ruleset.Ruleset``."""

    laws: Laws

    @classmethod
    def of(cls, board: Board | None = None, options: Mapping[str, Any] | None = None) -> MasumeRules:
        """The rules on a board (default: the kit's). Raises BoardError, and MalformedError for an option."""
        chosen = read_options(options)
        if board is None:
            return cls(Laws(shipped_pitch(DEFAULT_BOARD, chosen.move_max), chosen))
        return cls(Laws(Pitch(board, chosen.move_max), chosen))

    @property
    def chapters(self) -> Chapters[Laws, MasumePosition]:
        """Which function does what."""
        return _CHAPTERS


def _unlike(action: Action) -> str | None:
    """Only a penalty is a shot by word, and it has no square."""
    return "shot" if action.kind == "shot" and action.target is not None else None


def gate(laws: Laws, position: MasumePosition, action: Action) -> Refusal | None:
    """A set piece's kick comes before anything else."""
    piece = action.piece
    if position.restart is None:
        return None
    name = restart_name(position.restart)
    if position.restart == "penalty":
        if action.kind == "shot":
            return None
        return refused("restart.first", "penalty", restart=name, letter=position.turn)
    if action.kind not in {"pass", "lob"} or piece is None:
        return refused("restart.first", restart=name)
    if position.restart == "kick_off" and (fault := kickoff.ready(laws, position)) is not None:
        return fault
    if (fault := set_pieces.kick_allowed(laws, position, piece)) is not None:
        return fault
    if position.restart == "throw_in" and action.target is None:
        return refused("restart.first", "square", restart=name, piece=piece, space=position.spot)
    return None


_JUDGING = Judging(
    game=GAME,
    over=turns.is_over,
    acts={
        "move": moves.judge_move,
        "pass": kicks.judge_kick,
        "lob": kicks.judge_kick,
        "tackle": charges.judge_charge,
        "shot": penalty.judge_penalty,
        "end": lambda laws, position, _: turns.judge_end(laws, position),
    },
    aside={
        "place": placed(kickoff.judge_placement, set_pieces.judge_placement, refused),
        "ball": lambda laws, position, action: kickoff.judge_ball(laws, position, action.target),
    },
    gate=gate,
    choice=choices.judge_choice,
    unlike=_unlike,
    refused=refused,
)

_CHAPTERS = Chapters(
    game="very-much",
    name=GAME,
    position=MasumePosition,
    read=position_json.read_position,
    write=position_json.write_position,
    to_text=position_text.format_position,
    from_text=position_text.parse_position,
    judge=_JUDGING,
    apply=play.apply,
    roll=by_cause(
        {"first": kickoff.first_rolled, "charge": charges.rolled, "shot": penalty.rolled, "kick": kicks.rolled}
    ),
    legal=legal.legal_actions,
    status=status.status,
    counter=counter.counter,
    draw=draw.draw_action,
    say=say,
    hidden=legal.hidden_actions,
    seen_faults=seen.faults,
    stands=standing.stands,
    kick_off_marks=lambda laws, team: (laws.mark(team),),
    kick_off_fault=kickoff.ready,
    room_fault=set_pieces.room_fault,
)
