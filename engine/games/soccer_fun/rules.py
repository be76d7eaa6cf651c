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
    status,
    turns,
)
from engine.games.soccer_fun.laws import Laws
from engine.games.soccer_fun.options import read_options
from engine.games.soccer_fun.pitch import Pitch, shipped_pitch
from engine.games.soccer_fun.position import SoccerFunPosition
from engine.games.soccer_fun.roles import GAME
from engine.games.soccer_fun.words import refused, say
from engine.match import team_of
from engine.rules.chaptered import Chaptered, Chapters
from engine.rules.dice import answered
from engine.rules.ends import defended
from engine.rules.match_course import judge_first
from engine.rules.words import cause_name
from engine.ruleset import Refusal, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Board
    from engine.grid import Space
    from engine.match import Action, PieceId, Roll, Team

DEFAULT_BOARD = "soccer-fun-a3"

_NOT_OF_THIS_GAME = {"lob", "tackle", "shot", "kick", "no_move", "end", "touch", "lift", "substitute"}


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


def judge(laws: Laws, position: SoccerFunPosition, action: Action) -> Verdict:
    """Judge one action: first the side, then a restart's taker and the holder, then the chapter of the action."""
    if turns.is_over(laws, position):
        return refused("turn.side", "over")
    if (what := _foreign(action)) is not None:
        return refused("notation", game=GAME, what=what)
    if position.awaits is not None or action.kind == "choice":
        return _while_waiting(laws, position, action)
    if action.kind == "first":
        return judge_first(position, "kick_off")
    if position.turn is None:
        return refused("turn.side", "first", what=say("what.kick_off"))
    if action.kind == "place":
        return _judge_placement(laws, position, action)
    if action.kind == "ball":
        return kickoff.judge_ball(laws, position, action.target)
    fault = gate(laws, position, action)
    return _judge_play(laws, position, action) if fault is None else fault


def _foreign(action: Action) -> str | None:
    """What an action of another game is called."""
    if action.kind == "pass" and action.direction is None:
        return say("unknown.pass")
    if any(mark == "~" for mark, _ in action.path):
        return say("unknown.dribble")
    return say(f"unknown.{action.kind}") if action.kind in _NOT_OF_THIS_GAME else None


def _while_waiting(laws: Laws, position: SoccerFunPosition, action: Action) -> Verdict:
    awaits = position.awaits
    if awaits is None or awaits.type == "choice":
        return deflections.judge_choice(laws, position, action)
    return refused("roll.awaited", cause=cause_name(awaits.cause))


def _judge_placement(laws: Laws, position: SoccerFunPosition, action: Action) -> Verdict:
    if position.restart == "kick_off":
        return kickoff.judge_placement(laws, position, action)
    if position.restart is not None:
        return restarts.judge_placement(laws, position, action)
    if position.turn != team_of(action.piece or ""):
        return refused("turn.side", team=position.turn, piece=action.piece)
    return refused("restart.spot", "play", piece=action.piece)


def gate(laws: Laws, position: SoccerFunPosition, action: Action) -> Refusal | None:
    """The side on turn, a restart's taker, and the figure with the ball before any other."""
    piece = action.piece or ""
    if team_of(piece) != position.turn:
        return refused("turn.side", team=position.turn, piece=piece)
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


def _judge_play(laws: Laws, position: SoccerFunPosition, action: Action) -> Verdict:
    if action.kind == "declare":
        return dice.judge_declaration(position, action)
    if (fault := dice.not_rolled(position, action.piece or "")) is not None:
        return fault
    if action.kind == "move":
        return moves.judge_move(laws, position, action)
    return kicks.judge_kick(laws, position, action)


def rolled(_: Laws, position: SoccerFunPosition, roll: Roll) -> Verdict:
    """Go on with the dice that the position waits for."""
    if position.declared is not None:
        return dice.rolled(position, roll)
    awaits = answered(position, roll)
    return awaits if isinstance(awaits, Refusal) else kickoff.first_rolled(position, roll)


def _kick_off_marks(laws: Laws, team: Team) -> tuple[Space, ...]:
    return laws.pitch.kick_off_squares(defended(team))


_CHAPTERS = Chapters(
    game="soccer-fun",
    name=GAME,
    position=SoccerFunPosition,
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
    chosen=dice.chosen,
    seen_faults=seen.faults,
    kick_off_marks=_kick_off_marks,
    kick_off_fault=kickoff.ready,
    one_act=True,
)
