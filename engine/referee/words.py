"""The referee's sentences: what happened, what is awaited, what lies where it should not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.inference.reading import BALL, ball_space
from engine.referee.values import Say
from engine.rules.restart_names import RESTARTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.grid import Space
    from engine.inference import Difference, Table
    from engine.inference.reading import Item
    from engine.match import Event, Pending, Position, Roll
    from engine.observation import SeenPiece

TEAM = {"B": "Blue", "R": "Red"}

_SENTENCE = {
    "deviation": "The ball moves on to {where}",
    "possession": "{by} has the ball",
    "free_ball": "The ball lies free on {where}",
    "goal": "Goal for {team}",
    "save": "Saved by {by}",
    "offside": "Offside",
    "out": "The ball is out over the {line} line",
    "turn_over": "The turn goes over",
    "foul": "Foul by {by}",
    "lift": "{by} is lifted from {called}",
    "half_time": "Half-time",
    "full_time": "Full time",
    **{kind: f"{name.capitalize()} for {{team}}" for kind, name in RESTARTS.items()},
}
"""What an event says; the keys are those of docs/match-log.md."""

_CAUSE = {"first": "the first turn"}

_CHOICE = {
    "flick": "{who}: {by} flicks the ball on, {squares}; say where (=NE) or put it there",
    "rebound": "{who}: the ball bounces off {by}, {squares}; say where (=NE) or put it there",
    "deflection": "{who}: the ball is deflected by {by}, {squares} on; say where (=NE) or put it there",
    "header": "{who}: {by} keeps the ball (=keep) or heads it 1 or 2 squares; say where (=NE2) or put it there",
}
"""What is asked for a choice, by what it is for."""


_ANY_SPOT = {"goal_kick": "a free square of its goal area", "corner": "a corner square"}
"""Where a restart is taken that has no spot of its own yet."""


def say_events(events: Iterable[Event]) -> list[Say]:
    """What came of an action or a roll, beyond the act itself."""
    says = []
    for event in events:
        text = _event(event.type, event.data)
        if text:
            says.append(Say("goal" if event.type == "goal" else "ruling", text, _space(event.data)))
    return says


def _space(data: Mapping[str, Any]) -> str | None:
    for key in ("to", "at", "spot"):
        if isinstance(data.get(key), str):
            return str(data[key])
    return None


def _event(kind: str, data: Mapping[str, Any]) -> str:
    """An event as a sentence; an empty one for what the act itself says already."""
    if kind == "roll":
        return _roll(data)
    template = _SENTENCE.get(kind)
    if template is None:
        return ""
    team = TEAM.get(str(data.get("team", "")), "")
    by, where = str(data.get("by", "")), _space(data)
    filled = template.format(
        by=by or team or "The goalkeeper",
        team=team or "the other side",
        where=where or "?",
        line=data.get("line", "goal"),
        called=data.get("called", where),
    )
    return filled if where or "{where}" not in template else ""


def _roll(data: Mapping[str, Any]) -> str:
    totals = data.get("totals")
    if isinstance(totals, dict) and "B" in totals and "R" in totals:
        return f"With points: Blue {totals['B']}, Red {totals['R']}"
    return ""


def say_roll(cause: str, roll: Roll) -> str:
    """Dice as they were thrown."""
    what = _CAUSE.get(cause, f"the {cause}")
    return f"Dice for {what}: {faces(roll)}"


def faces(roll: Roll) -> str:
    """What dice show: ``Blue 5, Red 2``, or ``3, 4``."""
    if roll.duel is not None:
        return f"Blue {roll.duel[0]}, Red {roll.duel[1]}"
    return ", ".join(map(str, roll.faces))


def request(position: Position, table: Table) -> str:
    """What people have to do before play can go on, or an empty string."""
    if position.placing and position.holder is None:
        who = TEAM.get(position.turn or "", "One side")
        return f"Place the pieces for the kick-off; {who} kicks off from {position.spot or 'the middle'}"
    if position.ball is None and position.restart is None:
        return "The ball is not seen: put it on its space, in plain sight"
    wanted = _put(to_put(position, table))
    if position.awaits is not None:
        wanted.append(_awaited(position.awaits))
    elif position.restart is not None and position.holder is None:
        spot = position.spot or ball_space(position) or _ANY_SPOT.get(position.restart, "its spot")
        name = RESTARTS.get(position.restart, position.restart)
        wanted = [
            f"{TEAM.get(position.turn or '', 'The side')} takes the {name}: put the taker with the ball on {spot}"
        ]
    return "; ".join(wanted)


def to_put(position: Position, table: Table) -> dict[Item, Space]:
    """Pieces, and the ball, that the rules have moved and the table does not show there yet."""
    wanted = {piece: space for piece, space in position.pieces.items() if table.pieces.get(piece, space) != space}
    ball = ball_space(position)
    if ball is not None and table.ball is not None and table.ball != ball:
        wanted[BALL] = ball
    return wanted


def _put(wanted: Mapping[Item, Space]) -> list[str]:
    parts = [f"{'the ball' if item == BALL else item} on {space}" for item, space in wanted.items()]
    return [f"Put {', '.join(parts)}"] if parts else []


def _awaited(waits: Pending) -> str:
    what = _CAUSE.get(waits.cause, f"the {waits.cause}")
    who = TEAM[waits.side] if waits.side is not None else "both"
    if waits.type == "roll":
        count = waits.dice if isinstance(waits.dice, int) else sum(waits.dice.values()) if waits.dice else 1
        dice = "the die" if count == 1 else "the dice"
        return f"Roll {dice} for {what}: {who}"
    if (asked := _asked(waits)) is not None:
        return asked
    if waits.type == "choice":
        template = _CHOICE.get(waits.cause, "{who}: choose for {what}")
        return template.format(who=who, what=what, by=waits.by, squares=_squares(waits.left.get("squares")))
    if waits.cause == "save":
        return f"{who}: put the goalkeeper with the ball on a free space of its Penalty Area"
    return f"{who}: place what {what} asks for"


def _asked(waits: Pending) -> str | None:
    """A question that has its own words."""
    left = waits.left
    match waits.cause:
        case "line":
            measured = f"{left['over_mm']:+.1f} mm, give or take {left['sd_mm']:.1f} mm"
            return f"Too close to call ({measured}): is the whole ball over the line? Type =in or =out"
        case "nearest":
            return f"Equally near: {' or '.join(left['among'])}? Type ={left['among'][0]} or the like"
        case "kick" if waits.type == "placement":
            return "The ball rolls: it is measured where it comes to rest, or type ball@ and its square"
        case "tackle" if waits.type == "placement":
            return f"{waits.by} has won the ball: put it with the ball on a free space next to {left['on']}"
        case _:
            return None


def _squares(count: object) -> str:
    return "1 square" if count == 1 else f"{count} squares"


def lies_elsewhere(found: Iterable[Difference], strays: Iterable[SeenPiece] = ()) -> str:
    """What differs, and what would mend it."""
    facts, cures = [], []
    for d in found:
        name = "the ball" if d.item == BALL else d.item
        if d.seen is None:
            facts.append(f"{name} is not seen on {d.expected}")
            cures.append(f"put {name} on {d.expected} in plain sight")
        elif d.expected is None:
            facts.append(f"{name} is on {d.seen}, where nothing was expected")
            cures.append(f"take {name} off")
        else:
            facts.append(f"{name} is on {d.seen}, expected on {d.expected}")
            cures.append(f"put {name} back on {d.expected}")
    for disc in strays:
        facts.append(f"{disc.piece} on {disc.space} is no piece that should be there")
        cures.append(f"clear {disc.space}")
    if not facts:
        return ""
    text = "; ".join(facts[:3]) + (f" and {len(facts) - 3} more" if len(facts) > 3 else "")
    return f"{text[0].upper()}{text[1:]}: {cures[0]}, or type what was done"
