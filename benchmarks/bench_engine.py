"""How fast the games are ruled, on one core, beside python-chess on the same machine in the same run."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import chess
from rich.console import Console
from rich.table import Table

from engine.games import load_ruleset
from engine.match import Roll
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.match import Action, Pending, Position
    from engine.ruleset import Ruleset

SECONDS = 2.0
"""Each figure is measured for about so long."""

AFTER_KICK_OFF = {
    "regista": "1H2,2D5,3F5,4J5,5L5,6F8,7C9,8H8,9H11,10J8,11M9/1H21,2D18,3F18,4J18,5L18,6F15,7C15,8H14,9I13,10L14,11E13"
    " H8 B 0-0 0-0 barred=B9",
    "very-much": "1H1,2C4,3F3,4J3,5M4,6F6,7C8,8J6,9H11,10M8,11I10/1H22,2M19,3J20,4F20,5C19,6J17,7M15,8F17,9I13,10C15,"
    "11G13 J6 B 0-0 0-0 plays=B9:kick last=B8",
    "soccer-chess": "2WF4,3WE11,4WE20,5WF27,6WM11,7WN4,8WM20,9WU15,10WN27,11WS19/2EF8,3EE15,4EF23,5EL10,6EL21,7EO4,"
    "8EO15,9ET11,10EO27,11ET20 WN27 B 0-0 1-0 due=move last=B9",
    "soccer-fun": "1H1,2C4,3F3,4J3,5M4,6C8,7F7,8J7,9G11,10M8,11I10/1H23,2C20,3F21,4J21,5M20,6C16,7F17,8J17,9I13,10M16,"
    "11G14 G7 R 0-0 1-0 last=B9",
}
"""Where open play begins, by game; the games that are measured."""
OPTIONS = {"soccer-chess": {"goals": 3}, "soccer-fun": {"goals": 1}}
"""Options of games that would not end without, or not soon."""
EVERYTHING_TO_DO = "-/- - - 0-0 0-0"


@dataclass(frozen=True)
class Rate:
    """Something counted over time."""

    count: float
    seconds: float

    @property
    def per_second(self) -> float:
        """The rate."""
        return self.count / self.seconds


def measure(once: Callable[[], float]) -> Rate:
    """Count what ``once`` does until the time is up; processor time, so that a busy machine matters less."""
    once()
    count, began = 0.0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        count += once()
    return Rate(count, spent)


def run() -> None:
    """Measure, and print the tables."""
    theirs = chess_rates()
    for game in AFTER_KICK_OFF:
        rules = load_ruleset(game, options=OPTIONS.get(game))
        positions = open_play(rules)
        table = Table(title=f"Rules of {game} on one core, a second", title_justify="left")
        for name in ("", game, "python-chess", "ratio"):
            table.add_column(name, justify="right" if name else "left")
        for what, ours in rates(rules, positions):
            beside = theirs.get(what)
            ratio = (f"{beside.per_second:,.0f}", f"{ours.per_second / beside.per_second:.2f}") if beside else ("", "")
            table.add_row(what, f"{ours.per_second:,.0f}", *ratio)
        Console(width=110).print(table)
        print(f"legal actions in open play, on average: {listed(rules, positions) / len(positions):.0f}")
        for name, choose in (("drawn by kind", drawn), ("evenly", evenly)):
            held = contents(rules, choose)
            print(f"in a random game, {name}: " + ", ".join(f"{count:.1f} {what}" for what, count in held.items()))


LISTED, APPLIED, JUDGED = "legal actions listed", "actions applied", "actions judged, then applied"
DRAWN, EVENLY = "random games, drawn by kind", "random games, each legal action as likely"


def rates(rules: Ruleset, positions: list[Position]) -> Iterator[tuple[str, Rate]]:
    """Everything measured of a game."""
    yield LISTED, measure(lambda: listed(rules, positions))
    yield APPLIED, measure(applier(rules, positions))
    yield JUDGED, measure(judger(rules, positions))
    yield DRAWN, measure(player(rules, drawn))
    yield EVENLY, measure(player(rules, evenly))


def chess_rates() -> dict[str, Rate]:
    """The same of chess, as far as it has the like."""
    boards = chess_boards()
    return {
        LISTED: measure(lambda: chess_listed(boards)),
        APPLIED: measure(chess_applier(boards)),
        JUDGED: measure(chess_judger(boards)),
        EVENLY: measure(chess_player()),
    }


def open_play(rules: Ruleset) -> list[Position]:
    """Positions of two whole sides after the kick-off, as random play leads to them."""
    rng = random.Random(1)
    found: list[Position] = []
    while len(found) < 60:
        position: Position = rules.parse_position(AFTER_KICK_OFF[rules.game])
        for _ in range(12):
            if position.restart is not None or position.placing:
                break
            if not (awaits_dice(position) or ball_rolls(position)):
                found.append(position)
            position = step(rules, position, rng, drawn)
    return found


def awaits_dice(position: Position) -> bool:
    """Whether dice come next."""
    return position.awaits is not None and position.awaits.type == "roll"


def ball_rolls(position: Position) -> bool:
    """Whether a ball that was kicked by hand comes to rest next: it may do so anywhere."""
    return position.awaits is not None and (position.awaits.cause, position.awaits.type) == ("kick", "placement")


def step(rules: Ruleset, position: Position, rng: random.Random, choose: Callable[..., Action | None]) -> Position:
    """One act or roll further; the same position if nothing is left to do."""
    ruling = ruled(rules, position, rng, choose)
    return position if ruling is None else ruling.position


def ruled(
    rules: Ruleset, position: Position, rng: random.Random, choose: Callable[..., Action | None]
) -> Ruling | None:
    """What the next act or roll leads to, or None if nothing is left to do."""
    if position.awaits is not None and awaits_dice(position):
        verdict = rules.roll(position, thrown(position.awaits, rng))
        if not isinstance(verdict, Ruling):
            raise TypeError(verdict.reason)
        return verdict
    action = choose(rules, position, rng)
    return None if action is None else rules.apply(position, action)


def thrown(awaits: Pending, rng: random.Random) -> Roll:
    """The dice awaited, rolled."""
    faces = [1 + int(rng.random() * 6) for _ in range(awaits.dice if isinstance(awaits.dice, int) else 2)]
    return Roll(faces=tuple(faces)) if isinstance(awaits.dice, int) else Roll(duel=(faces[0], faces[1]))


def drawn(rules: Ruleset, position: Position, rng: random.Random) -> Action | None:
    """A random action, its kind first."""
    return rules.draw(position, rng)


def evenly(rules: Ruleset, position: Position, rng: random.Random) -> Action | None:
    """A random one of all legal actions.

    Drawn where they cannot be as likely: before a kick-off pieces would be put down over and over, and the resting
    places of a ball kicked by hand have no number.
    """
    if position.placing or ball_rolls(position):
        return rules.draw(position, rng)
    legal = list(rules.legal_actions(position))
    return legal[int(rng.random() * len(legal))] if legal else None


def player(rules: Ruleset, choose: Callable[..., Action | None]) -> Callable[[], float]:
    """Plays one whole match a call, from the roll for the first turn to full time."""
    rng = random.Random(2)

    def play() -> float:
        position: Position = rules.parse_position(EVERYTHING_TO_DO)
        while (after := step(rules, position, rng, choose)) is not position:
            position = after
        return 1

    return play


def contents(rules: Ruleset, choose: Callable[..., Action | None], games: int = 40) -> dict[str, float]:
    """What a whole match contains, on average: acts and rolls, and events by kind."""
    rng, steps, seen = random.Random(3), 0, Counter[str]()
    for _ in range(games):
        position: Position = rules.parse_position(EVERYTHING_TO_DO)
        while (ruling := ruled(rules, position, rng, choose)) is not None:
            position, steps = ruling.position, steps + 1
            seen.update(event.type for event in ruling.events)
    named = {kind: seen[kind] / games for kind in TELLING if seen[kind]}
    return {"acts and rolls": steps / games, **named}


TELLING = ("goal", "shot", "save", "pass", "kick", "tackle", "charge", "offside", "throw_in", "corner", "foul")
"""Events by which a game is known to be one."""


def listed(rules: Ruleset, positions: Iterable[Position]) -> int:
    """Number of legal actions over all positions."""
    return sum(sum(1 for _ in rules.legal_actions(position)) for position in positions)


def applier(rules: Ruleset, positions: Iterable[Position]) -> Callable[[], float]:
    """Does every legal action of every position, unchecked."""
    pairs = [(position, action) for position in positions for action in rules.legal_actions(position)]

    def apply_all() -> float:
        for position, action in pairs:
            rules.apply(position, action)
        return len(pairs)

    return apply_all


def judger(rules: Ruleset, positions: Iterable[Position]) -> Callable[[], float]:
    """The same, each action judged."""
    pairs = [(position, action) for position in positions for action in rules.legal_actions(position)]

    def judge_all() -> float:
        for position, action in pairs:
            rules.act(position, action)
        return len(pairs)

    return judge_all


def chess_boards() -> list[chess.Board]:
    """Positions that random play leads to."""
    rng = random.Random(1)
    boards: list[chess.Board] = []
    while len(boards) < 60:
        board = chess.Board()
        for _ in range(40):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            boards.append(board.copy(stack=False))
    return boards[::2]


def chess_listed(boards: Iterable[chess.Board]) -> int:
    """Number of legal moves over all boards."""
    return sum(sum(1 for _ in board.legal_moves) for board in boards)


def chess_applier(boards: Iterable[chess.Board]) -> Callable[[], float]:
    """Makes and takes back every legal move of every board."""
    pairs = [(board, move) for board in boards for move in board.legal_moves]

    def apply_all() -> float:
        for board, move in pairs:
            board.push(move)
            board.pop()
        return len(pairs)

    return apply_all


def chess_judger(boards: Iterable[chess.Board]) -> Callable[[], float]:
    """The same, each move checked first."""
    pairs = [(board, move) for board in boards for move in board.legal_moves]

    def judge_all() -> float:
        for board, move in pairs:
            if board.is_legal(move):
                board.push(move)
                board.pop()
        return len(pairs)

    return judge_all


def chess_player() -> Callable[[], float]:
    """Plays one whole game a call, each legal move as likely."""
    rng = random.Random(2)

    def play() -> float:
        board = chess.Board()
        while moves := list(board.legal_moves):
            if board.halfmove_clock >= 100 or board.is_insufficient_material():
                break
            board.push(moves[int(rng.random() * len(moves))])
        return 1

    return play
