"""Kickabout, a fifth game made of public parts only, as docs/adding-a-game.md tells it.

Three a side on nine by five squares, goals of one square. A turn is one act:

* a piece moves one square in any direction, onto a free one (``move.range``, ``move.occupied``, ``move.field``); it
  takes a free ball along, and its own ball always (``move.leaves_ball``);
* or the holder passes straight, up to three squares (``pass.line``, ``pass.range``), past nobody (``pass.blocked``);
* or it shoots so at the opponent's goal (``shot.goal``), and a die of 4 or more scores; else the opponent's number 1
  has the ball where it stands.

After a goal the ball lies in the middle, the side that conceded plays on. Two goals win.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.board import parse_board
from engine.game_names import Listed
from engine.json_values import a_score
from engine.match import Action, MalformedError, Pending, other, team_of
from engine.rules import acts
from engine.rules.chaptered import Chaptered, Chapters
from engine.rules.dice import awaited
from engine.rules.drawing import one_of
from engine.rules.ends import attacked
from engine.rules.events import event
from engine.rules.field_position import FieldPosition
from engine.rules.judging import Judging, by_cause, checked
from engine.rules.match_course import full_time
from engine.rules.options import NoOptions, read_options
from engine.rules.pending_json import KEY, on_field, read_head
from engine.rules.pitch import BoardParts
from engine.rules.position_line import format_head, read_line, read_restart_word, restart_word
from engine.rules.refusals import no_such_space, not_holder
from engine.rules.standing_json import STANDING_KEYS, own_keys, read_restart, read_standing, read_turn, write_standing
from engine.rules.status import Fault, Sides, Status, Wrong, piece_faults
from engine.ruleset import Counter, Refusal, Ruling

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from engine.board import Board
    from engine.grid import Space
    from engine.match import Event, PieceId, Roll, Team

NAME = "kickabout"
LISTED = {NAME: Listed("Kickabout", f"{__name__}:KickaboutRules", numbers=3, dice=1, duels=False)}

BOARD = """
format = 1
name = "kickabout-a4"
game = "kickabout"
centre_mark = "C5"

[grid]
kind = "square"
rows = "ABCDE"
columns = 9
width_mm = 25.0

[goals]
left = ["C0"]
right = ["C10"]

[corner_spots]
left = ["A1", "E1"]
right = ["A9", "E9"]

