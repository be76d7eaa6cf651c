"""How fast the screen is: from a key to what it does, while a 1080p camera is read; and how long it takes to begin.

python benchmarks/screen.py [--keys 40] [--size 80x24] [--part match] [--worst 5]

The real command runs on a terminal of its own (a pty), on pictures of the bundled clip that a small web server sends
as a camera does (1920x1080, 30 a second, JPEG). A key counts from its writing to the first output that shows its
effect. Beside it stands the same on a film that is over: their ratio is what reading the table costs the screen.

What other programs do on the machine is told apart: beside what a key took stands what the thread of the screen
computed for it, and what it took less the time in which that thread was ready and no core was free for it (both as
Linux counts them; elsewhere they are left out). ``--worst`` names the slowest keys of each row.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import itertools
import math
import os
import pty
import random
import re
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rich.console import Console
from rich.table import Table

from calibration.finder import MarkerFinder
from engine.board import shipped_board
from referee_tui.app.preview import fitted, half_blocks, outlined

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
CLIP = ROOT / "referee_tui" / "demo" / "regista.mp4"

KEY_AIM_S, HELP_AIM_S, SCREEN_AIM_S = 0.050, 0.3, 1.5
CAMERA_PX, CAMERA_FPS, CAMERA_FRAMES = (1920, 1080), 30, 240
STARTS = 5
STILL_PICTURES = 40
WAIT_S = 30.0
"""A key without effect for so long counts as lost."""
_ESCAPES = re.compile(
    rb"\x1b(\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[PX^_].*?\x1b\\|[@-Z\\-_])", re.DOTALL
)


@dataclass(frozen=True)
class Press:
    """A key, and what the terminal shows once it has worked."""

    key: bytes
    shows: str
    """A regular expression on the words alone."""


@dataclass(frozen=True)
class Taken:
    """What a key took."""

    press: Press
    took_s: float
    """From the key to its effect."""
    computed_s: float
    """Of it, how long the screen's thread computed; 0 where that is not known."""
    queued_s: float
    """Of it, how long that thread waited for a core that other programs had; 0 where that is not known."""

    @property
    def own_s(self) -> float:
        """What it took of the program itself."""
        return self.took_s - self.queued_s


