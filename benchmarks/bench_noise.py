"""How often the eye errs at a table that lies still, as a match reads it: what the referee is measured with.

python benchmarks/bench_noise.py [--n 300] [--seed 31] [--tables FOLDER ...] [--write benchmarks/noise.toml] [--jobs 1]

Over drawn tables (``--n``, none with a hand or with spaces narrower than 18 pixels) and folders of pictures with truth
beside them; where the pieces lay before one of them moved is known, as it is in a match. Errors are counted by kind,
those too that simulated matches have none of. ``--write`` writes the shares, and these counts as its comment.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain, count, islice
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import cv2
from eye_pictures import Answer, drawn, read_picture, stills
from eye_report import aimed_at
from eye_scores import added
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from engine.inference.cost import SURE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from eye_pictures import Picture
    from eye_scores import TableScore

LATE_DICE = 0.05
"""A guess: one picture does not tell what the next one would."""
NEVER = 1 / 3
"""Cases that stand for none."""


@dataclass(frozen=True)
class Kind:
    """A kind of error: how many there are, of how many things."""

    key: str
    """Its name in the file; empty for those that simulated matches have none of."""
    what: str
    of: str
    errors: Callable[[Counter[str]], int]

    def counted(self, counts: Counter[str]) -> str:
        """For example ``4 of 4380``."""
        return f"{self.errors(counts)} of {counts[self.of]}"

    def share(self, counts: Counter[str]) -> float:
        """Between 0 and 1."""
        return max(NEVER, self.errors(counts)) / max(1, counts[self.of])


def _found(counts: Counter[str]) -> int:
    return counts["pieces"] - counts["missed"]


def _misread(counts: Counter[str]) -> int:
    return counts["claimed wrongly"] - counts["claimed elsewhere"]


KINDS = (
    Kind("missing_piece", "a piece is not found", "pieces", lambda c: c["missed"]),
    Kind("misread_number", "a number is wrong and stood by", "pieces", _misread),
    Kind("unsure_number", "a number is not read, or doubted", "pieces", lambda c: _found(c) - c["claimed"]),
    Kind("ball_hidden", "the ball is not found", "balls", lambda c: c["ball missed"]),
    Kind("wrong_die", "a face is wrong and stood by", "dice", lambda c: c["die wrong"]),
    Kind("unsure_die", "a face is not read", "dice", lambda c: c["dice"] - c["die claimed"]),
    Kind("", "a piece on another space, or of the other team", "pieces", lambda c: c["claimed elsewhere"]),
    Kind("", "a piece where none is", "pieces", lambda c: c["phantoms"]),
    Kind("", "the ball on another space", "balls", lambda c: c["ball wrong"]),
    Kind("", "a die where none is", "dice", lambda c: c["die phantoms"]),
)


def main() -> None:
    """Read the command line, count, print, and write what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=300, help="drawn tables (300)")
    parser.add_argument("--seed", type=int, default=31, help="of the drawn tables (31)")
    parser.add_argument(
        "--tables", type=Path, nargs="+", default=(), metavar="FOLDER", help="pictures, each with .json"
    )
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the shares of all sets together there")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    sets = {f"{given.n} drawn, seed {given.seed}": _drawn(given.n, given.seed, given.jobs)} if given.n else {}
    for folder in given.tables:
        sets[folder.name] = [_read(picture) for picture in stills(folder)]
    counted = {name: scored(answers) for name, answers in sets.items()}
    everything = added(counted.values())
    Console(width=150).print(_table({**counted, "together": everything}, sets))
    if given.write is not None:
        given.write.write_text(noise_file(everything, list(sets)), encoding="utf-8")


def scored(answers: Iterable[Answer]) -> TableScore:
    """All readings in a match of pictures whose board was found, as one."""
    return added(answer.in_match for answer in aimed_at(answers) if answer.found)


def noise_file(score: TableScore, sets: Sequence[str]) -> str:
    """The file of shares, with the counts that they are of."""
    counts = Counter(score.counts)
    wrong = [claim.confidence >= SURE for claim in score.claims if claim.kind == "die" and not claim.right]
    others = ", ".join(f"{kind.what} ({kind.counted(counts)})" for kind in KINDS if not kind.key)
    comment = (
        "How the camera's reader errs, as shares of discs, balls or dice at a table that lies still and where it is "
        "known how the pieces lay before. `benchmarks/bench_referee.py --noise` plays matches with it; written by "
        f"`benchmarks/bench_noise.py` ({'; '.join(sets)}). What never happened is set to a third of a case; late dice "
        f"are a guess. Not in the matches: {others}."
    )
    shares = [f"{kind.key} = {kind.share(counts):.4f}  # {kind.counted(counts)}" for kind in KINDS if kind.key]
    shares.append(f"late_dice = {LATE_DICE}")
    if wrong:
        stood_by = f"{sum(wrong)} of {len(wrong)} dice read wrongly"
        shares.append(f"sure_when_wrong = {sum(wrong) / len(wrong):.2f}  # {stood_by}")
    return "\n".join([fill(comment, 116, initial_indent="# ", subsequent_indent="# "), *shares]) + "\n"


def _table(counted: Mapping[str, TableScore], sets: Mapping[str, Sequence[Answer]]) -> Table:
    table = Table(title="errors of settled tables, >= 18 px a space, read as in a match", title_justify="left")
    table.add_column("what")
    for name in counted:
        table.add_column(name, justify="right")
    every = {**sets, "together": [answer for answers in sets.values() for answer in answers]}
    aims = {name: aimed_at(every[name]) for name in counted}
    table.add_row("board found", *(f"{sum(a.found for a in aims[name])} of {len(aims[name])}" for name in counted))
    for kind in KINDS:
        table.add_row(
            f"{kind.what}{'' if kind.key else ' *'}", *(kind.counted(Counter(one.counts)) for one in counted.values())
        )
    table.caption = "* not in the simulated matches"
    return table


def _drawn(amount: int, seed: int, jobs: int) -> list[Answer]:
    """As many drawn tables as asked for of those that are aimed at."""
    read = partial(_read_drawn, seed=seed)
    if jobs == 1:
        return _first(amount, map(read, count()))
    with ProcessPoolExecutor(jobs, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        parts = (pool.map(read, range(start, start + amount)) for start in count(step=amount))
        return _first(amount, chain.from_iterable(parts))


def _first(amount: int, answers: Iterable[Answer | None]) -> list[Answer]:
    return list(islice((answer for answer in answers if answer is not None), amount))


def _read_drawn(number: int, seed: int) -> Answer | None:
    """A drawn table; None if it is none of those that are aimed at."""
    picture = drawn(number, seed)
    aimed = aimed_at([Answer(picture.name, picture.kinds, added(()), added(()))])
    return _read(picture) if aimed else None


def _read(picture: Picture) -> Answer:
    return read_picture(picture, seed=len(picture.truth.pieces), alone=False)[0]


if __name__ == "__main__":
    main()
