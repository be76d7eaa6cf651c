"""What the referee makes of random matches played by hand, faults and all, with the eye's errors or without.

python benchmarks/bench_referee.py [GAME ...] [MATCHES] [--noise [FILE]] [--people [FILE]] [--notes N] [--jobs N]

A long run can be made in parts, each from its --first match, and written down with --json FILE; --add FILE ... adds
such files up and plays no match of its own.

With --people those who play err once dice have been thrown: what these send elsewhere is put as another face would have
it or on a space beside, is left, or the next piece is moved first. That is a table of its own, and the only one: of
errors made, *said* is that something is asked, requested still or called against the rules; *told as the next act* that
the dice stand as read and another act, which the rules allow, led to what lies there; *unsaid* that all is as the dice
have it and nothing is said of what lies elsewhere; *overruled* that the match has other faces or acts, and nobody was
asked. *Astray* are those after which, once mended by hand or by a key, the match is not as the table has it; *asked
needlessly*, those after which a question comes though all lies right.

The way back. A *misread* is a table that lay still and was read with an error - a number wrong or not read, a piece or
the ball missing, a die wrong or not read - by a referee who was in step and had misread nothing since: a single one.
From there a shadow of the referee goes on with everything read truly, and beside it a twin who read that table truly as
well. After two *observations* more (the next tables that lay still, each looked at as often as in the match; the same
one again where people would speak first) it is *in step* if its position is the players' or the twin's, or if that is
among those which the die that is awaited decides between; it *asks* if not and a question stands; else it is *astray*.
Of all misreads, those are counted again for which the referee had *told* an act, and another than its twin.
*All one* are acts that were told as others which come to the very same position and score, a lob as a pass along the
ground that lands on the same square: no table shows which it was, and the log says so. Nor does it show who took a
penalty.
Of the acts told right without a question those count again that were told with no *note* either: neither what it may
have been nor that it was told anew as another.
A *note with answers* says what it may have been where what is done next tells; a key says it, nobody has to press one.
*Left astray* is something else: acts of the match told wrongly, errors going on as they do; of these, *righted* are
those that two looks more at the same table, read as it was or with errors of their own, put right.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from engine.games import load_ruleset
from tests.engine.simulated import (
    NONE,
    Noise,
    People,
    Tally,
    played,
    played_erring,
    read_noise,
    read_people,
    read_tallies,
    write_tallies,
)

MATCHES, ACTS = 12, 60
PART = 5
"""Matches that one process plays in a row."""
ERRING = "read with the eye's errors"
ERRORS = ("other faces", "beside", "forgotten", "played on")
MADE = ("said", "overruled", "told as the next act", "passes unsaid")
MENDED = ("in step", "asked needlessly", "astray")
"""What people put wrongly after dice, what the referee makes of it, and what comes of mending it (see people.py)."""
GAMES = ("regista", "very-much", "soccer-fun", "soccer-chess")
EYE = Path(__file__).with_name("noise.toml")
"""How the camera's reader errs."""
PEOPLE = Path(__file__).with_name("people.toml")
"""How often people put things wrongly after dice."""


def measured(game: str, seeds: range, noise: Noise = NONE, people: People | None = None) -> Tally:
    """Random matches of one game, each by its number; with ``people`` by some who err after dice."""
    rules, tally = load_ruleset(game), Tally()
    for seed in seeds:
        rng = random.Random(f"{game} {seed}")
        if people is None:
            played(rules, rng, ACTS, tally, noise, meddling=True)
        else:
            played_erring(rules, rng, ACTS, tally, people, noise)
    return tally


def all_measured(
    games: tuple[str, ...], seeds: range, noise: Noise = NONE, *, people: People | None = None, jobs: int = 1
) -> dict[str, Tally]:
    """The matches of several games; with more ``jobs`` in as many processes at once. The counts are the same."""
    parts = [(game, seeds[k : k + PART], noise, people) for k in range(0, len(seeds), PART) for game in games]
    found: defaultdict[str, Tally] = defaultdict(Tally)
    if jobs == 1:
        tallies = [measured(*part) for part in parts]
    else:
        with ProcessPoolExecutor(jobs) as pool:
            tallies = list(pool.map(measured, *zip(*parts, strict=True)))
    for (game, *_), tally in zip(parts, tallies, strict=True):
        found[game].add(tally)
    return dict(found)


def run(games: tuple[str, ...] = GAMES, matches: int = MATCHES, noise: Noise = NONE) -> None:
    """Measure and print."""
    show(all_measured(games, range(matches), noise), "seen perfectly" if noise == NONE else ERRING)


def show(tallies: dict[str, Tally], how: str, *, notes: int = 0) -> None:
    """Print what became of the acts, of what was against the rules, and how much of each kind was told."""
    console = Console(width=160)
    for found in tallies.values():
        for note, count in found.notes.most_common(notes):
            console.print(f"  {count} {note}", highlight=False, soft_wrap=True)
    matches = ", ".join(str(count) for count in sorted({found.matches for found in tallies.values()}))
    console.print(_acts(tallies, f"acts of random matches at a table {how}, {matches} matches a game"))
    console.print(_questions(tallies))
    console.print(_ways_back(tallies))
    console.print(_faults(tallies))
    console.print(_kinds(tallies))


