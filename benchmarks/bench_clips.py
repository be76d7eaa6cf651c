"""Films with known truth, watched through the command a user types."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from clip_scores import score
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

HEADINGS = (
    "film",
    "actions right",
    "invented",
    "illegal named",
    "invented",
    "rolls right",
    "last table",
    "film / took, s",
)


def run(folders: Sequence[Path]) -> None:
    """Watch every film that lies in the folders with its truth, and print the scores."""
    console = Console(width=130)
    films = [(f, f.with_suffix(".json")) for folder in folders for f in sorted(folder.glob("*.mp4"))]
    table = Table(title="films watched", title_justify="left")
    for index, heading in enumerate(HEADINGS):
        table.add_column(heading, justify="right" if index else "left")
    notes = []
    with tempfile.TemporaryDirectory() as logs:
        for film, truth_file in films:
            truth = json.loads(truth_file.read_text())
            log = Path(logs) / f"{film.stem}.touchline.jsonl"
            began = time.perf_counter()
            command = [sys.executable, "-m", "referee_tui", "watch", str(film), "--game", truth["game"]]
            ran = subprocess.run(
                [*command, "--log", str(log), "--headless"], check=False, capture_output=True, text=True
            )
            taken_s = time.perf_counter() - began
            result = score(truth, [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else [])
            table.add_row(
                film.stem,
                f"{result.right_in_order} of {result.actions}",
                str(result.invented),
                f"{result.illegal_named} of {result.illegal}",
                str(result.illegal_invented),
                f"{result.rolls_right} of {result.rolls}",
                "as it is" if result.final_table_right else "differs",
                f"{truth['seconds']:.0f} / {taken_s:.0f}",
            )
            if ran.returncode:
                notes.append(f"  {film.stem}: exit {ran.returncode}: {ran.stderr.strip()[-300:]}")
            notes += [f"  {film.stem}: {difference}" for difference in result.differences]
    console.print(table)
    for note in notes:
        console.print(note, highlight=False)
