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
    status,
    turns,
)
from engine.games.very_much.laws import Laws
from engine.games.very_much.options import read_options
from engine.games.very_much.pitch import Pitch, shipped_pitch
from engine.games.very_much.position import MasumePosition
from engine.games.very_much.roles import GAME
from engine.games.very_much.words import refused, say
from engine.match import team_of
from engine.rules.chaptered import Chaptered, Chapters
from engine.rules.dice import answered
from engine.rules.match_course import judge_first
from engine.rules.words import cause_name, restart_name
from engine.ruleset import Refusal, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Board
    from engine.match import Action, Roll

DEFAULT_BOARD = "very-much-b3"

_NOT_OF_THIS_GAME = {"declare", "kick", "no_move", "touch", "lift", "substitute"}


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


def judge(laws: Laws, position: MasumePosition, action: Action) -> Verdict:
    """Judge one action: first the side, then a set piece's kick, then the chapter of the action."""
    if turns.is_over(laws, position):
        return refused("turn.side", "over")
    if action.kind in _NOT_OF_THIS_GAME or (action.kind == "shot" and action.target is not None):
        what = say(f"unknown.{action.kind}" if action.kind in _NOT_OF_THIS_GAME else "unknown.shot")
        return refused("notation", game=GAME, what=what)
    if position.awaits is not None or action.kind == "choice":
        return _while_waiting(laws, position, action)
    if action.kind == "first":
        return judge_first(position)
    if position.turn is None:
        return refused("turn.side", "first", what=say("what.first_turn"))
    if action.kind == "place":
        return _judge_placement(laws, position, action)
    if action.kind == "ball":
        return kickoff.judge_ball(laws, position, action.target)
    fault = gate(laws, position, action)
    return _judge_play(laws, position, action) if fault is None else fault


def _while_waiting(laws: Laws, position: MasumePosition, action: Action) -> Verdict:
    awaits = position.awaits
    if awaits is None or awaits.type == "choice":
        return choices.judge_choice(laws, position, action)
    return refused("roll.awaited", cause=cause_name(awaits.cause))


def _judge_placement(laws: Laws, position: MasumePosition, action: Action) -> Verdict:
    if position.restart == "kick_off":
        return kickoff.judge_placement(laws, position, action)
    if position.restart is not None:
        return set_pieces.judge_placement(laws, position, action)
    if position.turn != team_of(action.piece or ""):
        return refused("turn.side", team=position.turn, piece=action.piece)
    return refused("restart.spot", "play", piece=action.piece)


def gate(laws: Laws, position: MasumePosition, action: Action) -> Refusal | None:
    """The side on turn, and a set piece's kick before anything else."""
    piece = action.piece
    if piece is not None and team_of(piece) != position.turn:
        return refused("turn.side", team=position.turn, piece=piece)
    if position.restart is None:
        return None
    name = restart_name(position.restart)
    if position.restart == "penalty":
        if action.kind == "shot":
            return None
        return refused("restart.first", "penalty", restart=name, team=position.turn)
    if action.kind not in {"pass", "lob"} or piece is None:
        return refused("restart.first", restart=name)
    if position.restart == "kick_off" and (fault := kickoff.ready(laws, position)) is not None:
        return fault
    if (fault := set_pieces.kick_allowed(laws, position, piece)) is not None:
        return fault
    if position.restart == "throw_in" and action.target is None:
        return refused("restart.first", "square", restart=name, piece=piece, space=position.spot)
    return None


def _judge_play(laws: Laws, position: MasumePosition, action: Action) -> Verdict:
    match action.kind:
        case "move":
            return moves.judge_move(laws, position, action)
        case "pass" | "lob":
            return kicks.judge_kick(laws, position, action)
        case "tackle":
            return charges.judge_charge(laws, position, action)
        case "shot":
            return penalty.judge_penalty(laws, position, action)
        case _:
            # Of the kinds that get here only the end of the turn is left.
            return turns.judge_end(laws, position)


def rolled(laws: Laws, position: MasumePosition, roll: Roll) -> Verdict:
    """Go on with the dice that the position waits for."""
    awaits = answered(position, roll)
    if isinstance(awaits, Refusal):
        return awaits
    match awaits.cause:
        case "first":
            return kickoff.first_rolled(laws, position, roll)
        case "charge":
            return charges.rolled(laws, position, roll)
        case "shot":
            return penalty.rolled(laws, position, roll)
        case _:
            return kicks.rolled(laws, position, roll)


_CHAPTERS = Chapters(
    game="very-much",
    name=GAME,
    position=MasumePosition,
    read=position_json.read_position,
    write=position_json.write_position,
    to_text=position_text.format_position,
    from_text=position_text.parse_position,
    judge=judge,
    apply=play.apply,
    roll=rolled,
    legal=legal.legal_actions,
    status=status.status,
    counter=counter.counter,
    draw=draw.draw_action,
    hidden=legal.hidden_actions,
    seen_faults=seen.faults,
)
