"""Profiles in a folder: kept by name, found again by camera and size of picture, listed and deleted.

A profile is a folder with ``profile.toml`` and, for boards that need more than a file of numbers, ``boards/NAME/``.
Nothing in a profile names a path.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace as changed

from calibration.lens_file import lens_of
from calibration.profile_file import (
    MAX_NAME,
    CameraTable,
    ProfileError,
    ProfileFile,
    is_profile_name,
    read_profile,
    write_profile,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from calibration.lens_file import LensFile
    from calibration.pose import Lens

FILE_NAME = "profile.toml"
MOST_PROFILES = 500
"""More are not looked through."""


@dataclass(frozen=True)
class Profile:
    """A profile that can be read."""

    name: str
    file: ProfileFile

    @property
    def size_px(self) -> tuple[int, int] | None:
        """Of the pictures that its lens was measured in."""
        return self.file.lens.size_px if self.file.lens is not None else None

    def __str__(self) -> str:
        """``HD Webcam, 1920x1080, measured 2026-11-03, RMS 0.31 px``."""
        return ", ".join(
            part for part in (self.file.camera.name if self.file.camera else self.name, _about(self.file.lens)) if part
        )


@dataclass(frozen=True)
class Shelf:
    """What a folder of profiles holds."""

    profiles: tuple[Profile, ...]
    """By name."""
    faults: tuple[str, ...]
    """One sentence for each that cannot be read; the others are not touched by it."""


@dataclass(frozen=True, eq=False)
class FoundLens:
    """The lens of the profile that fits."""

    lens: Lens
    profile: Profile

    def __bool__(self) -> Literal[True]:
        """A lens is a success; see Nothing."""
        return True


@dataclass(frozen=True)
class Nothing:
    """Nothing that fits. Falsy; see PoseFailure."""

    reason: str
    """One sentence where there is something and it is stale; empty where there is nothing at all."""

    def __bool__(self) -> Literal[False]:
        """Nothing is a no."""
        return False


def list_profiles(folder: Path) -> Shelf:
    """Every profile in the folder; an empty shelf if there is no folder. Raises ProfileError if it cannot be listed."""
    profiles, faults = [], []
    for name in _names(folder):
        try:
            profiles.append(Profile(name, read_profile(folder / name / FILE_NAME)))
        except ProfileError as error:
            faults.append(str(error))
    return Shelf(tuple(profiles), tuple(faults))


def load_profile(folder: Path, name: str) -> Profile:
    """One profile by name. Raises ProfileError, also if there is none."""
    if name not in _names(folder):
        raise ProfileError(_not_there(folder, name))
    return Profile(name, read_profile(folder / name / FILE_NAME))


def save_lens(folder: Path, name: str, lens: LensFile, camera: CameraTable | None) -> Profile:
    """Put a lens into a profile, a new one or in place of the lens that it had. Raises ProfileError."""
    return change_profile(folder, name, lambda old: changed(old, lens=lens, camera=camera or old.camera))


def delete_profile(folder: Path, name: str) -> None:
    """Delete a profile and the files of its boards, one that cannot be read as well. Raises ProfileError."""
    if name not in _names(folder):
        raise ProfileError(_not_there(folder, name))
    try:
        shutil.rmtree(folder / name)
    except OSError as error:
        raise ProfileError(f"{folder / name}: cannot be deleted ({error.strerror or error})") from error


def profile_name(camera: CameraTable, size_px: tuple[int, int]) -> str:
    """``hd-webcam-1920x1080``: the name that a camera's profile gets by itself."""
    size = f"{size_px[0]}x{size_px[1]}"
    plain = re.sub(r"[^a-z0-9]+", "-", camera.name.lower()).strip("-")[: MAX_NAME - len(size) - 1]
    return f"{plain.strip('-') or 'camera'}-{size}"


