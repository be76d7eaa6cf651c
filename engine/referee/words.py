"""The referee's sentences: what happened, what is awaited, what lies where it should not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.inference.reading import BALL, ball_space
from engine.match import TEAMS, team_of
from engine.referee.sentences import say
from engine.referee.values import Say
from engine.rules.restart_names import RESTARTS
from engine.sentences import Sentence, capital, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.grid import Space
    from engine.inference import Difference, Table
    from engine.inference.reading import Item
    from engine.match import Event, Pending, Position, Roll
    from engine.observation import SeenPiece
    from engine.referee.values import SayKind

TEAM: Mapping[str, Sentence] = {side: say(f"team.{side}") for side in TEAMS}
"""What the sides are called."""

_GREAT: Mapping[str, SayKind] = {"goal": "goal", "half_time": "half_time", "full_time": "full_time"}
"""Events that are more than one ruling among others."""

_ANY_SPOT = frozenset({"goal_kick", "corner"})
"""Restarts that have no spot of their own yet when they are awarded."""


def say_events(events: Iterable[Event]) -> list[Say]:
    """What came of an action or a roll, beyond the act itself."""
    says = []
    for event in events:
        text = _event(event.type, event.data)
        if text:
            says.append(Say(_GREAT.get(event.type, "ruling"), text, _space(event.data)))
    return says


def _space(data: Mapping[str, Any]) -> str | None:
    for key in ("to", "at", "spot"):
        if isinstance(data.get(key), str):
            return str(data[key])
    return None


def _event(kind: str, data: Mapping[str, Any]) -> str:
    """An event as a sentence; an empty one for what the act itself says already. The kinds: docs/match-log.md."""
    if kind == "roll":
        return _roll(data)
    if kind == "tackle":
        return _without_dice(data)
    kind = _told_as(kind, data)
    if f"event.{kind}" not in say:
        return ""
    team = TEAM.get(str(data.get("team", "")))
    by, where, line = str(data.get("by", "")), _space(data), str(data.get("line", "goal"))
    if where is None and kind in _NEED_A_PLACE:
        return ""
    return say(
        f"event.{kind}",
        by=by or team or say("keeper"),
        team=team or say("team.other"),
        where=where or "?",
        line=say(f"line.{line}") if f"line.{line}" in say else line,
        called=data.get("called", where),
        count=data.get("count", ""),
        lift=joined(say("comma"), data.get("lift", ())),
        keeper=TEAM.get(str(data.get("keeper", ""))[:1]),
    )


def _told_as(kind: str, data: Mapping[str, Any]) -> str:
    """Which sentence tells an event: some are told of more closely where the game has more to say of them."""
    match kind:
        case "foul" if f"event.foul.{data.get('rule')}" in say:
            return f"foul.{data['rule']}"
        case "penalty" if data.get("lift"):
            return "penalty.lift"
        case "corner" if "count" in data:
            return "corner.counted"
        case "shot" if "keeper" in data:
            return "shot.announced"
        case "move" | "dribble" | "kick" if "called" in data:
            return "called"
        case _:
            return kind


def _without_dice(data: Mapping[str, Any]) -> str:
    """A steal, which skill decides at once; of a tackle with dice these tell."""
    if "won" not in data:
        return ""
    totals = data["totals"]
    return say("event.steal.won" if data["won"] else "event.steal.lost", B=totals["B"], R=totals["R"])


_NEED_A_PLACE = frozenset({"deviation", "free_ball"})
"""Events of which there is nothing to be said without a space."""


def _roll(data: Mapping[str, Any]) -> str:
    totals = data.get("totals")
    if isinstance(totals, dict) and "B" in totals and "R" in totals:
        return say("points", B=totals["B"], R=totals["R"])
    return ""


def say_roll(cause: str, roll: Roll) -> Sentence:
    """Dice as they were thrown."""
    return say("thrown", what=_cause(cause), faces=faces(roll))


def faces(roll: Roll) -> str:
    """What dice show: ``Blue 5, Red 2``, or ``3, 4``."""
    if roll.duel is not None:
        return say("duel", B=roll.duel[0], R=roll.duel[1])
    return ", ".join(map(str, roll.faces))


def named_rounds(rounds: int) -> Sentence:
    """So many rounds."""
    return say("round.one") if rounds == 1 else say("round.many", count=rounds)


def _cause(cause: str) -> Sentence:
    """What dice or a choice are for: ``the tackle``, ``the first turn``."""
    return say(f"cause.{cause}") if f"cause.{cause}" in say else say("cause", cause=cause)


def request(position: Position, table: Table) -> str:
    """What people have to do before play can go on, or an empty string."""
    if position.placing and position.awaits is None and not _set_up(position):
        who = TEAM.get(position.turn or "", say("team.one"))
        return say("place", who=who, where=position.spot or say("middle"))
    if position.ball is None and position.restart is None:
        return say("find.ball")
    wanted = _put(to_put(position, table))
    if position.awaits is not None:
        wanted.append(_awaited(position.awaits))
    elif position.restart is not None and (position.holder is None or _in_the_way(position)):
        wanted = [_taken(position, position.restart)]
    elif position.restart == "penalty" and not position.ball_stays:
        wanted.append(say("take.penalty", who=TEAM.get(position.turn or "", say("team.the"))))
    return joined(say("semicolon"), wanted) if wanted else ""


def _set_up(position: Position) -> bool:
    """Whether the kick-off may be next: somebody stands with the ball, or both sides stand about one that stays."""
    if position.ball_stays:
        return {team_of(piece) for piece in position.pieces} == {*TEAMS}
    return position.holder is not None


def _in_the_way(position: Position) -> bool:
    """Whether a piece of the other side stands where a restart's taker is to be put."""
    holder = position.holder
    by_hand = position.restart not in {"penalty", "kick_off"} and not position.ball_stays
    return by_hand and holder is not None and team_of(holder) != position.turn


