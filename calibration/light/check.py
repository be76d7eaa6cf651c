"""What is wrong with the light, and what to do about it.

The limits come from drawn tables whose light was made worse step by step until their pieces were no longer read right,
and from path-traced ones: yellow is where the first numbers get unsure, red where many do or pieces are overlooked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.findings import Finding, graded
from calibration.regions import patch_name, patches
from calibration.sentences import find

if TYPE_CHECKING:
    from calibration.findings import Severity
    from calibration.light.flicker import Flicker
    from calibration.light.measures import LightMeasures
    from engine.board import Board
    from engine.grid import Space

DIM, DARK = 60.0, 25.0
"""Grey level of white paper."""
BRIGHT, BURNT = 3.0, 25.0
"""Share of the ground that is burnt out, in percent."""
UNEVEN, VERY_UNEVEN = 6.0, 15.0
"""How many times as much light falls on the brightest parts of the field as on the darkest."""
NOISY, VERY_NOISY = 3.5, 12.0
"""Standard deviation within plain ground, grey levels."""
SOFT_SPACES, BLURRED_SPACES = 0.045, 0.065
"""Sigma of the blur in widths of a space: a numeral's strokes are a tenth of a space wide."""
SHARP_PX = 1.3
"""A lens in focus is no sharper than its pixels; where spaces are small, it is they that have to grow."""
FAINT, LOST = 15.0, 40.0
"""Share of the printed lines that drown in the noise, in percent."""
FLAT, VERY_FLAT = 7.0, 2.5
"""Difference between the lines and the ground, grey levels: what a thin line loses, the numbers lose as well."""
TINTED, COLOURED = 6.0, 20.0
"""How many times as much light the strongest colour has as the weakest on white paper."""
GLARE_SHARE, GLARE_LOST_SHARE = 0.0, 30.0
"""Share of the field's spaces under glare, in percent."""
COVERED = 60.0
"""Times the light of the darkest part beyond which that part is no shade: even in the sun's shade print is seen."""
UNSEEN = 1.0
"""Grey levels: of lines with less contrast there is no trace at all."""
SWINGS, SWINGS_MUCH = 6.0, 20.0
"""Change of brightness from picture to picture, in percent of the light."""
BANDS, DEEP_BANDS = 6.0, 20.0
"""Depth of the bands that a lamp on the mains makes, in percent of the light."""
NAMED_PATCHES = 3
"""Patches of glare that are named one by one."""


def check_light(measures: LightMeasures, board: Board, flicker: Flicker | None = None) -> list[Finding]:
    """Everything that is wrong with the light, the same kinds always in the same order; empty if all is well."""
    checks = (
        _too_dark(measures),
        _too_bright(measures),
        _flicker(flicker),
        _glare(measures, board),
        _uneven(measures),
        _noise(measures),
        _blur(measures),
        _faint_lines(measures),
        _cast(measures),
    )
    return [finding for finding in checks if finding is not None]


def _too_dark(measures: LightMeasures) -> Finding | None:
    if not (grade := graded(measures.brightness, DIM, DARK)):
        return None
    return Finding(
        "dark", *_figures(grade, measures.brightness), "grey levels",
        find("dark.too" if grade[0] == "red" else "dark.dim"), find("dark.cure"),
    )  # fmt: skip


def _too_bright(measures: LightMeasures) -> Finding | None:
    share = 100 * measures.burnt_share
    if not (grade := graded(share, BRIGHT, BURNT)) or _mostly_glare(measures):
        return None
    return Finding(
        "bright", *_figures(grade, share), "% of the field", find("bright", share=share), find("bright.cure"),
    )  # fmt: skip


def _mostly_glare(measures: LightMeasures) -> bool:
    """Burnt spots that are a lamp's reflection are named as that, once."""
    return len(measures.glare) >= measures.burnt_share * measures.seen_spaces


