"""Which lens the pictures are taken to come through: a named file, a profile, or none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from calibration.lens_file import load_lens
from calibration.profile_file import CameraTable, ProfileError
from calibration.profiles import Shelf, lens_for, lens_in, list_profiles, load_profile
from vision.sources.identity import camera_identity

if TYPE_CHECKING:
    from pathlib import Path

    from calibration.pose import Lens
    from calibration.profiles import Profile


@dataclass(frozen=True, eq=False)
class LensChoice:
    """What is known of the lens before the first picture is there; the pictures' size decides."""

    named: Lens | None = None
    """From a file that the user named: nothing else counts then."""
    profile: Profile | None = None
    """That the user named."""
    camera: CameraTable | None = None
    """Whose profiles are looked for."""
    shelf: Shelf = field(default_factory=lambda: Shelf((), ()))

    @property
    def size_px(self) -> tuple[int, int] | None:
        """(width, height) to ask of a camera: a measured lens holds for the pictures that it was measured in."""
        if self.named is not None:
            return self.named.size_px
        if self.profile is not None:
            return self.profile.size_px
        own = [
            p.size_px
            for p in self.shelf.profiles
            if p.file.camera and self.camera and p.file.camera.id == self.camera.id
        ]
        return max((size for size in own if size is not None), default=None)

    def for_pictures(self, size_px: tuple[int, int]) -> tuple[Lens | None, tuple[str, ...]]:
        """The lens for pictures of a size, None to have it estimated; and what the user should be told."""
        if self.named is not None:
            return self.named, ()
        if self.profile is not None:
            found = lens_in(self.profile, size_px)
        elif self.camera is not None:
            found = lens_for(self.shelf, self.camera, size_px)
        else:
            return None, ()
        faults = tuple(f"{fault}; it is left out" for fault in self.shelf.faults)
        if not found:
            return None, (*faults, *((f"{found.reason}.",) if found.reason else ()))
        return found.lens, (*faults, f"lens of {found.profile}.")


def choose_lens(
    source: str, folder: Path, *, lens: Path | None = None, profile: str | None = None, use_profiles: bool = True
) -> LensChoice:
    """Look for a lens: the file, else the profile of that name, else those of the camera behind ``source``.

    Raises LensError and ProfileError for what the user named; what is found by itself is only left out.
    """
    if lens is not None:
        return LensChoice(named=load_lens(lens))
    if profile is not None:
        return LensChoice(profile=load_profile(folder, profile))
    camera = camera_table(source) if use_profiles else None
    if camera is None:
        return LensChoice()
    try:
        return LensChoice(camera=camera, shelf=list_profiles(folder))
    except ProfileError as error:
        return LensChoice(camera=camera, shelf=Shelf((), (str(error),)))


def camera_table(source: str) -> CameraTable | None:
    """The camera that a word on the command line means, as profiles have it; None for files."""
    camera = camera_identity(source)
    return CameraTable(camera.id, camera.name, camera.source) if camera is not None else None
