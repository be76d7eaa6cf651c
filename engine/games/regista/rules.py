"""Regista's door: which chapter judges what, and the two questions that come before all others (side, restart)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.games.regista import (
    counter,
    draw,
    ends,
    kickoff,
    legal,
    moves,
    passes,
    play,
    position_json,
    position_text,
    restarts,
    shots,
    status,
    substitutions,
    tackles,
    turns,
)
from engine.games.regista.laws import Laws
from engine.games.regista.options import read_options
from engine.games.regista.pitch import Pitch, shipped_pitch
from engine.games.regista.position import RegistaPosition
from engine.games.regista.words import refused, say
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

DEFAULT_BOARD = "regista-a2"

_NOT_OF_THIS_GAME = {"lob", "choice", "declare", "kick", "no_move", "touch", "lift"}


@dataclass(frozen=True)
class RegistaRules(Chaptered[Laws, RegistaPosition]):
    """Regista with its options on one board; implements ``engine.ruleset.Ruleset``."""

    laws: Laws

    @classmethod
    def of(cls, board: Board | None = None, options: Mapping[str, Any] | None = None) -> RegistaRules:
        """The rules on a board (default: the kit's). Raises BoardError, and MalformedError for an option."""
        pitch = Pitch(board) if board is not None else shipped_pitch(DEFAULT_BOARD)
        return cls(Laws(pitch, read_options(options)))

    @property
    def chapters(self) -> Chapters[Laws, RegistaPosition]:
        """Which function does what."""
        return _CHAPTERS


def judge(laws: Laws, position: RegistaPosition, action: Action) -> Verdict:
    """Judge one action: first the side, then a restart's first act, then the chapter of the action."""
    if turns.is_over(laws, position):
        return refused("turn.side", "over")
    if action.kind in _NOT_OF_THIS_GAME or (action.kind in {"pass", "shot"} and action.target is None):
        what = say(f"unknown.{action.kind}" if action.kind in _NOT_OF_THIS_GAME else "unknown.bare")
        return refused("notation", game="Regista", what=what)
    if position.awaits is not None:
        return _while_waiting(laws, position, action)
    if action.kind == "first":
        return judge_first(position)
    if position.turn is None:
        return refused("turn.side", "first", what=say("what.first_turn"))
    if action.kind == "substitute":
        return substitutions.judge_substitution(position, action)
    if action.kind == "place":
        return _judge_placement(laws, position, action)
    if action.kind == "ball":
        return kickoff.judge_ball(laws, position, action.target)
    fault = gate(laws, position, action)
    return _judge_play(laws, position, action) if fault is None else fault


def _while_waiting(laws: Laws, position: RegistaPosition, action: Action) -> Verdict:
    awaits = position.awaits
    if awaits is not None and awaits.type == "placement":
        return shots.judge_save_placement(laws, position, action)
    return refused("roll.awaited", cause=cause_name(awaits.cause if awaits else ""))


def _judge_placement(laws: Laws, position: RegistaPosition, action: Action) -> Verdict:
    if position.restart == "kick_off":
        return kickoff.judge_placement(laws, position, action)
    if position.restart is not None:
        return restarts.judge_placement(laws, position, action)
    if position.turn != team_of(action.piece or ""):
        return refused("turn.side", team=position.turn, piece=action.piece)
    return refused("restart.extra", "play", piece=action.piece)


def gate(laws: Laws, position: RegistaPosition, action: Action) -> Refusal | None:
    """The side on turn, and a restart's pass before anything else."""
    piece = action.piece
    if piece is not None and team_of(piece) != position.turn:
        return refused("turn.side", team=position.turn, piece=piece)
    if position.restart is None:
        return None
    if action.kind != "pass" or piece is None:
        name = restart_name(position.restart)
        return refused("restart.first", restart=name)
    if position.restart == "kick_off" and (fault := kickoff.ready(position)) is not None:
        return fault
    return restarts.pass_allowed(laws, position, piece)


def _judge_play(laws: Laws, position: RegistaPosition, action: Action) -> Verdict:
    match action.kind:
        case "move":
            return moves.judge_move(laws, position, action)
        case "pass":
            return passes.judge_pass(laws, position, action)
        case "tackle":
            return tackles.judge_tackle(laws, position, action)
        case "shot":
            return shots.judge_shot(laws, position, action)
        case _:
            # Of the kinds that get here only the end of the turn is left.
            return turns.judge_end(laws, position)


def rolled(laws: Laws, position: RegistaPosition, roll: Roll) -> Verdict:
    """Go on with the dice that the position waits for."""
    awaits = answered(position, roll)
    if isinstance(awaits, Refusal):
        return awaits
    match awaits.cause:
        case "first":
            return turns.first_rolled(laws, position, roll)
        case "tackle":
            return tackles.rolled(position, roll)
        case "shot":
            return shots.rolled(laws, position, roll)
        case _:
            deviated = shots.deviated if awaits.left.get("shot") else passes.deviated
            return deviated(laws, position, roll)


_CHAPTERS = Chapters(
    game="regista",
    name="Regista",
    position=RegistaPosition,
    read=position_json.read_position,
    write=position_json.write_position,
    to_text=position_text.format_position,
    from_text=position_text.parse_position,
    judge=judge,
    apply=play.apply,
    roll=rolled,
    legal=legal.legal_actions,
    status=status.status,
    left_team=ends.left_team,
    counter=counter.counter,
    draw=draw.draw_action,
)