[sheet]
size_mm = [297.0, 210.0]
field_origin_mm = [36.0, 42.0]
"""

SIDES = Sides(numbers=3, on_field=3)
LINES_UP = {"B1": "C1", "B2": "B3", "B3": "C5", "R1": "C9", "R2": "D7", "R3": "B6"}
REACH, SCORES, TO_WIN = 3, 4, 2


@dataclass(frozen=True)
class Pitch(BoardParts):
    """The board."""

    board: Board


@dataclass(frozen=True)
class Laws:
    """The board and no options."""

    pitch: Pitch
    options: NoOptions

    @cached_property
    def spaces(self) -> frozenset[Space]:
        """Field and goals."""
        return frozenset(self.pitch.grid.points)

    def target(self, team: Team) -> Space:
        """The goal square that a side shoots at."""
        return self.pitch.board.goals[attacked(team)][0]


@dataclass(frozen=True)
class KickaboutRules(Chaptered[Laws, FieldPosition]):
    """Kickabout on a board; implements ``engine.ruleset.Ruleset``."""

    laws: Laws

    @classmethod
    def of(cls, board: Board | None = None, options: Mapping[str, Any] | None = None) -> KickaboutRules:
        """The rules on a board (default: the one above)."""
        pitch = Pitch(board if board is not None else parse_board(BOARD, "kickabout-a4.toml", games=LISTED))
        return cls(Laws(pitch, read_options(NoOptions, options, LISTED[NAME].title)))

    @property
    def chapters(self) -> Chapters[Laws, FieldPosition]:
        """Which function does what."""
        return _CHAPTERS


def is_over(position: FieldPosition) -> bool:
    return max(position.score.B, position.score.R) >= TO_WIN


def _with_piece(_: Laws, position: FieldPosition, action: Action) -> Refusal | None:
    piece = action.piece or ""
    return None if piece in position.pieces else Refusal("move.field", f"{piece} is not on the field")


def _unlike(action: Action) -> str | None:
    return None if action.kind == "move" or action.target else action.kind


def _move_fault(laws: Laws, position: FieldPosition, action: Action) -> Refusal | None:
    piece, (mark, space) = action.piece or "", action.path[0]
    if mark == "~" and position.holder != piece:
        return not_holder(position, piece, "dribble")
    if mark == "-" and position.holder == piece:
        return Refusal("move.leaves_ball", f"{piece} has the ball and takes it along: {piece}~{space}")
    if space not in laws.spaces:
        return no_such_space(space)
    if len(action.path) > 1 or laws.pitch.grid.distance(position.pieces[piece], space) != 1:
        return Refusal("move.range", f"{piece} moves one square")
    if space not in laws.pitch.grid.field:
        return Refusal("move.field", f"{space} is a goal square")
    if (there := position.occupied.get(space)) is not None:
        return Refusal("move.occupied", f"{space} is taken by {there}")
    return None


def _kick_fault(laws: Laws, position: FieldPosition, action: Action) -> Refusal | None:
    piece, target = action.piece or "", action.target or ""
    if position.holder != piece:
        return not_holder(position, piece, "kick")
    if target not in laws.spaces:
        return no_such_space(target)
    line = laws.pitch.grid.line(position.pieces[piece], target)
    if line is None or line.distance == 0:
        return Refusal("pass.line", f"{target} is not straight from {position.pieces[piece]}")
    if line.distance > REACH:
        return Refusal("pass.range", f"{target} is {line.distance} squares away; a ball goes {REACH}")
    if between := [space for space in line.between if space in position.occupied]:
        return Refusal("pass.blocked", f"{position.occupied[between[0]]} stands in the way")
    if (action.kind == "shot") != (target == laws.target(team_of(piece))) or target not in (
        laws.pitch.grid.field | {laws.target(team_of(piece))}
    ):
        return Refusal("shot.goal", f"{team_of(piece)} shoots at {laws.target(team_of(piece))}")
    return None


def apply(_: Laws, position: FieldPosition, action: Action) -> Ruling:
    piece, target = action.piece or "", action.target or ""
    if action.kind == "move":
        return _moved(position, piece, action.path[0][1])
    kicked = event("shot" if action.kind == "shot" else "pass", by=piece, to=target)
    if action.kind == "shot":
        return Ruling((kicked,), position.but(awaits=Pending("roll", "shot", team_of(piece), 1, piece), restart=None))
    receiver = position.occupied.get(target)
    came = (
        event("free_ball", at=target)
        if receiver is None
        else event("possession", by=receiver, team=team_of(receiver), at=target)
    )
    return _turn_over(position.but(ball=target), kicked, came)


def _moved(position: FieldPosition, piece: PieceId, space: Space) -> Ruling:
    with_ball = position.holder == piece
    gained = () if space != position.ball else (event("possession", by=piece, team=team_of(piece), at=space),)
    kind = "dribble" if with_ball else "move"
    moved = event(kind, by=piece, from_=position.pieces[piece], to=space)
    after = position.but(pieces=position.put(piece, space), ball=space if with_ball else position.ball)
    return _turn_over(after, moved, *gained)


def _turn_over(position: FieldPosition, *events: Event) -> Ruling:
    team = other(position.side)
    after = position.but(turn=team, turns_done=position.turns_done.plus(position.side), awaits=None, restart=None)
    if is_over(after):
        return Ruling((*events, full_time(after)), after)
    return Ruling((*events, event("turn_over", team=team)), after)


def shot_rolled(laws: Laws, position: FieldPosition, roll: Roll) -> Ruling:
    piece, _ = awaited(position)
    team, face = team_of(piece), roll.faces[0]
    thrown = event("roll", for_="shot", team=team, value=face)
    if face >= SCORES:
        scored = position.but(score=position.score.plus(team), ball=laws.pitch.board.centre_mark)
        return _turn_over(scored, thrown, event("goal", team=team))
    keeper = f"{other(team)}1"
    at = position.pieces.get(keeper, laws.pitch.board.centre_mark)
    return _turn_over(position.but(ball=at), thrown, event("save", by=keeper, team=other(team)))


def legal_actions(laws: Laws, position: FieldPosition) -> Iterator[Action]:
    if is_over(position) or position.awaits is not None:
        return
    for piece, space in position.side_pieces(position.side).items():
        mark = "~" if position.holder == piece else "-"
        for near in laws.pitch.grid.neighbours(space).values():
            if near in laws.pitch.grid.field and near not in position.occupied:
                yield acts.move(piece, near, mark)
    holder = position.holder
    for target in laws.pitch.grid.spaces if holder is not None and team_of(holder) == position.turn else ():
        for kind in ("pass", "shot"):
            kick = Action(kind, piece=holder, target=target)
            if _kick_fault(laws, position, kick) is None:
                yield kick


def read_position(laws: Laws, raw: Mapping[str, Any]) -> FieldPosition:
    raw = own_keys(raw, STANDING_KEYS)
    pieces, ball = read_standing(laws.pitch.grid, SIDES, raw)
    restart = read_restart(raw.get("restart"), ("kick_off",))
    return FieldPosition(
        pieces=pieces,
        ball=ball,
        turn=read_turn(raw.get("turn", "B"), restart, None),
        restart=restart,
        score=a_score(raw.get("score", {}), "position.score"),
        turns_done=a_score(raw.get("turns_done", {}), "position.turns_done"),
        awaits=_read_pending(raw.get("awaits"), pieces),
    )


def _read_pending(raw: object, pieces: Mapping[PieceId, Space]) -> Pending | None:
    if raw is None:
        return None
    head = read_head(raw, ())
    by = on_field(head.by, pieces)
    if head.cause != "shot":
        raise MalformedError(f"{KEY}.for", "only a shot awaits a die")
    return Pending("roll", "shot", team_of(by), 1, by)


def format_position(position: FieldPosition) -> str:
    restart = [] if position.restart is None else [restart_word(position)]
    waits = [] if position.awaits is None else [f"awaits={position.awaits.by}"]
    return " ".join((format_head(position), *restart, *waits))


def parse_position(laws: Laws, text: str) -> FieldPosition:
    return read_position(laws, read_line(text, {"restart": read_restart_word, "awaits": _read_awaits}, {}))


def _read_awaits(raw: dict[str, Any], value: str) -> None:
    raw["awaits"] = {"for": "shot", "by": value}


def status(laws: Laws, position: FieldPosition) -> Status:
    faults = [*piece_faults(laws.pitch.grid, SIDES, position.pieces)]
    if position.ball not in laws.pitch.grid.field:
        faults.append(Fault(Wrong.NO_BALL, "there is no ball on the field"))
    if position.awaits is not None and position.holder != position.awaits.by:
        faults.append(Fault(Wrong.WAITING, f"{position.awaits.by} shoots, and has not the ball"))
    return Status(tuple(faults))


def counter(_: Laws, position: FieldPosition) -> Counter:
    return Counter(turn=position.turns_done.B + position.turns_done.R + 1)


def draw(laws: Laws, position: FieldPosition, rng: Random) -> Action | None:
    return one_of(list(legal_actions(laws, position)), rng)


def stands(_: Laws, position: FieldPosition, __: Action | None, lies: FieldPosition) -> FieldPosition:
    """Every act is the whole of a turn, against the rules or not."""
    return lies.but(turn=other(position.side), turns_done=lies.turns_done.plus(position.side), restart=None)


kicks = checked(_kick_fault, apply)
_CHAPTERS = Chapters(
    game=NAME,
    name=LISTED[NAME].title,
    position=FieldPosition,
    read=read_position,
    write=write_standing,
    to_text=format_position,
    from_text=parse_position,
    judge=Judging(
        game=LISTED[NAME].title,
        over=lambda _, position: is_over(position),
        acts={"move": checked(_move_fault, apply), "pass": kicks, "shot": kicks},
        gate=_with_piece,
        unlike=_unlike,
    ),
    apply=apply,
    roll=by_cause({"shot": shot_rolled}),
    legal=legal_actions,
    status=status,
    counter=counter,
    draw=draw,
    stands=stands,
)