def show_people(tallies: dict[str, Tally], how: str, *, notes: int = 0) -> None:
    """Print what became of the errors that people made after dice."""
    console = Console(width=160)
    for found in tallies.values():
        for note, count in found.errors.most_common(notes):
            console.print(f"  {count} {note}", highlight=False, soft_wrap=True)
    table = _table(
        f"errors that people make after dice, at a table {how}", "game", "error", "made", "said", "overruled",
        "told as the next act", "unsaid", "mended", "in step", "asked needlessly", "astray",
    )  # fmt: skip
    for game, found in tallies.items():
        for kind in ERRORS:
            of = {key.removeprefix(f"{kind}: "): n for key, n in found.people.items() if key.startswith(f"{kind}: ")}
            if not of:
                continue
            made, mended = (sum(of.get(key, 0) for key in keys) for keys in (MADE, MENDED))
            shares = [_share(of.get(key, 0), made) for key in MADE]
            table.add_row(
                game, kind, str(made), *shares, str(mended), *(_share(of.get(key, 0), mended) for key in MENDED)
            )
    console.print(table)


def _acts(tallies: dict[str, Tally], title: str) -> Table:
    table = _table(
        title, "game", "acts", "right, no question", "nor a note", "left open", "asked", "not told", "told wrongly",
        "accused wrongly", "two at once", "only a human knows", "right of the others",
    )  # fmt: skip
    for game, found in tallies.items():
        table.add_row(
            game, str(found.acts), _share(found.right, found.acts), _share(found.quiet, found.acts),
            str(found.left_open), _share(found.asked, found.acts), str(found.missed), _share(found.wrong, found.acts),
            str(found.accused), str(found.at_once), str(found.only_human),
            _share(found.right, found.acts - found.only_human),
        )  # fmt: skip
    return table


def _questions(tallies: dict[str, Tally]) -> Table:
    table = _table(
        "questions, time", "game", "questions in 60 acts", "notes with answers", "left astray", "righted",
        "ms of computing a look at something new: half", "95 %", "99 %", "worst", "looks",
    )  # fmt: skip
    for game, found in tallies.items():
        times = (f"{found.latency_ms(share):.1f}" for share in (0.5, 0.95, 0.99, 1.0))
        table.add_row(
            game, f"{60 * found.questions / max(1, found.acts):.2f}", str(found.offered), str(found.astray),
            _share(found.recovered, found.astray), *times, str(found.looks),
        )  # fmt: skip
    return table


def _ways_back(tallies: dict[str, Tally]) -> Table:
    table = _table(
        "two true observations after a single misread", "game", "misreads", "in step", "asks", "astray",
        "told wrongly by it", "in step", "asks", "astray",
    )  # fmt: skip
    for game, found in tallies.items():
        cells = []
        for of in ("", "told wrongly, "):
            counts = [found.ways_back[f"{of}{ending}"] for ending in ("in step", "asks", "astray")]
            cells += [str(sum(counts)), *(_share(count, sum(counts)) for count in counts)]
        table.add_row(game, *cells)
    return table


def _faults(tallies: dict[str, Tally]) -> Table:
    table = _table(
        "against the rules, and what is no act", "game", "faults", "named by their rule", "by another",
        "taken for legal", "let stand / astray", "meddled / astray", "taken back / not seen", "line-ups / not taken",
        "rules broken",
    )  # fmt: skip
    for game, found in tallies.items():
        table.add_row(
            game, str(found.faults), _share(found.named, found.faults), str(found.other_rule), str(found.believed),
            f"{found.stood} / {found.stood_astray}", f"{found.meddled} / {found.meddled_astray}",
            f"{found.taken_back} / {found.taken_back_astray}", f"{found.line_ups} / {found.line_ups_astray}",
            str(len(found.rules)),
        )  # fmt: skip
    return table


def _kinds(tallies: dict[str, Tally]) -> Table:
    table = _table(
        "without a question, by kind", "game", "kind", "done", "all one", "precision of the others",
        "recall of the others",
    )  # fmt: skip
    for game, found in tallies.items():
        for kind in sorted({*found.true, *found.told}):
            hit, told, true = found.both[kind], found.told[kind], found.true[kind]
            told, left = told - found.told_all_one[kind], true - found.all_one[kind]
            table.add_row(game, kind, str(true), str(found.all_one[kind]), _share(hit, told), _share(hit, left))
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
    parser.add_argument(
        "--people", nargs="?", type=Path, const=PEOPLE, metavar="FILE", help="only errors that people make after dice"
    )
    parser.add_argument("--notes", type=int, default=0, metavar="N", help="show the N commonest troubles of each game")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first match")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at once")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the counts there as well")
    parser.add_argument("--add", type=Path, nargs="+", default=(), metavar="FILE", help="only add up counts")
    given = parser.parse_args()
    numbers = [int(word) for word in given.games if word.isdigit()]
    games = tuple(word for word in given.games if not word.isdigit()) or GAMES
    noise = NONE if given.noise is None else read_noise(given.noise)
    people = None if given.people is None else read_people(given.people)
    how = "seen perfectly" if noise == NONE else ERRING
    if given.add:
        how, tallies = "as in the files", _added(given.add)
    else:
        matches = (numbers or [MATCHES])[0]
        tallies = all_measured(games, range(given.first, given.first + matches), noise, people=people, jobs=given.jobs)
    if given.json is not None:
        given.json.write_bytes(write_tallies(tallies))
    (show if people is None else show_people)(tallies, how, notes=given.notes)


def _added(files: list[Path]) -> dict[str, Tally]:
    found: defaultdict[str, Tally] = defaultdict(Tally)
    for path in files:
        for game, tally in read_tallies(path.read_bytes()).items():
            found[game].add(tally)
    return dict(found)


if __name__ == "__main__":
    main()
