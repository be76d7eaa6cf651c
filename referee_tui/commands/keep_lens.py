"""Keeping a lens that was measured: in its camera's profile, in a file."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.lens.solve import LensSolution
    from calibration.lens.verdict import Verdict
    from calibration.lens_file import LensFile
    from referee_tui.app.calibrate.lens_state import LensState


def lens_file_of(solution: "LensSolution", verdict: "Verdict", by: str) -> "LensFile":
    """The lens with what is known of its making; ``by`` is the target in words."""
    from calibration.lens_file import AboutLens, lens_file

    spread = solution.spread
    about = AboutLens(
        measured_on=datetime.now().astimezone().date(),
        by=str(by),
        views=len(solution.used),
        rms_px=round(solution.rms_px, 4),
        focal_sd_px=round(spread.focal_px, 3),
        centre_sd_px=round(spread.centre_px, 3),
        effect_px=round(spread.effect_px, 3),
        verdict=verdict.grade,
    )
    return lens_file(solution.lens, about)


def keep_in_profile(file: "LensFile", sources: "Sequence[str]", name: str | None) -> list[Path]:
    """The profile that holds the lens now; none for pictures whose camera nobody named. Raises ProfileError."""
    from calibration.profiles import FILE_NAME, profile_name, save_lens
    from referee_tui.lens.choice import camera_table
    from referee_tui.places import profiles_folder

    camera = camera_table(sources[0]) if len(sources) == 1 else None
    if name is None:
        if camera is None:
            return []
        name = profile_name(camera, file.size_px)
    folder = profiles_folder()
    return [folder / save_lens(folder, name, file, camera).name / FILE_NAME]


def written(file: "LensFile", path: Path) -> Path:
    """Write the lens file; its place. Raises LensError."""
    from calibration.lens_file import save_lens

    save_lens(path, file)
    return path


def has_place(sources: "Sequence[str]", profile: str | None, out: Path | None, *, profiles: bool) -> bool:
    """Whether ``kept`` finds a place for the lens of these sources."""
    from referee_tui.lens.choice import camera_table

    named = profile is not None or (len(sources) == 1 and camera_table(sources[0]) is not None)
    return out is not None or (profiles and named)


def kept(
    state: "LensState", *, sources: "Sequence[str]", by: str, profile: str | None, out: Path | None, profiles: bool
) -> str:
    """Keep the lens of the screen; one sentence that says where, or what is in the way; empty if there is no place.

    ``profiles``: whether the camera's profile gets it.
    """
    from calibration.lens_file import LensError
    from calibration.profile_file import ProfileError

    if state.solution is None or state.verdict is None:
        return ""
    file = lens_file_of(state.solution, state.verdict, by)
    try:
        saved = keep_in_profile(file, sources, profile) if profiles else []
        saved += [written(file, out)] if out is not None else []
    except (ProfileError, LensError) as error:
        return f"the lens is not kept: {error}."
    return f"the lens is kept in {' and '.join(map(str, saved))}." if saved else ""