def _taken(position: Position, restart: str) -> Sentence:
    """Who takes a restart, and where."""
    any_spot = say(f"spot.{restart}") if restart in _ANY_SPOT else say("spot")
    name = say(f"restart.{restart}") if restart in RESTARTS else restart
    who = TEAM.get(position.turn or "", say("team.the"))
    if position.ball_stays:
        return say("take.lying", who=who, restart=name, where=position.spot or say("middle"))
    where = position.spot or ball_space(position) or any_spot
    if _in_the_way(position):
        return say("take.off", who=who, restart=name, where=where, piece=position.holder)
    return say("take", who=who, restart=name, where=where)


def to_put(position: Position, table: Table) -> dict[Item, Space]:
    """Pieces, and the ball, that the rules have moved and the table does not show there yet."""
    wanted = {piece: space for piece, space in position.pieces.items() if table.pieces.get(piece, space) != space}
    ball = ball_space(position)
    if ball is not None and table.ball is not None and table.ball != ball:
        wanted[BALL] = ball
    return wanted


def _put(wanted: Mapping[Item, Space]) -> list[str]:
    parts = [say("put.on", what=named_item(item), where=space) for item, space in wanted.items()]
    return [say("put", what=joined(say("comma"), parts))] if parts else []


def named_item(item: Item) -> str:
    """A piece, or the ball."""
    return say("ball") if item == BALL else item


def _awaited(waits: Pending) -> Sentence:
    what = _cause(waits.cause)
    who = TEAM[waits.side] if waits.side is not None else say("team.both")
    if waits.type == "roll":
        count = waits.dice if isinstance(waits.dice, int) else sum(waits.dice.values()) if waits.dice else 1
        return say("roll.one" if count == 1 else "roll.many", what=what, who=who)
    if (asked := _asked(waits)) is not None:
        return asked
    if waits.type == "choice":
        key = f"choice.{waits.cause}" if f"choice.{waits.cause}" in say else "choice"
        return say(key, who=who, what=what, by=waits.by, squares=_squares(waits.left.get("squares")))
    if waits.cause == "save":
        return say("place.save", who=who)
    return say("place.other", who=who, what=what)


def _asked(waits: Pending) -> Sentence | None:
    """A question that has its own words."""
    left = waits.left
    match waits.cause:
        case "line":
            return say("ask.line", over=left["over_mm"], sd=left["sd_mm"])
        case "nearest":
            return say("ask.nearest", among=joined(say("or"), left["among"]), first=left["among"][0])
        case "kick" if waits.type == "placement":
            return say("ask.rolling")
        case "tackle" if waits.type == "placement":
            return say("ask.won", by=waits.by, on=left["on"])
        case _:
            return None


def _squares(count: object) -> Sentence:
    return say("square.one") if count == 1 else say("square.many", count=count)


def lies_elsewhere(found: Iterable[Difference], strays: Iterable[SeenPiece] = ()) -> str:
    """What differs, and what would mend it."""
    told = [_difference(d) for d in found]
    told += [
        (say("differs.stray", piece=s.piece, space=s.space), say("differs.stray.cure", space=s.space)) for s in strays
    ]
    if not told:
        return ""
    facts: Sentence = joined(say("semicolon"), [fact for fact, _ in told[:3]])
    if len(told) > 3:
        facts = say("differs.more", facts=facts, count=len(told) - 3)
    return say("differs", facts=capital(facts), cure=told[0][1])


def _difference(d: Difference) -> tuple[Sentence, Sentence]:
    """Something that lies elsewhere, and what would mend it."""
    kind = "unseen" if d.seen is None else "extra" if d.expected is None else "moved"
    values = {"what": named_item(d.item), "where": d.expected, "seen": d.seen}
    return say(f"differs.{kind}", **values), say(f"differs.{kind}.cure", **values)