MATCH = (
    Press(b"?", "SETTLING"),
    Press(b"?", "Rulings"),
    Press(b"c", "▀{20}"),
    Press(b"c", "▀{20}"),
    Press(b"c", "· "),
)
CORRECTIONS = tuple(Press(f"\x1b[{arrow}".encode(), r"[A-N]\d+: ") for arrow in "CCBDDA")
ACTS = (Press(b"u", "redoes"), Press(b"U", "undoes"))
PAUSE = (Press(b"p", "PAUSED"), Press(b"p", "SETTLING|HAND|IN STEP|ASKING|OUT OF STEP"))
"""The match itself has to answer, which may be reading at that moment."""
REPLAY = tuple(Press(f"\x1b[{arrow}".encode(), f"{number} of") for arrow, number in ("C1", "C2", "D1", "D0"))


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, arguments: list[str], size: tuple[int, int]) -> None:
        self.began = time.perf_counter()
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        environment = {
            **os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT),
            "COLUMNS": str(size[0]), "LINES": str(size[1]),
        }  # fmt: skip
        command = [sys.executable, "-m", "referee_tui", *arguments]
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
        )
        os.close(slave)
        self._seen, self._came_s, self._ended = b"", self.began, False
        self._news = threading.Condition()
        # All the time, as a terminal does: a program whose pictures nobody takes in waits, and so does the next key.
        self._reader = threading.Thread(target=self._take_in, daemon=True)
        self._reader.start()

    def _take_in(self) -> None:
        while not self._ended:
            try:
                some = os.read(self._master, 1 << 16)
            except OSError:
                some = b""
            with self._news:
                self._seen, self._came_s, self._ended = self._seen + some, time.perf_counter(), not some
                self._news.notify_all()

    def wait_for(self, shows: str, within_s: float = WAIT_S) -> float:
        """The moment at which the words were there. Raises TimeoutError."""
        until = time.perf_counter() + within_s
        pattern, looked_at = re.compile(shows), -1
        while True:
            with self._news:
                while len(self._seen) == looked_at and not self._ended:
                    if not self._news.wait(until - time.perf_counter()):
                        raise TimeoutError(f"{shows!r} did not come; the last words were {self.words()[-300:]!r}")
                looked_at, came_s, ended = len(self._seen), self._came_s, self._ended
            if pattern.search(self.words()):
                return came_s
            if ended:
                raise TimeoutError(f"the program ended: {self.words()[-300:]}")

    def words(self) -> str:
        """What was written since the last key, without the escapes."""
        return _ESCAPES.sub(b"", self._seen).decode("utf-8", "replace")

    def send(self, key: bytes) -> float:
        """Press a key, and forget what was written before; the moment at which it was pressed."""
        with self._news:
            self._seen = b""
        os.write(self._master, key)
        return time.perf_counter()

    def press(self, press: Press) -> Taken:
        """What it took from the key to its effect."""
        computed_s, queued_s = self._schedule_s()
        began = self.send(press.key)
        took_s = self.wait_for(press.shows) - began
        computed_after_s, queued_after_s = self._schedule_s()
        return Taken(press, took_s, computed_after_s - computed_s, min(queued_after_s - queued_s, took_s))

    def _schedule_s(self) -> tuple[float, float]:
        """How long the screen's thread, which is the first, has computed so far, and waited for a core."""
        try:
            told = Path(f"/proc/{self._process.pid}/schedstat").read_text(encoding="ascii").split()
        except OSError:
            return 0.0, 0.0
        return int(told[0]) / 1e9, int(told[1]) / 1e9

    def close(self) -> None:
        """End the program as Ctrl-C does, and wait for it."""
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(5)
        os.close(self._master)


@contextlib.contextmanager
def camera() -> Iterator[str]:
    """The address of a camera that sends the clip's pictures over and over."""
    pictures = list(_pictures())

    class Sends(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            number, began = 0, time.perf_counter()
            # There and back again, so that nothing jumps.
            order = [*range(len(pictures)), *range(len(pictures) - 2, 0, -1)]
            with contextlib.suppress(OSError):
                while True:
                    jpeg = pictures[order[number % len(order)]]
                    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                    self.wfile.write(head.encode() + jpeg + b"\r\n")
                    number += 1
                    time.sleep(max(began + number / CAMERA_FPS - time.perf_counter(), 0.0))

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the name it has there
            """Nothing is told."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Sends)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/table.mjpg"
    finally:
        server.shutdown()


def _pictures() -> Iterator[bytes]:
    film = cv2.VideoCapture(str(CLIP))
    for _ in range(CAMERA_FRAMES):
        there, image = film.read()
        if not there:
            return
        large = cv2.resize(image, CAMERA_PX, interpolation=cv2.INTER_CUBIC)
        packed, jpeg = cv2.imencode(".jpg", large, (cv2.IMWRITE_JPEG_QUALITY, 85))
        if packed:
            yield jpeg.tobytes()


def keys(terminal: Terminal, presses: tuple[Press, ...], count: int) -> list[Taken]:
    """What so many keys took, at uneven moments."""
    rng, taken = random.Random(1), []
    for number in range(count):
        time.sleep(rng.uniform(0.1, 0.35))
        taken.append(terminal.press(presses[number % len(presses)]))
    return taken


@dataclass(frozen=True)
class Part:
    """A screen and the keys that are pressed on it."""

    name: str
    arguments: Callable[[str, Path], list[str]]
    """From the source and an empty folder to the command line."""
    ready: str
    first: tuple[bytes, ...]
    presses: tuple[Press, ...]
    at_rest: str | None = ""
    """A source on which nothing happens; empty: a film that is over; None: it is measured beside a camera alone."""
    beside_camera: bool = True
    """Whether it is measured while a camera's pictures are read as well."""


def watching(source: str, folder: Path) -> list[str]:
    """Follow a match on the screen, with the live picture."""
    return ["watch", source, "--log", str(folder / "bench.touchline.jsonl"), "--no-profile", "--no-evidence"]


PARTS = (
    Part("match", watching, r"moves \d|turn \d", (), MATCH),
    Part("acts typed", watching, r"moves \d|turn \d", (b"t", b"B9>H12\r"), ACTS, at_rest="none", beside_camera=False),
    Part("pause", watching, r"moves \d|turn \d", (), PAUSE, at_rest=None),
    Part("corrections", watching, r"moves \d|turn \d", (b"e",), CORRECTIONS, at_rest="none"),
)


def measured(part: Part, source: str, size: tuple[int, int], count: int) -> list[Taken]:
    """What keys took on one screen."""
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(part.arguments(source, Path(folder)), size)
        try:
            # The board is found and the table is read first: then it is followed.
            terminal.wait_for(part.ready, 120)
            time.sleep(2)
            for key in part.first:
                terminal.send(key)
                time.sleep(0.5)
            return keys(terminal, part.presses, count)
        finally:
            terminal.close()


def begins(arguments: Callable[[int], list[str]], shows: str, size: tuple[int, int]) -> list[float]:
    """Seconds from the start of the program to the first picture of its screen; the command line of each start."""
    taken = []
    for number in range(STARTS):
        terminal = Terminal(arguments(number), size)
        try:
            taken.append(terminal.wait_for(shows) - terminal.began)
        finally:
            terminal.close()
    return taken


def help_takes() -> list[float]:
    """Seconds of ``touchline --help``, of several starts."""
    taken = []
    for _ in range(STARTS):
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "referee_tui", "--help"], check=True, capture_output=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        taken.append(time.perf_counter() - began)
    return taken


