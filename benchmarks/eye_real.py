"""Photographs of the parts of a table: dice, numbered pieces, boards of other games; each folder with a truth.json.

They show none of the project's own things, so the readers are asked on their own: a picture of dice, a crop of a face,
a printed grid (see ``eye_boards``).
"""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from eye_boards import print_boards
from rich.table import Table

from vision.dice.photo import read_dice_picture
from vision.numbers import NumberReader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from vision.rectify import Image

SAME_PLACE = 0.05
"""Of the picture's longer side: labels lie within two hundredths of a die's middle."""
MOST_FAULTS = 10


@dataclass
class Group:
    """Counts of one group of pictures."""

    counts: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def note(self, name: str, outcome: str, cause: str) -> None:
        """Count one thing; all but ``right`` is a fault."""
        self.counts[outcome] += 1
        if outcome != "right":
            self.causes[cause] += 1
            self.faults.append(f"{name}: {cause}")


def print_real(console: Console, folder: Path, failures: Path | None) -> None:
    """Tables for what the folder has of ``dice``, ``numbered`` and ``boards``."""
    if (folder / "dice").is_dir():
        groups = {"all": Group()}
        for name, image, truth in _pictures(folder / "dice"):
            _dice(groups, name, image, truth, failures)
        _print(console, "dice in photographs", ("right", "unsure", "wrong", "missed", "phantom"), groups)
    if (folder / "numbered").is_dir():
        groups = {"all": Group()}
        reader = NumberReader()
        for name, image, truth in _pictures(folder / "numbered"):
            _number(groups, name, image, truth, reader=reader, failures=failures)
        _print(console, "numbered pieces in photographs", ("right", "unsure", "wrong"), groups)
    if (folder / "boards").is_dir():
        print_boards(console, _pictures(folder / "boards"))


def _pictures(folder: Path) -> Iterator[tuple[str, Image, dict[str, Any]]]:
    for truth in json.loads((folder / "truth.json").read_text()):
        image = cv2.imread(str(folder / Path(truth["file"]).name))
        if image is not None:
            yield truth["file"], np.asarray(image, np.uint8), truth


def _groups_of(name: str, groups: dict[str, Group], *, also: str = "") -> list[Group]:
    kinds = ["all", name.split("_", maxsplit=1)[0], *([also] if also else [])]
    return [groups.setdefault(kind, Group()) for kind in dict.fromkeys(kinds)]


def _dice(groups: dict[str, Group], name: str, image: Image, truth: dict[str, Any], failures: Path | None) -> None:
    seen = read_dice_picture(image)
    height, width = image.shape[:2]
    reach = SAME_PLACE * max(height, width)
    left, doubts, bad = list(seen["dice"]), list(seen["unsure"]), False
    mine = _groups_of(name, groups, also=f"{name.split('_', maxsplit=1)[0]} {truth.get('difficulty') or ''}".strip())
    for die in truth["dice"]:
        at = (die["cx"] * width, die["cy"] * height)
        said, doubt = _take(left, at, reach), None
        if said is None:
            doubt = _take(doubts, at, reach)
        outcome = "missed" if said is None and doubt is None else "unsure" if said is None else "right"
        if said is not None and said["value"] != die["face"]:
            outcome = "wrong"
        bad |= outcome != "right"
        cause = {
            "wrong": f"{die['face']} read as {said['value'] if said else None}",
            "unsure": f"unsure: {doubt['why'] if doubt else ''}",
        }.get(outcome, f"{die['color']} die missed")
        for group in mine:
            group.counts["n"] += 1
            group.note(name, outcome, cause)
    for said in left:
        bad = True
        for group in mine:
            group.note(name, "phantom", f"a {said['value']} where no die's upper face is")
    if bad and failures is not None:
        _save_dice(failures / f"real_{Path(name).stem}.png", image, seen, truth)


def _take(seen: list[dict[str, Any]], at: tuple[float, float], reach: float) -> dict[str, Any] | None:
    """The nearest of what was seen, taken out of the list; None if none is near."""
    near = min(seen, key=lambda each: math.dist(each["centre_px"], at), default=None)
    if near is None or math.dist(near["centre_px"], at) > reach:
        return None
    seen.remove(near)
    return near


def _save_dice(file: Path, image: Image, seen: dict[str, Any], truth: dict[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    canvas = image.copy()
    height, width = image.shape[:2]
    for die in truth["dice"]:
        at = round(die["cx"] * width), round(die["cy"] * height)
        cv2.putText(canvas, str(die["face"]), at, cv2.FONT_HERSHEY_SIMPLEX, 1.0, (255, 255, 255), 2)
    for said in seen["dice"]:
        x, y = (round(each) for each in said["centre_px"])
        cv2.circle(canvas, (x, y), 8, (60, 220, 60), 2)
        cv2.putText(canvas, str(said["value"]), (x - 30, y), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (60, 220, 60), 2)
    for doubt in seen["unsure"]:
        x, y = (round(each) for each in doubt["centre_px"])
        cv2.circle(canvas, (x, y), 8, (0, 200, 255), 2)
    cv2.imwrite(str(file), canvas)


def _number(
    groups: dict[str, Group],
    name: str,
    image: Image,
    truth: dict[str, Any],
    *,
    reader: NumberReader,
    failures: Path | None,
) -> None:
    said = reader.read_crop(image)
    # Without a mark 6 and 9 differ only by how the tile lies, which a crop in any rotation does not show.
    same = {6, 9} if truth["number"] in {6, 9} and "approx_rotation_deg_cw" in truth else {truth["number"]}
    outcome = "unsure" if said["number"] is None else "right" if said["number"] in same else "wrong"
    for group in _groups_of(name, groups):
        group.counts["n"] += 1
        group.note(name, outcome, said["why"] or f"{truth['number']} read as {said['number']}")
    if outcome == "wrong" and failures is not None:
        failures.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(failures / f"real_{truth['number']}_as_{said['number']}_{Path(name).stem}.png"), image)


def _print(console: Console, title: str, outcomes: tuple[str, ...], groups: dict[str, Group]) -> None:
    table = Table("group", "n", *outcomes, title=title, title_justify="left")
    for name, group in groups.items():
        n = group.counts["n"]
        shares = (f"{group.counts[outcome]} ({100 * group.counts[outcome] / max(n, 1):.1f} %)" for outcome in outcomes)
        table.add_row(name, str(n), *shares)
    console.print(table)
    whole = groups["all"]
    for cause, count in whole.causes.most_common(MOST_FAULTS):
        console.print(f"  {count} x {cause}", highlight=False)
