"""A calibration of the board in words and as JSON: what ``touchline calibrate board`` says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from referee_tui.words import TEAM_NAMES

if TYPE_CHECKING:
    from calibration.findings import Finding, Severity, Verdict
    from calibration.light import LightMeasures
    from engine.board import Board
    from vision.board_check import BoardCheck

Grade: TypeAlias = "Verdict | Severity | None"


class Line(NamedTuple):
    """One line of the report."""

    grade: Grade
    """Its colour; None for plain text."""
    head: str
    """What it is about: ``board``, ``error``, ... ; the severity for a finding."""
    text: str


def check_lines(check: BoardCheck, board: Board) -> list[Line]:
    """Verdict, figures, then one line a finding with its cure, red ones first."""
    lines = [
        Line(check.verdict, check.verdict.upper(), _VERDICTS[check.verdict]),
        Line(None, "board", found_words(check, board)),
        Line(None, "error", error_words(check)),
        Line(None, "camera", place_words(check)),
        Line(None, "light", light_words(check.light)),
        Line(None, "teams", teams_words(check)),
    ]
    return lines + [Line(finding.severity, finding.severity, finding.sentence) for finding in check.findings]


_VERDICTS: dict[Verdict, str] = {
    "green": "all is well, you can play",
    "yellow": "you can play; it would read more surely with this put right",
    "red": "put this right before you play",
}


def found_words(check: BoardCheck, board: Board) -> str:
    """``regista-a2, found by 11 of 12 markers (missed 4); A1 is known by the markers' numbers``."""
    markers, used = board.file.markers, check.pose.markers_used
    if markers is None or not used:
        return f"{board.name}, found by its print; A1 is known by comparing it with the reference picture"
    missed = sorted(set(markers.corner_mm) - set(used))
    but = f" (missed {', '.join(map(str, missed))})" if missed else ""
    return f"{board.name}, found by {len(used)} of {len(markers.corner_mm)} markers{but}; A1 is known by their numbers"


def error_words(check: BoardCheck) -> str:
    """The error as a percentage of a space, the worst spot, the repeatability."""
    quality = check.quality
    if not quality.measured:
        return "too few printed lines in sight to measure it"
    worst = f", at most {_percent(quality.worst_spaces)} (round {quality.worst_at})" if quality.worst_at else ""
    steady = quality.repeatability_spaces
    pictures = f"; over {len(check.view.images)} pictures it moves by {_percent(steady)}" if steady is not None else ""
    return f"{_percent(quality.mean_spaces)} of a space{worst}, at {quality.crossings} line crossings{pictures}"


def place_words(check: BoardCheck) -> str:
    """``about 70 cm above the table, looking down at 60 degrees; spaces are 25 px wide or more``."""
    place, lens = check.place, check.pose.lens
    share = f", its focal length to {lens.focal_sd_px / lens.camera_matrix[0, 0]:.1%}" if lens.focal_sd_px else ""
    known = f"lens {'measured' if lens.measured else 'estimated from the board'}{share}"
    return (
        f"about {place.height_mm / 10:.0f} cm above the table, looking down at {place.elevation_deg:.0f} degrees; "
        f"spaces are {place.least_space_px:.0f} px wide or more ({lens.size_px[0]}x{lens.size_px[1]}, {known})"
    )


def light_words(light: LightMeasures) -> str:
    """The light in figures."""
    return (
        f"paper {light.brightness:.0f} of 255, brightest part {light.unevenness:.1f} times the darkest, "
        f"noise {light.noise:.1f}, blur {light.blur_px:.1f} px"
    )


def teams_words(check: BoardCheck) -> str:
    """Whether the colours are told apart, and by how much; or that there are no pieces to tell."""
    if check.teams is None:
        return "no pieces of both teams were seen, to compare their colours"
    discs = " and ".join(f"{count} {TEAM_NAMES[team]}" for team, count in check.teams.discs.items())
    apart = "hard to tell apart" if any(finding.kind == "teams" for finding in check.findings) else "clearly apart"
    return f"{discs} pieces, their colours {apart} ({check.teams.gap:.2f})"


def overlay_words(check: BoardCheck, board: Board, magnified: int) -> list[str]:
    """Lines of text for the overlay picture."""
    head = f"{check.verdict.upper()}: {board.name}, error {error_words(check)}; red arrows: error x {magnified}"
    return [head, *(finding.sentence for finding in check.findings)]


def check_json(check: BoardCheck, board: Board) -> dict[str, Any]:
    """The same for programs."""
    quality, place, light, teams = check.quality, check.place, check.light, check.teams
    length, width = board.grid.field_size_mm
    corners = check.pose.project(((0, 0), (length, 0), (length, width), (0, width)))
    markers = board.file.markers
    used = check.pose.markers_used
    return {
        "verdict": check.verdict,
        "pictures": {"found": len(check.view.images), "lost": len(check.view.failures)},
        "board": {
            "found": True,
            "name": board.name,
            "corners_px": [[round(float(x), 2), round(float(y), 2)] for x, y in corners],
            "reprojection_px": round(check.pose.reprojection_px, 3),
            "orientation_by": "markers" if used else "print",
            "markers_used": list(used),
            "markers_missed": sorted(set(markers.corner_mm) - set(used)) if markers is not None else [],
            "lens_measured": check.pose.lens.measured,
        },
        "error": {
            "mean_spaces": round(quality.mean_spaces, 4),
            "worst_spaces": round(quality.worst_spaces, 4),
            "worst_at": quality.worst_at,
            "crossings": quality.crossings,
            "held_out": quality.held_out,
            "line_agreement": round(quality.agreement, 3),
            "repeatability_spaces": _rounded(quality.repeatability_spaces, 4),
            "expected_sd_spaces": round(quality.field_sd_spaces, 4),
        },
        "camera": {
            "height_mm": round(place.height_mm),
            "away_mm": round(place.away_mm),
            "elevation_deg": round(place.elevation_deg, 1),
            "least_space_px": round(place.least_space_px, 1),
            "least_at": place.least_at,
            "field_span": round(place.span, 3),
            "cut_off": list(place.cut_off),
            "markers_out": list(place.markers_out),
        },
        "light": {
            "brightness": round(light.brightness, 1),
            "unevenness": round(light.unevenness, 2),
            "noise": round(light.noise, 2),
            "line_contrast": round(light.line_contrast, 1),
            "faint_share": round(light.faint_share, 3),
            "blur_px": round(light.blur_px, 2),
            "cast": _rounded(light.cast, 2),
            "burnt_share": round(light.burnt_share, 4),
            "glare": list(light.glare),
            "swing": _rounded(check.flicker.swing if check.flicker else None, 4),
            "bands": _rounded(check.flicker.bands if check.flicker else None, 4),
        },
        "teams": {"discs": teams.discs, "gap": round(teams.gap, 3)} if teams is not None else None,
        "findings": [_finding_json(finding) for finding in check.findings],
    }


def lost_json(reason: str) -> dict[str, Any]:
    """A picture without a board, for programs."""
    return {"verdict": "red", "board": {"found": False, "why": str(reason)}, "findings": []}


def _finding_json(finding: Finding) -> dict[str, Any]:
    return {
        "kind": finding.kind,
        "severity": finding.severity,
        "value": round(finding.value, 4),
        "limit": finding.limit,
        "unit": finding.unit,
        "where": list(finding.where),
        "what": str(finding.what),
        "cure": str(finding.cure),
    }


def _percent(spaces: float) -> str:
    return f"{100 * spaces:.1f} %"


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
