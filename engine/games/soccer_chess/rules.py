"""Soccer Chess's door: which chapter judges what."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.games.soccer_chess import (
    counter,
    draw,
    goals,
    kicks,
    legal,
    moves,
    play,
    position_json,
    position_text,
    possession,
    seen,
    setup,
    status,
    steals,
)
from engine.games.soccer_chess.laws import Laws
from engine.games.soccer_chess.options import read_options
from engine.games.soccer_chess.pitch import Pitch, shipped_pitch
from engine.games.soccer_chess.position import SoccerChessPosition
from engine.games.soccer_chess.words import refused, say
from engine.match import MalformedError
from engine.rules.chaptered import Chaptered, Chapters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Board
    from engine.games.soccer_chess.cards import Card
    from engine.match import Action, Pending, PieceId, Roll
    from engine.ruleset import Verdict

DEFAULT_BOARD = "soccer-chess"

_NOT_OF_THIS_GAME = {"pass", "lob", "declare", "substitute"}


@dataclass(frozen=True)
class SoccerChessRules(Chaptered[Laws, SoccerChessPosition]):
    """Soccer Chess with its options on one board; implements ``engine.ruleset.Ruleset``."""

    laws: Laws

    @classmethod
    def of(cls, board: Board | None = None, options: Mapping[str, Any] | None = None) -> SoccerChessRules:
        """The rules on a board (default: the kit's). Raises BoardError, and MalformedError for an option."""
        pitch = Pitch(board) if board is not None else shipped_pitch(DEFAULT_BOARD)
        return cls(Laws(pitch, read_options(options)))

    def with_cards(self, cards: Mapping[PieceId, Card]) -> SoccerChessRules:
        """The same rules for teams with cards; positions that bring a roster of their own keep it."""
        return replace(self, laws=replace(self.laws, roster={**self.laws.roster, **cards}))

    @property
    def chapters(self) -> Chapters[Laws, SoccerChessPosition]:
        """Which function does what."""
        return _CHAPTERS


def judge(laws: Laws, position: SoccerChessPosition, action: Action) -> Verdict:
    """Judge one action: what is awaited comes first, then the chapter of the action."""
    if goals.is_over(laws, position):
        return refused("turn.side", "over")
    if action.kind in _NOT_OF_THIS_GAME or (action.kind == "shot" and action.target is not None):
        what = say(f"unknown.{action.kind}" if action.kind in _NOT_OF_THIS_GAME else "unknown.shot")
        return refused("notation", game="Soccer Chess", what=what)
    if position.awaits is not None:
        return _while_waiting(laws, position, position.awaits, action)
    if action.kind == "first":
        return setup.judge_first(position)
    if position.turn is None:
        return refused("turn.side", "toss")
    return _judge_act(laws, position, action, action.piece or "")


def _judge_act(laws: Laws, position: SoccerChessPosition, action: Action, piece: str) -> Verdict:
    match action.kind:
        case "move":
            return moves.judge_move(laws, position, action)
        case "kick":
            return kicks.judge_kick(laws, position, piece)
        case "shot":
            return kicks.judge_announcement(laws, position, piece)
        case "no_move" | "end":
            # A turn that is ended, as with the space bar, is a move that is passed.
            return moves.judge_pass(laws, position)
        case "lift":
            return moves.judge_lift(laws, position, piece)
        case "tackle":
            return steals.judge_steal(laws, position, piece, action.other or "")
        case "place":
            return setup.judge_placement(laws, position, piece, action.target or "")
        case "ball":
            return setup.judge_ball(laws, position, action)
        case "touch":
            return kicks.judge_touch(position, piece)
        case _:
            # Of the kinds that get here only a choice is left.
            return refused("choice.none", "answer", word=action.direction)


def _while_waiting(laws: Laws, position: SoccerChessPosition, awaits: Pending, action: Action) -> Verdict:
    match awaits.cause:
        case "kick":
            if action.kind == "touch":
                return kicks.judge_touch(position, action.piece or "")
            if action.kind == "ball":
                return kicks.judge_rest(laws, position, action)
            return refused("cycle.order", "rest", by=awaits.by)
        case "line":
            return kicks.judge_line(laws, position, action.direction or "")
        case "nearest":
            return possession.judge_choice(laws, position, action.direction or "")
        case "tackle" if action.kind == "place":
            return steals.judge_place(laws, position, action.piece or "", action.target or "")
        case "tackle":
            return steals.judge_place(laws, position, "", "")
        case _:
            return refused("roll.awaited", "toss")


def rolled(laws: Laws, position: SoccerChessPosition, roll: Roll) -> Verdict:
    """Go on with the dice that the position waits for; only the toss has any."""
    awaits = position.awaits
    if awaits is None or awaits.type != "roll":
        return refused("roll.none")
    if roll.duel is None:
        raise MalformedError("rolls", f'a die of each side is awaited for the {awaits.cause}, {{"B": n, "R": n}}')
    return setup.first_rolled(laws, position, roll)


_CHAPTERS = Chapters(
    game="soccer-chess",
    name="Soccer Chess",
    position=SoccerChessPosition,
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
