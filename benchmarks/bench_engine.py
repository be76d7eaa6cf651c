"""How fast Regista is ruled: random matches, counted and timed on one core."""

from __future__ import annotations

import random
import time

from rich.console import Console
from rich.table import Table

from engine.games import load_ruleset
from engine.match import Position, Roll
from engine.ruleset import Ruleset, Ruling

ACTIONS = 6000
KICK_OFF = {
    "pieces": {
        "B1": "H1", "B2": "D4", "B3": "F4", "B4": "J4", "B5": "L4", "B6": "D8", "B7": "F8", "B8": "J8", "B10": "L8",
        "B9": "H11", "B11": "F10", "R1": "H21", "R2": "D18", "R3": "F18", "R4": "J18", "R5": "L18", "R6": "D15",
        "R7": "F15", "R8": "J15", "R10": "L15", "R9": "H14", "R11": "E14",
    },
    "ball": "H11", "turn": "B", "restart": "kick_off",
}  # fmt: skip


def run() -> None:
    """Play random legal actions from the kick-off and time the two things a referee does: list and judge."""
    rules = load_ruleset("regista")
    listed, listing_s, acts, acting_s = _play(rules, random.Random(1))
    table = Table(title="Regista's rules, random legal play", title_justify="left")
    table.add_column("what")
    table.add_column("a second", justify="right")
    table.add_row("legal actions listed", f"{listed / listing_s:,.0f}")
    table.add_row("actions and rolls judged", f"{acts / acting_s:,.0f}")
    table.add_row("legal actions in a position, on average", f"{listed / max(1, acts):.0f}")
    Console(width=110).print(table)


def _play(rules: Ruleset, rng: random.Random) -> tuple[int, float, int, float]:
    listed, listing_s, acts, acting_s = 0, 0.0, 0, 0.0
    position = rules.read_position(KICK_OFF)
    for _ in range(ACTIONS):
        waiting = position.awaits
        if waiting is not None and waiting.type == "roll":
            began = time.perf_counter()
            verdict = rules.roll(position, _thrown(position, rng))
        else:
            began = time.perf_counter()
            legal = list(rules.legal_actions(position))
            listing_s += time.perf_counter() - began
            listed += len(legal)
            if not legal:
                position = rules.read_position(KICK_OFF)
                continue
            action = rng.choice(legal)
            began = time.perf_counter()
            verdict = rules.act(position, action)
        acting_s += time.perf_counter() - began
        acts += 1
        if not isinstance(verdict, Ruling):
            raise TypeError(f"a listed action was refused: {verdict}")
        position = verdict.position
    return listed, listing_s, acts, acting_s


def _thrown(position: Position, rng: random.Random) -> Roll:
    dice = position.awaits.dice if position.awaits else None
    if isinstance(dice, int):
        return Roll(faces=tuple(rng.randint(1, 6) for _ in range(dice)))
    return Roll(duel=(rng.randint(1, 6), rng.randint(1, 6)))
