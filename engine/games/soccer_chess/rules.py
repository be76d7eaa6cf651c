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
    outs,
    play,
    position_json,
    position_text,
    possession,
    seen,
    setup,
    standing,
    status,
    steals,
)
from engine.games.soccer_chess.laws import Laws
from engine.games.soccer_chess.options import read_options
from engine.games.soccer_chess.pitch import Pitch, shipped_pitch
from engine.games.soccer_chess.position import SoccerChessPosition
from engine.games.soccer_chess.words import refused, say
from engine.rules.chaptered import Chaptered, Chapters
from engine.rules.dice import awaited, one_each_awaited
from engine.rules.judging import Judging

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Board
    from engine.games.soccer_chess.cards import Card
    from engine.match import Action, PieceId, Roll
    from engine.ruleset import Verdict

DEFAULT_BOARD = "soccer-chess"


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


def _unlike(action: Action) -> str | None:
    """A shot is announced, at no square."""
    return "shot" if action.kind == "shot" and action.target is not None else None


def _while_waiting(laws: Laws, position: SoccerChessPosition, action: Action) -> Verdict:
    awaits = position.awaits
    match awaits.cause if awaits is not None else None:
        case "kick":
            if action.kind == "touch":
                return kicks.judge_touch(position, action.piece or "")
            if action.kind == "ball":
                return kicks.judge_rest(laws, position, action)
            return refused("cycle.order", "rest", by=awaited(position)[0])
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
        raise one_each_awaited(awaits)
    return setup.first_rolled(laws, position, roll)


_JUDGING = Judging(
    game="Soccer Chess",
    over=goals.is_over,
    acts={
        "move": moves.judge_move,
        "kick": lambda laws, position, action: kicks.judge_kick(laws, position, action.piece or ""),
        "shot": lambda laws, position, action: kicks.judge_announcement(laws, position, action.piece or ""),
        "no_move": lambda laws, position, _: moves.judge_pass(laws, position),
        # A turn that is ended, as with the space bar, is a move that is passed.
        "end": lambda laws, position, _: moves.judge_pass(laws, position),
        "lift": lambda laws, position, action: moves.judge_lift(laws, position, action.piece or ""),
        "tackle": lambda laws, position, act: steals.judge_steal(laws, position, act.piece or "", act.other or ""),
        "place": lambda laws, position, act: setup.judge_placement(laws, position, act.piece or "", act.target or ""),
        "ball": setup.judge_ball,
        "touch": lambda _, position, action: kicks.judge_touch(position, action.piece or ""),
        "choice": lambda _, __, action: refused("choice.none", "answer", word=action.direction),
    },
    gate=None,
    waiting=_while_waiting,
    first=lambda position, _: setup.judge_first(position),
    unlike=_unlike,
    time=goals.judge_time,
    refused=refused,
)

_CHAPTERS = Chapters(
    game="soccer-chess",
    name="Soccer Chess",
    position=SoccerChessPosition,
    read=position_json.read_position,
    write=position_json.write_position,
    to_text=position_text.format_position,
    from_text=position_text.parse_position,
    judge=lambda laws, position, action: goals.played_out(position, _JUDGING(laws, position, action)),
    apply=play.apply,
    roll=rolled,
    legal=legal.legal_actions,
    status=status.status,
    counter=counter.counter,
    draw=draw.draw_action,
    say=say,
    hidden=legal.hidden_actions,
    seen_faults=seen.faults,
    stands=standing.stands,
    off_table=outs.off_table,
)
