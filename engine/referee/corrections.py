"""What people say against the match as it is known: who stands where, the ball's space, whose turn it is, the score."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.inference import Table, read
from engine.inference.reading import ball_space
from engine.json_values import shown
from engine.match import TEAMS, MalformedError, team_of
from engine.referee.policy import AGREED, BY_POLICY
from engine.referee.sentences import say
from engine.referee.words import named_rounds
from engine.roll_text import parse_roll
from engine.said_act import square_said
from engine.sentences import joined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.grid import Space
    from engine.match import PieceId, Position, Roll
    from engine.observation import Observation
    from engine.ruleset import Ruleset
    from engine.sentences import Sentence

FORMS = "B7 H10, B7 off, B7=B9, ball H11, turn R, turn 5, score 2-1, moved B7 B9, roll 5 2"
"""Every form of a typed correction.

``B7=B9`` exchanges two pieces, or gives a disc the right number if there is no B9; ``turn 5`` puts the counter right;
``moved`` says who has moved in this turn (``moved none``: nobody); ``roll`` stands alone.
"""

_PIECE = re.compile(r"[BR][1-9][0-9]?")
_TOGETHER = re.compile(r"^([BR][1-9][0-9]?)([A-Z]{1,2}-?[0-9]{1,2})$")
"""A piece and its space without a blank between them can be nothing else."""
_PAIR = re.compile(r"([BR][1-9][0-9]?) *= *([BR][1-9][0-9]?)")
_SPACE = re.compile(r"[A-Z]{1,2}[0-9]{1,2}")
_SCORE = re.compile(r"([0-9]{1,3})[ :-]+([0-9]{1,3})|([0-9])([0-9])")
_BETWEEN = re.compile(r",(?![^(]*\))")
"""Commas between corrections, not those of a point."""
_POINT = re.compile(r"\( *(-?[0-9]{1,4}(?:\.[0-9]+)?) *, *(-?[0-9]{1,4}(?:\.[0-9]+)?) *\)")
_STANDS = {AGREED: ("stand.agreed", "stand.agreed.plain"), BY_POLICY: ("stand.policy", "stand.policy.plain")}
"""How it is told of what stands against the rules, and where no change has a name, by the reason in the log."""
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
_MOST_TURNS = 999
"""The last that can be said where a match has no last turn."""
_ROLL = re.compile(r"(?:roll|dice)\s+(.+)", re.IGNORECASE)
_FACES_TOGETHER = re.compile("[1-6]{2,3}")
_TURN = {"B": "B", "BLUE": "B", "R": "R", "RED": "R"}


OF_ONE_TURN = ("moved", "tackled", "plays")
"""Keys of a position's JSON form that list what was done in the present turn; a game has those that it needs."""


@dataclass(frozen=True, slots=True)
class Named:
    """Corrected places, with discs that go by another name from now on."""

    pieces: Mapping[PieceId, Space | None]
    """Where each piece stands; None for one that is not on the field."""
    names: Mapping[PieceId, PieceId]
    """New name by old name, for discs that stay where they are."""


def read_new_roll(text: str) -> Roll | None:
    """The right dice of the last throw, from ``roll 5 2`` or ``roll 52``; None for any other correction.

    Raises MalformedError for dice that are none.
    """
    found = _ROLL.fullmatch(text.strip())
    if found is None:
        return None
    faces = found[1]
    if _FACES_TOGETHER.fullmatch(faces):
        faces = " ".join(faces)
    return parse_roll(faces)


def read_correction(text: str, position: Position, rules: Ruleset) -> dict[str, Any]:
    """Typed corrections, separated by commas, as keys of a position's JSON form. Raises MalformedError.

    A turn given to the other side begins anew, see ``with_fresh_turn``.
    """
    changes: dict[str, Any] = {}
    pieces: dict[PieceId, Space | None] = {}
    for part in _BETWEEN.split(text.upper().replace("@", " ")):
        first, _, rest = _TOGETHER.sub(r"\1 \2", part.strip()).partition(" ")
        rest = _square(rules, position, first, rest.strip())
        if _PIECE.fullmatch(first) and (rest == "OFF" or _SPACE.fullmatch(rest)):
            pieces[first] = None if rest == "OFF" else rest
        elif (pair := _PAIR.fullmatch(part.strip())) and pair[1] in position.pieces:
            pieces |= _exchanged(position, pair[1], pair[2])
        elif first == "MOVED" and (rest == "NONE" or all(map(_PIECE.fullmatch, rest.split()))):
            changes["moved"] = [] if rest == "NONE" else rest.split()
        elif first == "TURN" and rules.counter(position).turn is not None and _NUMBER.fullmatch(rest):
            changes |= _turns_done(rules, position, int(rest))
        elif first == "BALL" and _SPACE.fullmatch(rest):
            changes["ball"] = rest
        elif first == "BALL" and (point := _POINT.fullmatch(rest)):
            changes["ball"] = [float(point[1]), float(point[2])]
        elif first == "TURN" and rest in _TURN:
            changes["turn"] = _TURN[rest]
        elif first == "SCORE" and (score := _SCORE.fullmatch(rest)):
            changes["score"] = {"B": int(score[1] or score[3]), "R": int(score[2] or score[4])}
        else:
            raise MalformedError("correction", say("correct.nothing", text=shown(part.strip().lower()), forms=FORMS))
    return {"pieces": pieces, **changes} if pieces else changes


