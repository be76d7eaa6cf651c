"""A profile as a TOML file: what was measured of one camera at one size of picture, and the boards it looked at."""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import tomli_w

from calibration.lens_file import LensError, LensFile, lens_of
from engine.text_file import read_small_text, write_whole_text

if TYPE_CHECKING:
    from pathlib import Path

MAX_PROFILE_BYTES = 128 * 1024
MAX_NAME = 60
_NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{MAX_NAME - 1}}}")


class ProfileError(ValueError):
    """A profile that cannot be used; the message is one plain sentence."""


class CameraTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A camera as the system knows it."""

    id: str
    """The same whenever and wherever it is plugged in, if the system can tell; otherwise its name or number."""
    name: str
    """For people: ``HD Webcam``."""
    source: str = ""
    """How it was called on the command line: ``0``."""


class BoardTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A board that the camera looked at; files about it lie beside the profile. Older profiles have the first two."""

    fingerprint: str
    """SHA-256 of the board file's text at that time: another one means another board, whatever its name."""
    saved_on: dt.date
    game: str = ""
    own: bool = False
    """Whether it is the user's own board, whose file is copied beside the profile."""
    error_spaces: float | None = None
    """Mean error of the pose over the field, in widths of a space; None if it could not be measured."""
    size_px: tuple[Annotated[int, msgspec.Meta(gt=0)], Annotated[int, msgspec.Meta(gt=0)]] | None = None
    """Of the pictures that it was seen in."""
    rvec: tuple[float, float, float] | None = None
    """The board's rotation as seen from the camera, Rodrigues; see calibration.pose.BoardPose."""
    tvec: tuple[float, float, float] | None = None
    """Where its A1 corner lay as seen from the camera, millimetres."""


class ProfileFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A whole profile."""

    format: Literal[1]
    lens: LensFile | None = None
    camera: CameraTable | None = None
    """None if it was measured from files, whose camera is not known."""
    boards: dict[str, BoardTable] = {}
    """By the board's name; the one calibrated with last comes last."""


def is_profile_name(name: str) -> bool:
    """Whether a profile may be called so: it names a folder, and nothing outside it."""
    return _NAME.fullmatch(name) is not None


def read_profile(path: Path) -> ProfileFile:
    """Read a profile. Raises ProfileError with one plain sentence."""
    text = read_small_text(path, MAX_PROFILE_BYTES, ProfileError, what="the profile", kind="a profile")
    try:
        file = msgspec.convert(tomllib.loads(text), ProfileFile)
        if file.lens is not None:
            lens_of(file.lens, str(path))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ProfileError(f"{path}: is not a profile ({error})") from error
    except msgspec.ValidationError as error:
        raise ProfileError(f"{path}: is not a profile: {error}") from error
    except LensError as error:
        raise ProfileError(str(error)) from error
    return file


def write_profile(path: Path, file: ProfileFile) -> None:
    """Write a profile, whole or not at all. Raises ProfileError."""
    text = tomli_w.dumps(msgspec.to_builtins(file, builtin_types=(dt.date,)))
    head = "# What touchline measured of a camera; touchline profiles lists and deletes these.\n"
    write_whole_text(path, head + text, ProfileError, what="the profile")
