"""``touchline profiles``: what was measured of cameras, listed, shown and deleted."""

from typing import TYPE_CHECKING, Annotated

import typer

from referee_tui import exits, streams
from referee_tui.commands.options import Json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.profiles import Profile

app = typer.Typer(
    name="profiles", no_args_is_help=True, help="List, show and delete what was measured of your cameras."
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="As touchline profiles list has it.")]


@app.command("list")
def list_all(json: Json = False) -> int:
    """List the profiles, one a line. Exit 1 if one of them cannot be read."""
    from calibration.profiles import list_profiles
    from referee_tui.places import profiles_folder

    folder = profiles_folder()
    shelf = list_profiles(folder)
    for profile in shelf.profiles:
        if json:
            _print_json(profile)
        else:
            streams.out(f"{profile.name}: {profile}")
            for line in _boards(profile):
                streams.out(f"  {line}")
    if not (shelf.profiles or shelf.faults or json):
        streams.out(f"There is no profile yet in {folder}; touchline calibrate lens makes one.")
    for fault in shelf.faults:
        exits.say(f"{fault}; touchline profiles delete removes it.")
    return exits.REFUSED if shelf.faults else exits.OK


@app.command()
def show(name: Name, json: Json = False) -> int:
    """Show one profile: its camera, its lens and how well that is known, its boards."""
    from calibration.profiles import FILE_NAME, load_profile
    from referee_tui.places import profiles_folder

    profile = load_profile(profiles_folder(), name)
    if json:
        _print_json(profile)
        return exits.OK
    for line in _lines(profile):
        streams.out(line)
    streams.out(f"kept in: {profiles_folder() / name / FILE_NAME}")
    return exits.OK


@app.command()
def delete(name: Name) -> int:
    """Delete one profile, with what it keeps of boards; one that cannot be read as well."""
    from calibration.profiles import delete_profile
    from referee_tui.places import profiles_folder

    delete_profile(profiles_folder(), name)
    streams.out(f"{name} is deleted.")
    return exits.OK


def _lines(profile: "Profile") -> list[str]:
    from calibration.profile_boards import copy_path
    from referee_tui.places import profiles_folder

    camera, lens = profile.file.camera, profile.file.lens
    lines = [f"{profile.name}: {profile}"]
    if camera is not None:
        lines.append(f"camera: {camera.name} ({camera.id})")
    if lens is not None:
        about, matrix = lens.about, lens.camera_matrix
        sd = f" (+- {about.focal_sd_px:.1f})" if about.focal_sd_px else ""
        lines += [
            f"focal length: {matrix[0][0]:.1f} x {matrix[1][1]:.1f} px{sd}",
            f"centre: {matrix[0][2]:.1f}, {matrix[1][2]:.1f}",
            f"distortion (k1 k2 p1 p2 k3): {' '.join(f'{value:+.4f}' for value in lens.distortion)}",
        ]
        if about.by:
            lines.append(f"measured by: {about.by}, {about.views} views")
        if about.verdict:
            lines.append(f"verdict: {about.verdict}")
    for line, (name, table) in zip(_boards(profile), profile.file.boards.items(), strict=True):
        lines.append(line)
        if table.rvec is not None and table.tvec is not None:
            place = f"turned {_numbers(table.rvec, 4)} (Rodrigues), A1's corner at {_numbers(table.tvec, 1)} mm"
            lines.append(f"  as seen from the camera: {place}")
        if table.own:
            lines.append(f"  its file: {copy_path(profiles_folder(), profile.name, name)}")
    return lines


def _boards(profile: "Profile") -> list[str]:
    """``board: shop-green, regista, calibrated 2026-11-30, error 0.3 % of a space``, one a board."""
    from calibration.profile_boards import error_words

    return [
        f"board: {', '.join(part for part in (name, table.game) if part)}, calibrated {table.saved_on.isoformat()}"
        f"{error_words(table)}"
        for name, table in profile.file.boards.items()
    ]


def _numbers(values: "Sequence[float]", digits: int) -> str:
    return " ".join(f"{value:+.{digits}f}" for value in values)


def _print_json(profile: "Profile") -> None:
    import msgspec

    streams.out(msgspec.json.encode({"name": profile.name, **msgspec.to_builtins(profile.file)}))