def _square(rules: Ruleset, position: Position, first: str, rest: str) -> str:
    """What stands behind a piece, or ``BALL``: a square by its full name if it was said as players do (``K-14``)."""
    if first == "BALL":
        return square_said(rules, position, None, rest)
    return square_said(rules, position, first, rest) if _PIECE.fullmatch(first) else rest


def _exchanged(position: Position, one: PieceId, two: PieceId) -> dict[PieceId, Space | None]:
    """Two pieces where the other was; of a number that is not on the field, the disc that has it by right."""
    return {one: position.pieces.get(two), two: position.pieces[one]}


def _turns_done(rules: Ruleset, position: Position, turn: int) -> dict[str, Any]:
    """The finished turns of each side with which the counter shows ``turn``. Raises MalformedError past the last."""
    count = rules.counter(position)
    if count.turns is not None and turn > count.turns:
        raise MalformedError("correction", say("correct.turns.most", turn=turn, turns=count.turns))
    if turn > _MOST_TURNS:
        raise MalformedError("correction", say("correct.turns.far", turn=turn, turns=_MOST_TURNS))
    done = {team: position.turns_done.of(team) for team in TEAMS}
    # The counter does not go beyond the last turn when the match is over.
    shown = min(done.values()) + 1 if count.over and count.turns is not None else count.turn or 1
    more = turn - shown
    if _counts_each(rules, position):
        for _ in range(abs(more)):
            side = (min if more > 0 else max)(done, key=done.__getitem__)
            done[side] += 1 if more > 0 else -1
        more = 0
    # Which half it is follows from the turns.
    half = {"half": None} if "half" in rules.write_position(position) else {}
    return {"turns_done": {team: max(finished + more, 0) for team, finished in done.items()}, **half}


def _counts_each(rules: Ruleset, position: Position) -> bool:
    """Whether the counter goes on with the turn of either side (a kick, in Soccer Chess), not with those of both."""
    both = replace(position, turns_done=position.turns_done.plus("B").plus("R"))
    now, then = rules.counter(position).turn or 0, rules.counter(both).turn or 0
    return then - now > 1


def with_fresh_turn(changes: dict[str, Any], written: Mapping[str, Any]) -> dict[str, Any]:
    """The changes, with nothing done yet in a turn that they give away; ``written`` is the position's JSON form."""
    if "turn" not in changes:
        return changes
    done: dict[str, Any] = {key: [] for key in OF_ONE_TURN if key in written}
    return changes | done | ({"declared": None} if "declared" in written else {})


def with_own_moves(changes: dict[str, Any], written: Mapping[str, Any]) -> dict[str, Any]:
    """The changes, with who has moved as the game keeps it; ``written`` is the position's JSON form.

    Raises MalformedError in a game that does not count moves.
    """
    if "moved" not in changes or "moved" in written:
        return changes
    if "plays" not in written:
        raise MalformedError("correction", say("correct.moved.none"))
    rest = {key: value for key, value in changes.items() if key != "moved"}
    others = [play for play in written["plays"] if play[1] != "move"]
    return rest | {"plays": [*others, *([piece, "move"] for piece in changes["moved"])]}


def with_names(position: Position, pieces: Mapping[PieceId, Space | None]) -> Named:
    """Corrected places, where a piece said to stand on a team-mate's space is that disc under its right name.

    The team-mate is then where the piece was thought to be (two numbers were mistaken for each other), or, if that
    was nowhere, off the field (a number was misread).
    """
    places, names = dict(pieces), dict[str, str]()
    for piece, space in pieces.items():
        there = position.at(space) if space is not None else None
        if there is None or there == piece or team_of(there) != team_of(piece):
            continue
        if there in pieces and pieces[there] != position.pieces.get(piece):
            continue
        names[there] = piece
        places[there] = position.pieces.get(piece)
        if piece in position.pieces:
            names[piece] = there
    return Named(places, names)


