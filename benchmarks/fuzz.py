"""Throws damaged and made-up files at everything that reads files, until one gets more than a plain refusal.

    python benchmarks/fuzz.py DOOR [options of libFuzzer: -max_total_time=60 -rss_limit_mb=1024 ...]

DOOR is one of those in tests/hostile/doors.py; it begins with the good files of tests/hostile/files.py. Needs
``atheris``, which is not among the project's dependencies: it does not install everywhere.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

with atheris.instrument_imports(include=["engine", "calibration", "vision", "referee_tui"]):
    from tests.hostile import doors, files

IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - folders of their own are made there


def main() -> None:
    """Fuzz one door."""
    if len(sys.argv) < 2 or sys.argv[1] not in doors.DOORS:
        sys.exit(f"python benchmarks/fuzz.py DOOR; doors: {', '.join(doors.DOORS)}")
    door = sys.argv.pop(1)

    def once(raw: bytes) -> None:
        with tempfile.TemporaryDirectory(dir=IN_MEMORY) as name:
            doors.enter(door, raw, Path(name))

    # libFuzzer ends the process itself: the folder of good files stays.
    seeds = Path(tempfile.mkdtemp(prefix=f"touchline-fuzz-{door}-"))
    for number, good in enumerate(files.GOOD[door]):
        (seeds / f"good-{number}").write_bytes(good)
    atheris.Setup([*sys.argv, str(seeds)], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
