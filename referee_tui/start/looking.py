"""What is there to choose from on this machine; takes its time, and so is asked in a thread."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.profile_boards import boards_of, error_words, kept_file
from calibration.profile_file import ProfileError
from calibration.profiles import Nothing, list_profiles
from engine.game_names import GAMES
from referee_tui.places import from_home, logs_folder, profiles_folder
from referee_tui.sound.voice import find_voice
from referee_tui.start.saved import saved_matches, unread_logs
from referee_tui.start.state import Found, FoundBoard, FoundCamera
from vision.sources.identity import cameras

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee_tui.config import Config

INDICES = 3
"""Where the system names no cameras, so many numbers are offered untried: to open one lights its lamp."""
_ASK_WITHIN_S = 5.0


def look_round(config: Config) -> Found:
    """Matches, cameras, boards, films and voices."""
    folder = from_home(config.logs) if config.logs else logs_folder()
    matches = saved_matches(folder)
    return Found(
        matches=matches,
        unread=unread_logs(folder, matches),
        cameras=tuple(_cameras()),
        boards=(*_set_boards(config), *_kept_boards(profiles_folder())),
        demos=dict(_demos()),
        voice=find_voice() is not None,
    )


def mac_cameras(answer: str) -> tuple[FoundCamera, ...]:
    """The cameras in the JSON answer of ``system_profiler SPCameraDataType``, which lists them by their number."""
    try:
        listed = json.loads(answer)["SPCameraDataType"]
        names = [str(each["_name"]) for each in listed]
    except (ValueError, KeyError, TypeError):
        return ()
    return tuple(FoundCamera(str(number), name) for number, name in enumerate(names))


def _cameras() -> Iterator[FoundCamera]:
    if sys.platform.startswith("linux"):
        yield from (FoundCamera(camera.source, camera.name) for camera in cameras())
    else:
        named = _ask_mac() if sys.platform == "darwin" else ()
        yield from named or (FoundCamera(str(number), f"camera {number}") for number in range(INDICES))


def _ask_mac() -> tuple[FoundCamera, ...]:
    command = ["/usr/sbin/system_profiler", "-json", "SPCameraDataType"]
    try:
        answer = subprocess.run(command, capture_output=True, timeout=_ASK_WITHIN_S, check=True)  # noqa: S603 - no words of others
    except (OSError, subprocess.SubprocessError):
        return ()
    return mac_cameras(answer.stdout.decode("utf-8", "replace"))


def _set_boards(config: Config) -> Iterator[FoundBoard]:
    for game, text in config.boards.items():
        path = from_home(text)
        yield FoundBoard(path, path.stem, game, str(path))


def _kept_boards(folder: Path) -> Iterator[FoundBoard]:
    """Boards of the user's own in the cameras' profiles; one whose copy is gone is left out."""
    try:
        kept = boards_of(list_profiles(folder).profiles)
    except ProfileError:
        return
    for board in kept:
        if board.table.own and not isinstance(file := kept_file(folder, board), Nothing):
            yield FoundBoard(file, board.name, board.table.game, f"{board.when}{error_words(board.table)}")


def _demos() -> Iterator[tuple[str, str]]:
    for game in GAMES:
        film = resources.files("referee_tui") / "demo" / f"{game}.mp4"
        # Out of a packed program a film would have to be unpacked first: ``touchline demo`` does that.
        if isinstance(film, Path) and film.is_file():
            yield game, str(film)