def preview_cost(size: tuple[int, int]) -> float:
    """Share of a core that the live picture takes at ten a second."""
    board = shipped_board("regista-a2")
    image = cv2.resize(next(_decoded()), CAMERA_PX)
    pose = MarkerFinder(board).find(image)
    began, count = time.process_time(), 30
    for _ in range(count):
        small = fitted(image, size[0], size[1] - 10)
        half_blocks(outlined(small, pose, board) if pose else small)
    return 10 * (time.process_time() - began) / count


def _decoded() -> Iterator[cv2.typing.MatLike]:
    film = cv2.VideoCapture(str(CLIP))
    while True:
        there, image = film.read()
        if not there:
            return
        yield image


def run(
    sizes: tuple[tuple[int, int], ...] = ((80, 24), (160, 50)),
    count: int = 40,
    names: Collection[str] = (),
    worst: int = 0,
) -> None:
    """Measure everything, or the parts of these ``names``, and print it; of each row the ``worst`` keys."""
    console = Console()
    load = os.getloadavg()[0]
    table = Table(title=f"From a key to what it does, ms ({count} keys each; load of the machine before: {load:.1f})")
    for head in ("screen", "size", "while", "p50", "p95", "worst", "computed", "p95 own", "own / aim"):
        table.add_column(head, justify="left" if head in {"screen", "size", "while"} else "right")
    with camera() as address, tempfile.TemporaryDirectory() as still:
        _at_rest(Path(still))
        parts = [part for part in (*PARTS, _replay(Path(still), names)) if not names or part.name in names]
        for part, size in itertools.product(parts, sizes):
            for what, source in _sources(part, still, address):
                row = part.name, f"{size[0]}x{size[1]}", what
                try:
                    taken = measured(part, source, size, count)
                except TimeoutError as error:
                    # On a machine that is busy otherwise a match may not begin in time; the rest is measured.
                    console.print(f"{' '.join(row)} is left out: {error}", markup=False)
                    continue
                table.add_row(*row, *_figures(taken))
                console.print(f"{' '.join(row)} is measured", style="dim")
                _tell_worst(console, taken, worst)
    console.print(table)
    if not names:
        _begins(console)


