"""Tables of what the eye got right, from scores; every row says of how many."""

from __future__ import annotations

import statistics
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from eye_scores import FAULT_KINDS, TableScore, added
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from eye_pictures import Answer
    from eye_scores import Claim, ClaimKind, NumberSeen
    from rich.console import Console

AXES = ("occlusion", "px a space", "camera height", "lamp", "print", "placing", "game", "board")
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0)
CLAIMS: tuple[ClaimKind, ...] = ("piece", "number", "ball", "die")
SETTLED = "none"
"""The occlusion of the pictures that the aims are about, read where a space is at least LEAST_PX wide."""
SMALL = ("14-17", "under 14")
DIGITS_PX = (6, 8, 10, 12, 16, 24)
AIM_DIGITS_PX = 12
"""What the aim for numbers is about; 6 and 9 without a mark are left out."""


def print_report(console: Console, title: str, answers: Sequence[Answer]) -> None:
    """All tables of one set of pictures."""
    if not answers:
        console.print(f"{title}: no pictures")
        return
    console.print(_whole(title, answers))
    console.print(_kinds_of_faults(answers))
    console.print(_by_digits(answers))
    for axis in AXES:
        if len({answer.kinds.get(axis) for answer in answers}) > 1:
            console.print(_by(axis, answers))
    console.print(_reliability([claim for answer in answers for claim in answer.alone.claims]))


def aimed_at(answers: Iterable[Answer]) -> list[Answer]:
    """Settled pictures with at least 18 px a space: what the aims are about."""
    return [
        answer
        for answer in answers
        if answer.kinds.get("occlusion", SETTLED) != "hand" and answer.kinds.get("px a space") not in SMALL
    ]


def _share(score: TableScore, part: str, whole: str) -> str:
    of, right = score.counts.get(whole, 0), score.counts.get(part, 0)
    return f"{100 * right / of:.2f} % ({right} of {of})" if of else "-"


def _short(score: TableScore, part: str, whole: str) -> str:
    """For example ``99.57 of 232``: per cent, and of how many."""
    of = score.counts.get(whole, 0)
    return f"{100 * score.counts.get(part, 0) / of:.2f} of {of}" if of else "-"


def _whole(title: str, answers: Sequence[Answer]) -> Table:
    table = Table(title=f"{title}: {len(answers)} pictures", title_justify="left")
    for head in ("what", "alone", "in a match", "alone, settled, >= 18 px", "in a match, settled, >= 18 px"):
        table.add_column(head, justify="left" if head == "what" else "right")
    aims = aimed_at(answers)
    columns = (
        (answers, added(answer.alone for answer in answers)),
        (answers, added(answer.in_match for answer in answers)),
        (aims, added(answer.alone for answer in aims)),
        (aims, added(answer.in_match for answer in aims)),
    )
    found = [f"{sum(answer.found for answer in some)} of {len(some)}" for some, _ in columns]
    table.add_row("board found where it is", *found)
    corners = [[answer.corner_spaces for answer in some if answer.found] for some, _ in columns]
    table.add_row("corner error, spaces: mean / worst", *(_spread(each, 3) for each in corners))
    for name, part, whole in (
        ("piece: space and team", "space and team", "pieces"),
        ("piece: number too", "number", "pieces"),
        ("piece: claimed", "claimed", "pieces"),
        ("piece: wrong of the claimed", "claimed wrongly", "claimed"),
        ("phantoms, per piece", "phantoms", "pieces"),
        ("phantoms beside the field, per piece", "phantoms beside the field", "pieces"),
        ("ball: right space", "ball space", "balls"),
        ("ball: claimed", "ball claimed", "balls"),
        ("ball: wrong of the claimed", "ball wrong", "ball claimed"),
        ("ball seen where none is", "ball phantoms", "no balls"),
        ("die: right face", "die face", "dice"),
        ("die: claimed", "die claimed", "dice"),
        ("die: wrong of the claimed", "die wrong", "die claimed"),
        ("dice seen where none is, per die", "die phantoms", "dice"),
        ("whole position exact (no hand)", "exact", "positions"),
        ("wrong positions flagged in place", "wrong, flagged", "wrong"),
    ):
        table.add_row(name, *(_share(score, part, whole) for _, score in columns))
    table.add_row("piece off its place, mm: mean / 95 % / worst", *(_spread95(score.off_mm) for _, score in columns))
    return table


def _spread(values: Sequence[float], digits: int) -> str:
    return f"{statistics.mean(values):.{digits}f} / {max(values):.{digits}f}" if values else "-"


def _spread95(values: Sequence[float]) -> str:
    if not values:
        return "-"
    ordered = sorted(values)
    return f"{statistics.mean(ordered):.2f} / {ordered[int(0.95 * (len(ordered) - 1))]:.2f} / {ordered[-1]:.2f}"