def _flicker(flicker: Flicker | None) -> Finding | None:
    if flicker is None:
        return None
    swing, bands = 100 * flicker.swing, 100 * flicker.bands
    if grade := graded(bands, BANDS, DEEP_BANDS):
        return Finding(
            "flicker", *_figures(grade, bands), "% of the light",
            find("bands", share=bands), find("bands.cure"),
        )  # fmt: skip
    if grade := graded(swing, SWINGS, SWINGS_MUCH):
        return Finding(
            "flicker", *_figures(grade, swing), "% of the light",
            find("swing", share=swing), find("swing.cure"),
        )  # fmt: skip
    return None


def _glare(measures: LightMeasures, board: Board) -> Finding | None:
    share = 100 * len(measures.glare) / max(1, measures.seen_spaces)
    if not (grade := graded(share, GLARE_SHARE, GLARE_LOST_SHARE)):
        return None
    found = patches(measures.glare, board.grid)
    names = ", ".join(patch_name(patch, board.grid) for patch in found[:NAMED_PATCHES])
    more = len(found) - NAMED_PATCHES
    return Finding(
        "glare", *_figures(grade, share), "% of the field",
        find("glare.more", patches=names, more=more) if more > 0 else find("glare", patches=names),
        find("glare.cure"), measures.glare,
    )  # fmt: skip


def _uneven(measures: LightMeasures) -> Finding | None:
    # Glare is bright as well, and has its own cure.
    if measures.glare or not (grade := graded(measures.unevenness, UNEVEN, VERY_UNEVEN)):
        return None
    times = measures.unevenness
    if times > COVERED:
        return Finding(
            "uneven", *_figures(grade, times), "times",
            find("covered", space=measures.darkest_at), find("covered.cure"), _at(measures.darkest_at),
        )  # fmt: skip
    return Finding(
        "uneven", *_figures(grade, times), "times",
        find("uneven", times=times, space=measures.darkest_at), find("uneven.cure"), _at(measures.darkest_at),
    )  # fmt: skip


def _noise(measures: LightMeasures) -> Finding | None:
    if not (grade := graded(measures.noise, NOISY, VERY_NOISY)):
        return None
    return Finding(
        "noise", *_figures(grade, measures.noise), "grey levels", find("noise"), find("noise.cure"),
    )  # fmt: skip


def _blur(measures: LightMeasures) -> Finding | None:
    grade = graded(measures.blur_spaces, SOFT_SPACES, BLURRED_SPACES)
    if grade is None or measures.blur_px <= SHARP_PX:
        return None
    return Finding(
        "blur", *_figures(grade, measures.blur_spaces), "spaces",
        find("blur.blurred" if grade[0] == "red" else "blur.soft", px=measures.blur_px), find("blur.cure"),
    )  # fmt: skip


def _faint_lines(measures: LightMeasures) -> Finding | None:
    share, levels = 100 * measures.faint_share, measures.line_contrast
    drowned, flat = graded(share, FAINT, LOST), graded(levels, FLAT, VERY_FLAT)
    cure = find("faint.cure")
    if drowned is not None and (flat is None or drowned[0] == "red"):
        return Finding(
            "faint_lines", *_figures(drowned, share), "% of the lines",
            find("faint.drown", share=share), cure,
        )  # fmt: skip
    if flat is not None and levels < UNSEEN:
        return Finding(
            "faint_lines", *_figures(flat, levels), "grey levels",
            find("faint.unseen"), find("faint.uncover", cure=cure),
        )  # fmt: skip
    if flat is not None:
        return Finding(
            "faint_lines", *_figures(flat, levels), "grey levels",
            find("faint.flat", levels=levels), cure,
        )  # fmt: skip
    return None


def _cast(measures: LightMeasures) -> Finding | None:
    if measures.cast is None or not (grade := graded(measures.cast, TINTED, COLOURED)):
        return None
    return Finding(
        "cast", *_figures(grade, measures.cast), "times",
        find("cast", colour=find(f"colour.{measures.cast_colour}")), find("cast.cure"),
    )  # fmt: skip


def _figures(grade: tuple[Severity, float], value: float) -> tuple[Severity, float, float]:
    severity, limit = grade
    return severity, value, limit


def _at(space: Space | None) -> tuple[Space, ...]:
    return (space,) if space is not None else ()
