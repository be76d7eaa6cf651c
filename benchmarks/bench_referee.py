"""What the referee makes of random matches played by hand, faults and all, with the eye's errors or without.

python benchmarks/bench_referee.py [GAME ...] [MATCHES] [--noise [FILE]] [--notes N]
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from engine.games import load_ruleset

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.engine.simulated import NONE, Noise, Tally, played, read_noise

MATCHES, ACTS = 12, 60
GAMES = ("regista", "very-much", "soccer-fun", "soccer-chess")
EYE = Path(__file__).with_name("noise.toml")
"""How the camera's reader errs."""


def measured(game: str, matches: int = MATCHES, noise: Noise = NONE) -> Tally:
    """Random matches of one game; a goal ends one."""
    rules, tally = load_ruleset(game), Tally()
    for seed in range(matches):
        played(rules, random.Random(f"{game} {seed}"), ACTS, tally, noise, meddling=True)
    return tally


def run(games: tuple[str, ...] = GAMES, matches: int = MATCHES, noise: Noise = NONE, *, notes: int = 0) -> None:
    """Print what became of the acts, of what was against the rules, and how much of each kind was told."""
    console = Console(width=150)
    tallies = {game: measured(game, matches, noise) for game in games}
    for found in tallies.values():
        for note, count in found.notes.most_common(notes):
            console.print(f"  {count} {note}", highlight=False, soft_wrap=True)
    seen = "seen perfectly" if noise == NONE else "read with the eye's errors"
    console.print(_acts(tallies, f"acts of random matches at a table {seen}, {matches} matches a game"))
    console.print(_faults(tallies))
    console.print(_kinds(tallies))


def _acts(tallies: dict[str, Tally], title: str) -> Table:
    table = _table(
        title, "game", "acts", "right, no question", "left open", "asked", "not told", "told wrongly",
        "accused wrongly", "two at once", "astray / back in step", "ms a look: half, 99 %, worst",
    )  # fmt: skip
    for game, found in tallies.items():
        times = f"{found.latency_ms(0.5):.1f}, {found.latency_ms(0.99):.0f}, {found.latency_ms(1.0):.0f}"
        table.add_row(
            game, str(found.acts), _share(found.right, found.acts), str(found.left_open),
            _share(found.asked, found.acts), str(found.missed), _share(found.wrong, found.acts),
            str(found.accused), str(found.at_once), f"{found.astray} / {found.recovered}", times,
        )  # fmt: skip
    return table


def _faults(tallies: dict[str, Tally]) -> Table:
    table = _table(
        "against the rules, and what is no act", "game", "faults", "named by their rule", "by another",
        "taken for legal", "let stand / astray", "meddled / astray", "taken back / not seen", "rules broken",
    )  # fmt: skip
    for game, found in tallies.items():
        table.add_row(
            game, str(found.faults), _share(found.named, found.faults), str(found.other_rule), str(found.believed),
            f"{found.stood} / {found.stood_astray}", f"{found.meddled} / {found.meddled_astray}",
            f"{found.taken_back} / {found.taken_back_astray}", str(len(found.rules)),
        )  # fmt: skip
    return table


def _kinds(tallies: dict[str, Tally]) -> Table:
    table = _table("without a question, by kind", "game", "kind", "done", "precision", "recall")
    for game, found in tallies.items():
        for kind in sorted({*found.true, *found.told}):
            hit = found.both[kind]
            table.add_row(
                game, kind, str(found.true[kind]), _share(hit, found.told[kind]), _share(hit, found.true[kind])
            )
    return table


def _table(title: str, *headings: str) -> Table:
    table = Table(title=title, title_justify="left")
    for index, heading in enumerate(headings):
        table.add_column(heading, justify="right" if index else "left")
    return table


def _share(part: int, whole: int) -> str:
    return f"{part} ({part / whole:.2%})" if whole else "-"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="games, and a number: matches of each")
    parser.add_argument("--noise", nargs="?", type=Path, const=EYE, metavar="FILE", help="read with these errors")
    parser.add_argument("--notes", type=int, default=0, metavar="N", help="show the N commonest troubles of each game")
    given = parser.parse_args()
    numbers = [int(word) for word in given.games if word.isdigit()]
    games = tuple(word for word in given.games if not word.isdigit()) or GAMES
    noise = NONE if given.noise is None else read_noise(given.noise)
    run(games, *(numbers[:1] or [MATCHES]), noise, notes=given.notes)


if __name__ == "__main__":
    main()