def with_its_ball(
    position: Position, changes: Mapping[str, Any], names: Mapping[PieceId, PieceId], look: Observation | None
) -> Mapping[str, Any]:
    """The changes, with the ball where its holder is said to stand, unless that disc was seen to go without it.

    ``names`` are discs that got another name and stay where they are, with the ball.
    """
    holder, lay = position.holder, position.ball_space
    space = changes.get("pieces", {}).get(holder)
    waits = position.awaits
    # Where a pass is still to be moved on by a die, whoever stands there has not got it yet.
    due = position.restart is not None or (waits is not None and holder not in {waits.by, waits.left.get("on")})
    if space in {None, lay} or "ball" in changes or holder in names or position.ball_stays or due:
        return changes
    if look is not None and look.ball is not None:
        seen = read(position, Table.of(position), look)
        if seen.ball != space and seen.where.get(holder or "") == space:
            return changes
    return {**changes, "ball": space}


def names_back(corrected: Position, before: Position) -> Mapping[PieceId, PieceId]:
    """The names that discs lose again when a correction is undone: former name by the one it gave them."""
    changed = {piece for piece, _ in corrected.pieces.items() ^ before.pieces.items()}
    return with_names(corrected, {piece: before.pieces.get(piece) for piece in changed}).names


def table_after(before: Table, names: Mapping[PieceId, PieceId], position: Position, look: Observation | None) -> Table:
    """Where things lie once the match was corrected to ``position``.

    Discs that were renamed lie where they lay, and what the last look shows in its corrected place lies there; anything
    else is still to be put.
    """
    lying = {names.get(piece, piece): space for piece, space in before.pieces.items()}
    pieces = {piece: lying.get(piece, space) for piece, space in position.pieces.items()}
    ball = before.ball
    if look is not None:
        reading = read(position, Table(pieces, ball), look)
        pieces |= {p: space for p, space in reading.where.items() if position.pieces[p] == space}
        if reading.ball is not None and reading.ball == ball_space(position):
            ball = reading.ball
    return Table(pieces, ball)


def say_changes(changes: Mapping[str, Any], turn: int | None = None) -> Sentence:
    """A correction in words, for example ``Corrected: B7 on H10, the ball on H11``.

    ``turn`` is what the counter of turns shows by it, None if there is no such counter.
    """
    named = named_changes(changes, turn)
    return say("corrected", what=named) if named else say("corrected.plain")


def named_changes(changes: Mapping[str, Any], turn: int | None = None) -> str:
    """What is corrected, ``B7 on H10, the ball on H11``; empty if it has no words. ``turn`` as in ``say_changes``."""
    parts: list[str] = [
        say("put.on", what=piece, where=space) if space is not None else say("correct.off", piece=piece)
        for piece, space in changes.get("pieces", {}).items()
    ]
    if "ball" in changes:
        ball = changes["ball"]
        where = f"({', '.join(f'{mm:g}' for mm in ball)})" if isinstance(ball, list) else ball
        parts.append(say("put.on", what=say("ball"), where=where))
    if "turn" not in changes and changes.get("awaits", ...) is None:
        parts.append(say("correct.no_dice"))
    if "turn" in changes:
        parts.append(say(f"correct.turn.{changes['turn']}" if changes["turn"] in TEAMS else "correct.turn"))
    if "score" in changes:
        parts.append(say("correct.score", **_of_both(changes["score"])))
    if "turns_done" in changes:
        done = say("correct.turns", **_of_both(changes["turns_done"]))
        parts.append(say("correct.turn_now", turn=turn, done=done) if turn is not None else done)
    if "rounds" in changes:
        parts.append(say("correct.rounds", rounds=named_rounds(changes["rounds"])))
    if not {"turn", "awaits"} & changes.keys() and {"moved", "plays"} & changes.keys():
        plays = changes.get("plays", ())
        moved = ", ".join(map(str, changes.get("moved", [piece for piece, kind in plays if kind == "move"])))
        parts.append(say("correct.moved", who=moved or say("nobody")))
    return joined(say("comma"), parts) if parts else ""


def say_stands(reason: str, changes: Mapping[str, Any]) -> Sentence:
    """What stands against the rules, and why: ``Both sides let it stand: R7 on C11``. ``reason`` is as in the log."""
    # That it counts as an act of its turn needs no words.
    shown = {key: value for key, value in changes.items() if key not in {*OF_ONE_TURN, "turns_done"}}
    (told, plain), named = _STANDS[reason], named_changes(shown)
    return say(told, what=named) if named else say(plain)


def say_correction(reason: str, changes: Mapping[str, Any]) -> Sentence:
    """A correction as it is told of: by its reason, else by what it put right; what stands by agreement as that."""
    if reason in _STANDS:
        return say_stands(reason, changes)
    return say("corrected", what=reason or named_changes(changes) or say("corrected.hand"))


def _of_both(counts: Mapping[str, int]) -> dict[str, int]:
    return {team: counts.get(team, 0) for team in TEAMS}
