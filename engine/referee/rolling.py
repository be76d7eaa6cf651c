"""Balls that are kicked with the hand: measured where they came to rest, once looks agree that they lie still.

Where the way of the ball was seen it decides before the rest does: a ball that was all over a line is out where it
crossed it, wherever it rolled afterwards; figures that turned it touched it. What the way leaves open is asked.

Games in which the ball goes from space to space never get here: they have no action ``kick``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from engine.grid import Point
from engine.inference.reading import Table, updated
from engine.inference.story import play_through
from engine.match import Action, other, team_of
from engine.notation import format_action, parse_action
from engine.record.records import Corrected, Noted
from engine.record.replay import apply
from engine.referee.carried import GONE_ON, HIDDEN, gone_on, out_of_sight, set_up_since, stopped_by
from engine.referee.commit import asking, observed, stated, told
from engine.referee.kicked import kick_begun, kicks_from, path_from
from engine.referee.patience import ask
from engine.referee.rolled import SURE, Field, Over, over_lines, touches
from engine.referee.sentences import say
from engine.referee.values import NO_DOUBT, Answer, Outcome, Referee, Say, TypedAction
from engine.sentences import joined, same_message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.inference import Reading
    from engine.match import PieceId, Position
    from engine.observation import Observation, PathPoint
    from engine.record.records import Record
    from engine.record.replay import Match
    from engine.ruleset import Ruleset
    from engine.sentences import Sentence

LOOKS_AT_REST = 2
"""Looks in a row that must show the ball in the same place before it is measured."""

ASSUMED_SD_MM = 1.0
"""Standard deviation per axis of a ball whose look brings none."""

MOST_NAMED = 3
"""Figures that a question names, the likeliest; the others are among its answers."""


@dataclass(frozen=True, slots=True)
class _End:
    """How a kick ended."""

    at_mm: Point
    """Where the ball came to rest; out, where it crossed the line, as far beyond it as it was seen to be."""
    sd_mm: float
    lies_mm: Point
    """Where it really lies."""
    close: Over | None = None
    """Its way, if that came too close to a line to tell though the ball lies in the field."""


def at_rest(rules: Ruleset, referee: Referee, look: Observation, reading: Reading) -> Outcome | None:
    """What follows from a ball that was kicked and lies still; None if none was."""
    position, lies_mm = referee.position, _lies(look)
    if position is None or lies_mm is None or _held(position, look) or _not_put_yet(rules, referee, lies_mm):
        return None
    begun = kick_begun(rules, position, look, lies_mm)
    if begun is None:
        return _who_kicked(rules, referee, look, lies_mm)
    path = path_from(rules, position, look.path)
    end = _end(rules, look, lies_mm, path)
    if end is None:
        return None
    if set_up_since(position, reading):
        return None
    kick = _Kick(begun, end, path)
    if not path and (unseen := _ended_unseen(rules, referee, look, reading, kick)) is not None:
        return unseen
    square = rules.board.grid.nearest(*lies_mm).space
    doubt = referee.doubt.again(("at rest", square), look.t)
    if doubt.looks < LOOKS_AT_REST:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"))
    return _measured(rules, replace(referee, doubt=doubt), look, reading, kick)


def _ended_unseen(rules: Ruleset, referee: Referee, look: Observation, reading: Reading, kick: _Kick) -> Outcome | None:
    """What follows from a ball that nobody saw come to rest and that a figure has now; None if there is none."""
    position, begun, lies_mm = referee.position, kick.begun, kick.end.lies_mm
    if position is None:
        return None
    square = rules.board.grid.nearest(*lies_mm).space
    kicker = begun[-1].piece if begun else position.awaits.by if position.awaits is not None else None
    if kicker is not None and out_of_sight(referee.doubt, square):
        taker = stopped_by(rules, look, lies_mm, other(team_of(kicker)))
        if taker is not None:
            doubted = replace(referee, doubt=referee.doubt.again((HIDDEN, square), look.t))
            holder = _clearly_has_it(rules, position, (*begun, _rest(kick.end.at_mm)), taker, reading)
            if holder is None:
                return _was_it_put(doubted, look, begun, kick.end, taker)
            if doubted.doubt.looks < LOOKS_AT_REST:
                return Outcome(replace(doubted, eye="SETTLING"))
            told_so = _measured(rules, doubted, look, reading, kick)
            brought = reading.where.get(taker) == position.pieces.get(taker)
            return _has_it(told_so, taker) if holder == taker and brought else told_so
    if (piece := gone_on(referee.doubt, reading, square)) is not None:
        doubted = replace(referee, doubt=referee.doubt.again((GONE_ON, square, piece), look.t))
        return _was_it_put(doubted, look, begun, kick.end, piece)
    return None


def _clearly_has_it(
    rules: Ruleset, position: Position, acts: Sequence[Action], taker: PieceId, reading: Reading
) -> PieceId | None:
    """Who has the ball after acts, where nobody has to say whether it was put there; None where somebody has to.

    Either ``taker``, an opponent of the kicker by whom it lies, as after a ball that was out, while nothing else has
    been done since; or whoever was carried to it, as nobody would have been to a ball that was out.
    """
    after = _ends(rules, position, acts)
    if after is None or after.awaits is not None or after.holder is None:
        return None
    put = {piece: space for piece, space in reading.where.items() if position.pieces.get(piece) != space}
    if put == {after.holder: after.pieces[after.holder]}:
        return after.holder
    return taker if after.holder == taker and not put else None


def _has_it(told: Outcome, piece: PieceId) -> Outcome:
    """What was told, with a word that nobody saw where the ball stopped: play goes on in the same way."""
    text = say("was.out_of_sight.has_it", piece=piece)
    return replace(told, records=(*told.records, Noted(text=text)), says=(*told.says, Say("note", text)))


def _was_it_put(referee: Referee, look: Observation, begun: Sequence[Action], end: _End, piece: PieceId) -> Outcome:
    """Ask where a ball stopped that lies by an opponent now: it is given to one who takes it after it was out."""
    if referee.doubt.looks < LOOKS_AT_REST:
        return Outcome(replace(referee, eye="SETTLING"))
    rest = format_action(_rest(end.at_mm))
    kick = " ".join(map(format_action, begun))
    text = say("was.out_of_sight" if kick else "was.out_of_sight.kicked", piece=piece, kick=kick, rest=rest)
    stands = referee.asked if same_message(referee.asked, text, "piece") else text
    return ask(referee, look, stands, (_answer("stopped", *map(format_action, begun), rest, piece=piece),))


@dataclass(frozen=True, slots=True)
class _Kick:
    """What is known of a kick."""

    begun: tuple[Action, ...]
    """The kick itself, if nobody has told it yet."""
    end: _End
    path: tuple[PathPoint, ...]


def _held(position: Position, look: Observation) -> bool:
    """Whether the ball lies beside its holder, which may be a square away from where it was measured last."""
    holder = look.ball.on_piece if look.ball is not None else None
    return holder is not None and position.awaits is None and position.pieces.get(holder) == position.ball_space


def _not_put_yet(rules: Ruleset, referee: Referee, lies_mm: Point) -> bool:
    """Whether the ball still lies where it lay before a ruling gave it to somebody: nobody has kicked it from there."""
    position, lay = referee.position, referee.table.ball
    if position is None or position.awaits is not None or lay is None or lay == position.ball_space:
        return False
    return rules.board.grid.nearest(*lies_mm).space == lay


def _lies(look: Observation) -> Point | None:
    """Where the ball lies, or was seen last where it rolled out of sight."""
    if look.ball is not None:
        return Point(look.ball.x_mm, look.ball.y_mm)
    return Point(look.path[-1].x_mm, look.path[-1].y_mm) if look.path else None


def _who_kicked(rules: Ruleset, referee: Referee, look: Observation, lies_mm: Point) -> Outcome | None:
    """The question whose kick it was, where more than one figure stood by the ball; None if it was no kick."""
    position = referee.position
    if position is None or position.awaits is not None:
        return None
    kicks = kicks_from(rules, position, look, lies_mm)
    if not kicks:
        return None
    doubt = referee.doubt.again(("kicked", rules.board.grid.nearest(*lies_mm).space), look.t)
    if doubt.looks < LOOKS_AT_REST:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"))
    told = [format_action(kick) for kick in kicks]
    who: Sentence = joined(say("or"), [kick.piece or "" for kick in kicks[:MOST_NAMED]])
    if len(kicks) > MOST_NAMED:
        who = say("was.kicked.other", who=who)
    text = say("was.kicked", who=who, first=told[0])
    likely = tuple(Answer(notation, (TypedAction(notation),)) for notation in told)
    return ask(replace(referee, doubt=doubt), look, text, likely)


def _end(rules: Ruleset, look: Observation, lies_mm: Point, path: tuple[PathPoint, ...]) -> _End | None:
    """How the kick ended, as far as way and rest tell; None if neither does."""
    field = Field(rules.board.grid.field_size_mm, rules.board.file.ball.diameter_mm / 2)
    over = over_lines(field, path)
    if over is not None and over.verdict == "out":
        return _End(over.out_mm, over.sd_mm, lies_mm)
    if look.ball is None:
        return None
    sd_mm = look.ball.sd_mm or ASSUMED_SD_MM
    inside = max(-lies_mm.x_mm, lies_mm.x_mm - field.size_mm[0], -lies_mm.y_mm, lies_mm.y_mm - field.size_mm[1])
    # Where the rest itself is too close to a line, that is asked as ever.
    asked = over if over is not None and over.verdict == "close" else None
    clear = inside - field.radius_mm < -SURE * sd_mm
    return _End(lies_mm, sd_mm, lies_mm, asked if clear else None)


def _measured(rules: Ruleset, referee: Referee, look: Observation, reading: Reading, kick: _Kick) -> Outcome:
    match, records = _with_measure(rules, referee.match, kick.end.sd_mm)
    match, more, says = told(rules, match, kick.begun, "seen")
    sure, open_ones = _touched(rules, match, look, kick)
    match, touched, _ = told(rules, match, sure, "seen")
    rest = _rest(kick.end.at_mm)
    records = [observed(look), *records, *more, *touched] if records or more or touched else []
    if question := _question(rules, match, kick, rest, open_ones):
        # Measurements differ by a little from look to look; the question is the same.
        stands = referee.asked if same_message(referee.asked, question.text, "piece") else question.text
        outcome = ask(replace(referee, match=match), look, stands, question.likely)
        return Outcome(outcome.referee, (*records, *outcome.records), (*says, *outcome.says))
    match, last, news = told(rules, match, (rest,), "seen")
    lies = rules.board.grid.nearest(*kick.end.lies_mm).space
    position = referee.match.position
    assert position is not None  # noqa: S101 - a ball is measured only in a match that has begun
    table = Table(updated(position, referee.table, reading).pieces, lies)
    after = replace(referee, match=match, table=table, doubt=NO_DOUBT, announced=(), latest=look)
    return asking(Outcome(after, (*(records or [observed(look)]), *last), (*says, *news)))


def _rest(at_mm: Point) -> Action:
    return Action("ball", point_mm=Point(round(at_mm.x_mm, 1), round(at_mm.y_mm, 1)))


def _with_measure(rules: Ruleset, match: Match, sd_mm: float) -> tuple[Match, list[Record]]:
    """The match with the error of this measurement in it, and the records that say so."""
    measure = {"sd_mm": max(0.1, round(sd_mm, 1))}
    if match.position is None or rules.write_position(match.position).get("measure") == measure:
        return match, []
    word = Corrected(changes={"measure": measure}, source="seen", reason=say("reason.measure"))
    match = apply(rules, match, word)
    return match, [word, stated(rules, match)]


def _touched(
    rules: Ruleset, match: Match, look: Observation, kick: _Kick
) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    """Figures that the ball touched for sure, in order; and those that it may have touched."""
    position = match.position
    if position is None or position.awaits is None or position.awaits.left.get("touched"):
        return (), ()
    kicker = position.awaits.by
    figures = {
        disc.piece: Point(disc.x_mm, disc.y_mm)
        for disc in look.pieces
        if disc.number is not None and disc.piece != kicker and disc.piece in position.pieces
    }
    pieces, radius = rules.board.file.pieces, rules.board.file.ball.diameter_mm / 2
    # A figure lower than the ball's middle is met below its widest.
    below = max(0.0, radius - pieces.height_mm)
    found = touches(kick.path, figures, pieces.diameter_mm / 2 + math.sqrt(radius**2 - below**2))
    acts = [(parse_action(f"touch:{touch.piece}"), touch.sure) for touch in found]
    return tuple(act for act, sure in acts if sure), tuple(act for act, sure in acts if not sure)


class _Question(NamedTuple):
    """Something to be asked of people."""

    text: str
    likely: tuple[Answer, ...]


def _question(rules: Ruleset, match: Match, kick: _Kick, rest: Action, open_ones: Sequence[Action]) -> _Question | None:
    """What has to be asked before the ball counts as lying there; None if nothing."""
    lies = format_action(rest)
    if kick.end.close is not None:
        over = kick.end.close
        went = format_action(_rest(_clearly_over(rules, over)))
        text = say("was.line", over=over.over_mm, sd=over.sd_mm, stayed=lies, went=went)
        return _Question(text, (_answer("in", lies), _answer("over", went)))
    for act in open_ones:
        if _ends(rules, match.position, (act, rest)) != _ends(rules, match.position, (rest,)):
            touch, piece = format_action(act), act.piece or ""
            text = say("was.touch", piece=piece, act=touch, rest=lies)
            return _Question(text, (_answer("touched", touch, lies, piece=piece), _answer("passed", lies, piece=piece)))
    return None


def _answer(key: str, *acts: str, **values: object) -> Answer:
    return Answer(say(f"answer.{key}", **values), tuple(TypedAction(act) for act in acts))


def _clearly_over(rules: Ruleset, over: Over) -> Point:
    """The nearest place at which the ball would be out beyond doubt."""
    length, width = rules.board.grid.field_size_mm
    beyond = rules.board.file.ball.diameter_mm / 2 + SURE * max(over.sd_mm, 1.0) + 1.0
    x_mm, y_mm = over.out_mm
    edges = ((x_mm, -beyond, y_mm), (length - x_mm, length + beyond, y_mm), (y_mm, x_mm, -beyond))
    nearest = min((*edges, (width - y_mm, x_mm, width + beyond)), key=lambda edge: edge[0])
    return Point(nearest[1], nearest[2])


def _ends(rules: Ruleset, position: Position | None, acts: Sequence[Action]) -> Position | None:
    """The position that acts lead to; None if they are not allowed."""
    positions = play_through(rules, position, acts) if position is not None else None
    return positions[-1] if positions is not None else None