def _kinds_of_faults(answers: Sequence[Answer]) -> Table:
    table = Table("faults by kind (n; in how many pictures)", "alone", "flagged", "in a match", "flagged")
    for kind in FAULT_KINDS:
        cells: list[str] = []
        for which in ("alone", "in_match"):
            each = [[fault for fault in getattr(answer, which).faults if fault.kind == kind] for answer in answers]
            every = [fault for faults in each for fault in faults]
            cells += (f"{len(every)}; {sum(map(bool, each))}", str(sum(fault.flagged for fault in every)))
        table.add_row(kind, *cells)
    return table


def _by(axis: str, answers: Sequence[Answer]) -> Table:
    heads = ("pictures", "board", "space+team", "number", "number, match", "wrong of claimed", "ball", "dice", "exact")
    table = Table(f"by {axis}, %", *heads)
    for name in sorted({answer.kinds.get(axis, "?") for answer in answers}):
        some = [answer for answer in answers if answer.kinds.get(axis, "?") == name]
        score, match = added(answer.alone for answer in some), added(answer.in_match for answer in some)
        table.add_row(
            name,
            str(len(some)),
            str(sum(answer.found for answer in some)),
            *(_short(score, *names) for names in (("space and team", "pieces"), ("number", "pieces"))),
            _short(match, "number", "pieces"),
            _short(score, "claimed wrongly", "claimed"),
            _short(score, "ball space", "balls"),
            _short(score, "die face", "dice"),
            _short(match, "exact", "positions"),
        )
    return table


def _by_digits(answers: Sequence[Answer]) -> Table:
    """Numbers by the height of their digits in the picture, on pictures without a hand."""
    settled = [answer for answer in answers if answer.kinds.get("occlusion", SETTLED) != "hand"]
    heads = (
        "digits, px",
        "pieces",
        "alone: right",
        "unsure",
        "wrong of claimed",
        "in a match: right",
        "unsure",
        "wrong",
    )
    table = Table(*heads, title="numbers by the height of their digits, %", title_justify="left")
    alone, match = (added(getattr(answer, which) for answer in settled).numbers for which in ("alone", "in_match"))
    for low, high in (*pairwise((0, *DIGITS_PX)), (DIGITS_PX[-1], np.inf), (AIM_DIGITS_PX, np.inf)):
        some = [[seen for seen in every if low <= seen.digit_px < high] for every in (alone, match)]
        if some[0]:
            name = f"{low}-{high}" if high < np.inf else f"{low} and more"
            table.add_row(name, str(len(some[0])), *(cell for each in some for cell in _read_shares(each)))
    return table


def _read_shares(seen: Sequence[NumberSeen]) -> tuple[str, str, str]:
    """Right, unsure, and wrong of the claimed, in per cent."""
    claimed = [each for each in seen if each.claimed]
    wrong = sum(not each.right for each in claimed)
    return (
        f"{100 * sum(each.right for each in seen) / max(len(seen), 1):.2f}",
        f"{100 * (len(seen) - len(claimed)) / max(len(seen), 1):.2f}",
        f"{100 * wrong / max(len(claimed), 1):.2f}",
    )


def _reliability(claims: Sequence[Claim]) -> Table:
    """Is what is said with 99 % right 99 times in 100? One line a bin: what was said, what was right, of how many."""
    table = Table("said with", *CLAIMS, title="reliability: right (said) of n", title_justify="left")
    for low, high in zip(BINS, (*BINS[1:], 2.0), strict=True):
        cells = []
        for kind in CLAIMS:
            some = [claim for claim in claims if claim.kind == kind and low <= claim.confidence < high]
            if not some:
                cells.append("-")
                continue
            right = sum(claim.right for claim in some) / len(some)
            said = statistics.mean(claim.confidence for claim in some)
            cells.append(f"{100 * right:.1f} ({100 * said:.1f}) of {len(some)}")
        table.add_row(f"{100 * low:g} % {'and more' if high > 1 else f'to {100 * high:g} %'}", *cells)
    return table


def worst_faults(answers: Iterable[Answer], most: int) -> list[str]:
    """A line for each of the pictures with the most faults."""
    ordered = sorted(answers, key=lambda answer: -len(answer.in_match.faults) - 100 * (not answer.found))
    lines = []
    for answer in ordered[:most]:
        if answer.found and not answer.in_match.faults:
            continue
        kinds = Counter(fault.kind for fault in answer.in_match.faults)
        said = "; ".join(fault.said + (" (unsure)" if fault.flagged else "") for fault in answer.in_match.faults[:4])
        short = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        where = " ".join(answer.kinds.values())
        lines.append(f"{answer.name} [{where}] {short or answer.why}: {said}")
    return lines
