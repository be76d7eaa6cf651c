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
    standing,
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
from engine.rules.chaptered import Chaptered, Chapters
from engine.rules.dice import awaited
from engine.rules.judging import Judging, by_cause, dice_first, placed
from engine.rules.words import restart_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Board
    from engine.match import Action, Roll
    from engine.ruleset import Refusal, Verdict

DEFAULT_BOARD = "regista-a2"


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


def _unlike(action: Action) -> str | None:
    """Passes and shots of other games have a direction or nothing, not a space."""
    return "bare" if action.kind in {"pass", "shot"} and action.target is None else None


def _while_waiting(laws: Laws, position: RegistaPosition, action: Action) -> Verdict:
    if position.awaits is not None and position.awaits.type == "placement":
        return shots.judge_save_placement(laws, position, action)
    return dice_first(laws, position, action)


def gate(laws: Laws, position: RegistaPosition, action: Action) -> Refusal | None:
    """A restart's pass comes before anything else."""
    if position.restart is None:
        return None
    if action.kind != "pass" or action.piece is None:
        return refused("restart.first", restart=restart_name(position.restart))
    if position.restart == "kick_off" and (fault := kickoff.ready(laws, position)) is not None:
        return fault
    return restarts.pass_allowed(laws, position, action.piece)


def _deviated(laws: Laws, position: RegistaPosition, roll: Roll) -> Verdict:
    _, left = awaited(position)
    return (shots.deviated if left.get("shot") else passes.deviated)(laws, position, roll)


_JUDGING = Judging(
    game="Regista",
    over=turns.is_over,
    acts={
        "move": moves.judge_move,
        "pass": passes.judge_pass,
        "tackle": tackles.judge_tackle,
        "shot": shots.judge_shot,
        "end": lambda laws, position, _: turns.judge_end(laws, position),
    },
    aside={
        "substitute": lambda _, position, action: substitutions.judge_substitution(position, action),
        "place": placed(kickoff.judge_placement, restarts.judge_placement, refused, "restart.extra"),
        "ball": lambda laws, position, action: kickoff.judge_ball(laws, position, action.target),
    },
    gate=gate,
    waiting=_while_waiting,
    unlike=_unlike,
    refused=refused,
)

_CHAPTERS = Chapters(
    game="regista",
    name="Regista",
    position=RegistaPosition,
    read=position_json.read_position,
    write=position_json.write_position,
    to_text=position_text.format_position,
    from_text=position_text.parse_position,
    judge=_JUDGING,
    apply=play.apply,
    roll=by_cause(
        {
            "first": turns.first_rolled,
            "tackle": lambda _, position, roll: tackles.rolled(position, roll),
            "shot": shots.rolled,
            "deviation": _deviated,
        }
    ),
    legal=legal.legal_actions,
    status=status.status,
    left_team=ends.left_team,
    counter=counter.counter,
    draw=draw.draw_action,
    say=say,
    stands=standing.stands,
    kick_off_marks=lambda laws, _: (laws.pitch.centre_mark,),
    kick_off_fault=kickoff.ready,
)
