"""Which camera is behind a number on the command line: numbers change when cameras are plugged in anew."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_DEVICE = re.compile(r"(?:/dev/video)?([0-9]{1,3})")
_ADDRESS = re.compile(r"(?:rtsps?|https?)://", re.IGNORECASE)
_SYSTEM, _BY_ID = Path("/sys/class/video4linux"), Path("/dev/v4l/by-id")
_MAX_NAME_BYTES = 256
_MOST_CAMERAS = 64
"""Linux gives a camera two or more of its numbers."""


@dataclass(frozen=True)
class CameraIdentity:
    """A camera as the system knows it."""

    id: str
    """The same wherever it is plugged in, if the system can tell (Linux); otherwise its name, or its number."""
    name: str
    """For people: ``HD Webcam``, ``camera 0``, an address without a password."""
    source: str
    """How it is called on the command line, ``0`` for ``/dev/video0`` too."""


def camera_identity(text: str, *, system: Path = _SYSTEM, by_id: Path = _BY_ID) -> CameraIdentity | None:
    """The camera that a word on the command line means; None for files.

    ``system`` and ``by_id`` are where Linux names video devices; other systems have neither, and the number has to do.
    """
    if _ADDRESS.match(text):
        from vision.sources.camera import public_address  # noqa: PLC0415 - OpenCV is not needed for a file

        address = public_address(text)
        return CameraIdentity(address, address, address)
    device = _DEVICE.fullmatch(text)
    if device is None:
        return None
    number = int(device[1])
    name = _system_name(system / f"video{number}" / "name")
    serial = _link_name(by_id, f"video{number}")
    readable = name or f"camera {number}"
    return CameraIdentity(serial or readable, readable, str(number))


def camera_named(name: str, *, system: Path = _SYSTEM, by_id: Path = _BY_ID) -> str | None:
    """The number, for the command line, of the first camera that the system calls so; None if it calls none so."""
    numbers = (str(number) for number in range(_MOST_CAMERAS))
    found = ((number, camera_identity(number, system=system, by_id=by_id)) for number in numbers)
    return next((number for number, camera in found if camera is not None and camera.name == name), None)


def cameras(*, system: Path = _SYSTEM, by_id: Path = _BY_ID) -> tuple[CameraIdentity, ...]:
    """The cameras that the system names, by number; empty where it names none (other systems than Linux).

    Linux gives a camera several numbers; the first of them delivers its pictures.
    """
    numbers = (number for number in range(_MOST_CAMERAS) if _delivers(system / f"video{number}"))
    found = (camera_identity(str(number), system=system, by_id=by_id) for number in numbers)
    return tuple(camera for camera in found if camera is not None)


def others_words(text: str, *, system: Path = _SYSTEM, by_id: Path = _BY_ID) -> str:
    """``0 (HD Webcam), 2 (C920)``: what can be opened instead of a camera; empty where the system names no other."""
    this = camera_identity(text, system=system, by_id=by_id)
    others = (camera for camera in cameras(system=system, by_id=by_id) if this is None or camera.source != this.source)
    return ", ".join(f"{camera.source} ({camera.name})" for camera in others)


def _delivers(device: Path) -> bool:
    """Whether a device is there and is the first of its camera's."""
    try:
        return device.is_dir() and (device / "index").read_text(encoding="ascii").strip() == "0"
    except (OSError, UnicodeDecodeError):
        return device.is_dir()


def _system_name(path: Path) -> str:
    """``HD Webcam`` of ``HD Webcam: HD Webcam``; empty if the system does not say."""
    try:
        with path.open("rb") as file:
            raw = file.read(_MAX_NAME_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
    name = "".join(letter for letter in raw.strip() if letter.isprintable())
    first, _, second = name.partition(": ")
    # The driver repeats the name, cut off where its field ends.
    return first if second and first.startswith(second[: len(first)]) else name


def _link_name(folder: Path, device: str) -> str:
    """The name (maker, model, serial number) of the link that leads to a device; empty without one."""
    try:
        return next((link.name for link in sorted(folder.iterdir()) if link.resolve().name == device), "")
    except OSError:
        return ""
