"""Soccer Fun's door: which chapter judges what, and what comes before all others (side, restart, holder, dice)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.games.soccer_fun import (
    counter,
    deflections,
    dice,
    draw,
    kickoff,
    kicks,
    legal,
    moves,
    play,
    position_json,
    position_text,
    restarts,
    seen,
    standing,
    status,
    turns,
)
from engine.games.soccer_fun.laws import Laws
from engine.games.soccer_fun.options import read_options
from engine.games.soccer_fun.pitch import Pitch, shipped_pitch
from engine.games.soccer_fun.position import SoccerFunPosition
from engine.games.soccer_fun.roles import GAME
from engine.games.soccer_fun.words import refused, say
from engine.rules.chaptered import Chaptered, Chapters
from engine.rules.dice import answered
from engine.rules.ends import defended
from engine.rules.judging import Judging, checked, placed
from engine.ruleset import Refusal, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Board
    from engine.grid import Space
    from engine.match import Action, PieceId, Roll, Team

DEFAULT_BOARD = "soccer-fun-a3"


@dataclass(frozen=True)
class SoccerFunRules(Chaptered[Laws, SoccerFunPosition]):
    """Soccer Fun with its options on one board; implements ``engine.ruleset.Ruleset``."""

    laws: Laws

    @classmethod
    def of(cls, board: Board | None = None, options: Mapping[str, Any] | None = None) -> SoccerFunRules:
        """The rules on a board (default: the kit's). Raises BoardError, and MalformedError for an option."""
        pitch = Pitch(board) if board is not None else shipped_pitch(DEFAULT_BOARD)
        return cls(Laws(pitch, read_options(options)))

    @property
    def chapters(self) -> Chapters[Laws, SoccerFunPosition]:
        """Which function does what."""
        return _CHAPTERS


def _unlike(action: Action) -> str | None:
    """A ball is kicked in a direction, and nobody dribbles."""
    if action.kind == "pass" and action.direction is None:
        return "pass"
    return "dribble" if any(mark == "~" for mark, _ in action.path) else None


def gate(laws: Laws, position: SoccerFunPosition, action: Action) -> Refusal | None:
    """A restart's taker, and the figure with the ball, come before any other."""
    piece = action.piece or ""
    if position.restart is not None and (fault := _restart_fault(laws, position, piece)) is not None:
        return fault
    return _holder_fault(position, piece, action)


def _restart_fault(laws: Laws, position: SoccerFunPosition, piece: PieceId) -> Refusal | None:
    if position.restart == "kick_off":
        return kickoff.ready(laws, position)
    return restarts.may_take(laws, position, piece)


def _holder_fault(position: SoccerFunPosition, piece: PieceId, action: Action) -> Refusal | None:
    """The figure in possession is the one that is played, and it kicks; no other can."""
    holder = position.holder
    if holder is not None and holder[0] == position.turn:
        if holder != piece:
            return refused("play.holder", holder=holder, piece=piece)
        if action.kind == "move":
            return refused("play.holder", "kick", piece=piece)
        return None
    if action.kind == "pass":
        return refused("play.holder", "not", piece=piece)
    if piece not in position.pieces:
        return refused("move.field", "piece", piece=piece)
    return None


def _not_rolled(_: Laws, position: SoccerFunPosition, action: Action) -> Refusal | None:
    return dice.not_rolled(position, action.piece or "")


def rolled(_: Laws, position: SoccerFunPosition, roll: Roll) -> Verdict:
    """Go on with the dice that the position waits for."""
    if position.declared is not None:
        return dice.rolled(position, roll)
    awaits = answered(position, roll)
    return awaits if isinstance(awaits, Refusal) else kickoff.first_rolled(position, roll)


def _kick_off_marks(laws: Laws, team: Team) -> tuple[Space, ...]:
    return laws.pitch.kick_off_squares(defended(team))


_JUDGING = Judging(
    game=GAME,
    over=turns.is_over,
    acts={
        "declare": lambda _, position, action: dice.judge_declaration(position, action),
        "move": checked(_not_rolled, moves.judge_move),
        "pass": checked(_not_rolled, kicks.judge_kick),
    },
    aside={
        "place": placed(kickoff.judge_placement, restarts.judge_placement, refused),
        "ball": lambda laws, position, action: kickoff.judge_ball(laws, position, action.target),
    },
    gate=gate,
    choice=deflections.judge_choice,
    begins="kick_off",
    unlike=_unlike,
    time=turns.judge_time,
    refused=refused,
)

_CHAPTERS = Chapters(
    game="soccer-fun",
    name=GAME,
    position=SoccerFunPosition,
    read=position_json.read_position,
    write=position_json.write_position,
    to_text=position_text.format_position,
    from_text=position_text.parse_position,
    judge=lambda laws, position, action: turns.played_out(position, _JUDGING(laws, position, action)),
    apply=play.apply,
    roll=rolled,
    legal=legal.legal_actions,
    status=status.status,
    counter=counter.counter,
    draw=draw.draw_action,
    say=say,
    hidden=legal.hidden_actions,
    chosen=dice.chosen,
    seen_faults=seen.faults,
    stands=standing.stands,
    kick_off_marks=_kick_off_marks,
    kick_off_fault=kickoff.ready,
    one_act=True,
)