def lens_for(shelf: Shelf, camera: CameraTable, size_px: tuple[int, int]) -> FoundLens | Nothing:
    """The lens of this camera at this size of picture, the newest if there are several."""
    own = [p for p in shelf.profiles if p.file.lens is not None and p.file.camera and p.file.camera.id == camera.id]
    # The size itself first, then another of the same shape; of equals the one measured last.
    for profile in sorted(own, key=lambda p: (p.size_px == size_px, _when(p)), reverse=True):
        found = lens_in(profile, size_px)
        if found:
            return found
    if own:
        sizes = " and ".join(sorted({f"{p.size_px[0]}x{p.size_px[1]}" for p in own if p.size_px}))
        return Nothing(
            f"the lens of {camera.name} was measured at {sizes}, and the pictures are {size_px[0]}x{size_px[1]}, of "
            "another shape; it is not used: measure it at this size"
        )
    for profile in shelf.profiles:
        known = profile.file.camera
        if known is not None and known.source and known.source == camera.source:
            return Nothing(
                f"camera {camera.source} is now {camera.name}, and profile {profile.name} is of {known.name}; it is "
                "not used"
            )
    return Nothing("")


def lens_in(profile: Profile, size_px: tuple[int, int]) -> FoundLens | Nothing:
    """The lens of a certain profile for pictures of this size."""
    file = profile.file.lens
    if file is None:
        return Nothing(f"profile {profile.name} has no lens in it")
    lens = lens_of(file, profile.name).at_size(size_px)
    if lens is None:
        return Nothing(
            f"the lens of profile {profile.name} was measured at {file.size_px[0]}x{file.size_px[1]}, and the pictures "
            f"are {size_px[0]}x{size_px[1]}, another shape; it is not used"
        )
    return FoundLens(lens, profile)


def change_profile(folder: Path, name: str, change: Callable[[ProfileFile], ProfileFile]) -> Profile:
    """Change a profile, an empty one if there is none of that name. Raises ProfileError."""
    check_name(name)
    path = folder / name / FILE_NAME
    file = change(read_profile(path) if path.exists() else ProfileFile(1))
    make_folder(path.parent)
    write_profile(path, file)
    return Profile(name, file)


def check_name(name: str) -> None:
    """Raises ProfileError for a name that could not be a folder's on every system."""
    if not is_profile_name(name):
        raise ProfileError(
            f"{name!r} cannot be a name here; use letters, digits, dots, dashes and underlines, at most {MAX_NAME}"
        )


def make_folder(folder: Path) -> None:
    """Raises ProfileError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ProfileError(f"{folder}: cannot be made ({error.strerror or error})") from error


def _names(folder: Path) -> tuple[str, ...]:
    try:
        names = sorted(path.parent.name for path in folder.glob(f"*/{FILE_NAME}"))
    except OSError as error:
        raise ProfileError(f"{folder}: cannot be listed ({error.strerror or error})") from error
    return tuple(name for name in names if is_profile_name(name))[:MOST_PROFILES]


def _not_there(folder: Path, name: str) -> str:
    names = ", ".join(_names(folder))
    return f"there is no profile {name!r}; there {f'are {names}' if names else 'is none yet'}"


def _when(profile: Profile) -> str:
    """Sorts by the day of measuring; one without a day is the oldest."""
    lens = profile.file.lens
    return lens.about.measured_on.isoformat() if lens is not None and lens.about.measured_on is not None else ""


def _about(lens: LensFile | None) -> str:
    """``1920x1080, measured 2026-11-03, RMS 0.31 px``."""
    if lens is None:
        return "no lens"
    parts = [f"{lens.size_px[0]}x{lens.size_px[1]}"]
    if lens.about.measured_on is not None:
        parts.append(f"measured {lens.about.measured_on.isoformat()}")
    if lens.about.rms_px is not None:
        parts.append(f"RMS {lens.about.rms_px:.2f} px")
    return ", ".join(parts)