def _sources(part: Part, still: str, address: str) -> Iterator[tuple[str, str]]:
    """What happens meanwhile, and the source on which it does."""
    if part.at_rest is not None:
        yield "at rest", part.at_rest or still
    if part.beside_camera:
        yield "1080p at 30 fps", address


def _replay(folder: Path, names: Collection[str]) -> Part:
    """The replay of the clip's log."""
    log = _log(folder) if not names or "replay" in names else folder
    shown = lambda _, __: ["log", "view", str(log)]  # noqa: E731 - beside ``watching``
    return Part("replay", shown, "Leave", (), REPLAY, beside_camera=False)


def _tell_worst(console: Console, taken: list[Taken], count: int) -> None:
    """The slowest keys, one a line."""
    for each in sorted(taken, key=lambda each: -each.took_s)[:count]:
        took, computed, queued = (f"{1000 * s:.0f}" for s in (each.took_s, each.computed_s, each.queued_s))
        number = taken.index(each) + 1
        console.print(
            f"  {took} ms: key {number}, {each.press.key!r}, computed {computed}, waited {queued}", markup=False
        )


def _log(folder: Path) -> Path:
    """The log of the clip."""
    log = folder / "bench.touchline.jsonl"
    command = [sys.executable, "-m", "referee_tui", "watch", str(CLIP), "--headless", "--log", str(log)]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    return log


def _at_rest(folder: Path) -> None:
    """A short film in which nothing happens: once it is over, nothing keeps the screen busy."""
    image = next(_decoded())
    for number in range(STILL_PICTURES):
        cv2.imwrite(str(folder / f"{number:03}.jpg"), image)


def _begins(console: Console) -> None:
    size = (80, 24)
    table = Table(title=f"Until it is there, s (median of {STARTS})")
    for head in ("what", "takes", "aim", "takes / aim"):
        table.add_column(head, justify="left" if head == "what" else "right")
    with tempfile.TemporaryDirectory() as folder:

        def demo(number: int) -> list[str]:
            return ["demo", "--screen", "--log", str(Path(folder) / f"{number}.touchline.jsonl")]

        rows = (
            ("touchline --help", help_takes(), HELP_AIM_S),
            ("match screen (demo --screen)", begins(demo, "Leave", size), SCREEN_AIM_S),
            ("start screen", begins(lambda _: ["start"], "touchline", size), SCREEN_AIM_S),
        )
    for what, times, aim in rows:
        middle = statistics.median(times)
        table.add_row(what, f"{middle:.2f}", f"{aim:.2f}", f"{middle / aim:.2f}")
    console.print(table)
    for columns, lines in ((80, 24), (160, 50)):
        console.print(
            f"Live picture at 10 a second, {columns}x{lines}: {preview_cost((columns, lines)):.0%} of a core."
        )


def _figures(taken: list[Taken]) -> tuple[str, ...]:
    took, own = [each.took_s for each in taken], _p95([each.own_s for each in taken])
    computed = statistics.median(each.computed_s for each in taken)
    figures = (statistics.median(took), _p95(took), max(took), computed, own)
    return *(f"{1000 * figure:.0f}" for figure in figures), f"{own / KEY_AIM_S:.2f}"


def _p95(times: list[float]) -> float:
    """The time that one in twenty takes longer than."""
    return sorted(times)[min(math.ceil(0.95 * len(times)), len(times)) - 1]


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keys", type=int, default=40, help="keys on each screen (40)")
    parser.add_argument("--size", action="append", metavar="80x24", help="of the terminal; repeat it")
    parser.add_argument("--part", action="append", metavar="NAME", help="of a screen alone; repeat it")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="name so many of the slowest keys of each")
    chosen = parser.parse_args()
    sizes = tuple(tuple(int(side) for side in text.split("x")) for text in chosen.size or ("80x24", "160x50"))
    run(sizes, chosen.keys, chosen.part or (), chosen.worst)


if __name__ == "__main__":
    main()
