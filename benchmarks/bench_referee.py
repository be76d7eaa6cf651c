"""What the referee makes of random matches played by hand, faults and all: the rules' share of it, not the camera's."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from engine.games import load_ruleset

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.engine.simulated import Tally, played

MATCHES, ACTS = 12, 60
GAMES = ("regista", "very-much", "soccer-fun")


def measured(game: str, matches: int = MATCHES) -> Tally:
    """Random matches of one game; a goal ends one."""
    rules, tally = load_ruleset(game), Tally()
    for seed in range(matches):
        played(rules, random.Random(f"{game} {seed}"), ACTS, tally)
    return tally


def run(games: tuple[str, ...] = GAMES, matches: int = MATCHES, *, notes: int = 0) -> None:
    """Print a row for each game."""
    table = Table(title=f"random matches at a table that is seen perfectly, {matches} a game", title_justify="left")
    for index, heading in enumerate(
        (
            "game", "acts", "right, no question", "asked", "not told", "told wrongly", "accused wrongly", "faults",
            "named by their rule", "by another", "taken for legal", "ms a look",
        )
    ):  # fmt: skip
        table.add_column(heading, justify="right" if index else "left")
    console = Console(width=210)
    for game in games:
        found = measured(game, matches)
        share = f"{found.right} ({found.right / max(found.acts, 1):.1%})"
        table.add_row(
            game,
            *map(str, (found.acts, share, found.asked, found.missed, found.wrong, found.accused, found.faults)),
            *map(str, (found.named, found.other_rule, found.believed)),
            f"{1000 * found.seconds / max(found.looks, 1):.1f}",
        )
        for note, count in found.notes.most_common(notes):
            console.print(f"  {count} {note}", highlight=False)
    console.print(table)


if __name__ == "__main__":
    words = sys.argv[1:]
    numbers = [int(word) for word in words if word.isdigit()]
    run(tuple(word for word in words if not word.isdigit()) or GAMES, *numbers[:1], notes=sum(numbers[1:2]))
