"""What a drawn table consists of. Millimetres in the board frame, heights upwards, angles clockwise seen from above."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np

from calibration.pose import BoardPose, Lens
from engine.board import Board, shipped_board

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tests.scenes.clutter import Clutter
    from tests.scenes.prints import Print

Colour = tuple[int, int, int]
"""Blue, green, red, 0 to 255."""


@dataclass(frozen=True)
class Disc:
    """A piece of the form that the board file says; its place is the middle of its upper face (or foot)."""

    piece: str
    x_mm: float
    y_mm: float
    turned_deg: float = 0.0
    """0 = upright for a viewer at the south side."""
    lean_deg: float = 0.0
    """How far it leans: one edge stays on the board, the other is up."""
    lean_to_deg: float = 0.0
    """Where the edge that stays down lies, 0 = east, clockwise."""
    diameter_mm: float | None = None
    """None: as the board file says."""
    height_mm: float | None = None
    octagon: bool = False
    """Folded of card: eight sides, as large as the disc."""
    gloss: float = 0.0
    """How much white a lamp mirrored in its face adds, 0 to 1."""
    print: Print = "kit"
    """Whose lettering it is in."""
    ink: Colour | None = None
    """Its own colour; None: the kit's blue or red."""


@dataclass(frozen=True)
class Ball:
    form: Literal["ring", "ball"]
    """A flat disc under its holder or alone; or a sphere."""
    x_mm: float
    y_mm: float
    on_piece: str | None = None
    """Its holder; a ``ball`` lies on top of it if it has the same place, beside it otherwise."""
    colour: Colour = (235, 238, 240)
    gloss: float = 0.0
    """How much of the lamp a sphere mirrors, in a spot near its top: 0 matt, 1 varnished."""


@dataclass(frozen=True)
class Spot:
    """A small bright reflection on whatever lies there: round, or drawn out along one direction."""

    x_mm: float
    y_mm: float
    radius_mm: float = 4.0
    long: float = 1.0
    """How many times as long as wide."""
    turned_deg: float = 0.0
    strength: float = 1.0
    """1 burns out any print."""


@dataclass(frozen=True)
class Die:
    team: Literal["B", "R"] | None
    """Whose colour it has, if it has no other; None: neither's."""
    value: int
    x_mm: float
    y_mm: float
    turned_deg: float = 0.0
    size_mm: float = 14.0
    body: Colour | None = None
    """None: the team's."""
    ink: Colour = (245, 245, 245)
    """Of its pips."""
    numerals: bool = False
    """Digits in place of pips."""
    lean_deg: float = 0.0
    """How far its upper face leans, its lowest corner on the table; towards where, 0 = east, clockwise:"""
    lean_to_deg: float = 0.0
    foot_mm: float = 0.0
    """Height of its lowest corner: on another die."""
    rounding: float = 0.0
    """Radius of its edges and corners, over its side."""


@dataclass(frozen=True)
class Light:
    brightness: float = 0.9
    """1 = white paper is white in the picture."""
    fall_off: float = 0.2
    """How much darker the far side from the lamp is."""
    from_deg: float = -60.0
    """Where the lamp stands seen from above, 0 = east, clockwise."""
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Factors on blue, green, red."""
    shadow: float = 0.45
    """How dark a shadow is: 0 none, 1 black."""
    glare_mm: tuple[float, float] | None = None
    """Middle of a glaring reflection."""
    glare_radius_mm: float = 45.0
    spots: tuple[Spot, ...] = ()


@dataclass(frozen=True)
class Sensor:
    blur_px: float = 0.6
    noise: float = 2.0
    """Standard deviation in grey levels."""
    jpeg: int = 88


@dataclass(frozen=True)
class Hand:
    """A hand reaching to a point from the picture's edge."""

    x_mm: float
    y_mm: float
    from_deg: float = 90.0
    """Where the arm comes from, 0 = east, 90 = south."""
    colour: Colour = (140, 165, 215)


@dataclass(frozen=True)
class Cup:
    """A mug that stands on the sheet or the table."""

    x_mm: float
    y_mm: float
    radius_mm: float = 38.0
    height_mm: float = 90.0
    colour: Colour = (205, 215, 225)


@dataclass(frozen=True)
class Bend:
    """How the paper rises from the table where it does not lie flat."""

    height_mm: float
    """At its highest."""
    kind: Literal["edge", "fold"] = "edge"
    """The east edge curls up; or the middle stands up like a fold that was not smoothed."""

    def rise_mm(self, along: NDArray[np.float32]) -> NDArray[np.float32]:
        """Heights where ``along`` runs from 0 at the sheet's west edge to 1 at its east edge."""
        if self.kind == "fold":
            return np.float32(self.height_mm) * np.clip(1 - np.abs(along - 0.5) / 0.25, 0, 1)
        return np.float32(self.height_mm) * np.clip((along - 0.6) / 0.4, 0, 1) ** 2


@dataclass(frozen=True)
class SceneSpec:
    camera: BoardPose
    """Lens and pose; its lens says how large the picture is."""
    board: Board = field(default_factory=lambda: shipped_board("regista-a2"))
    sheet: bool = True
    """False: the bare table."""
    sheet_picture: NDArray[np.uint8] | None = None
    """(height, width, 3) BGR picture of the whole sheet, 6 px/mm, of a board that the kit did not print."""
    discs: tuple[Disc, ...] = ()
    ball: Ball | None = None
    more_balls: tuple[Ball, ...] = ()
    """Others that lie about."""
    dice: tuple[Die, ...] = ()
    hand: Hand | None = None
    cups: tuple[Cup, ...] = ()
    clutter: tuple[Clutter, ...] = ()
    bend: Bend | None = None
    hidden_markers: tuple[int, ...] = ()
    """Ids covered by a slip of paper."""
    table: Colour = (70, 105, 150)
    grain: float = 0.15
    light: Light = Light()
    sensor: Sensor = Sensor()
    table_seen_from: BoardPose | None = None
    """Where the camera would be if the sheet lay where it first lay on the table; None: it still does."""


def make_camera(
    size_px: tuple[int, int] = (1280, 720),
    *,
    focal_px: float | None = None,
    k1: float = -0.05,
    k2: float = 0.01,
    elevation_deg: float = 60.0,
    azimuth_deg: float = 0.0,
    roll_deg: float = 0.0,
    distance_mm: float = 800.0,
    target_mm: tuple[float, float] = (253.0, 153.0),
    centre_off_px: tuple[float, float] = (0.0, 0.0),
) -> BoardPose:
    """A camera looking at a point of the board. Azimuth 0 = seen from the south, 90 = from the east.

    ``centre_off_px``: where the lens's axis meets the picture, from the picture's middle.
    """
    width, height = size_px
    focal = focal_px if focal_px is not None else 0.82 * width
    centre = np.array(((width - 1) / 2, (height - 1) / 2)) + centre_off_px
    matrix = np.array(((focal, 0, centre[0]), (0, focal, centre[1]), (0, 0, 1)))
    up, around = np.deg2rad(elevation_deg), np.deg2rad(azimuth_deg)
    # Object frame: z down, so a camera above the board has negative z.
    towards = -np.array((np.cos(up) * np.sin(around), np.cos(up) * np.cos(around), -np.sin(up)))
    right = np.array((np.cos(around), -np.sin(around), 0.0))
    down = np.cross(towards, right)
    turn = np.deg2rad(roll_deg)
    rotation = np.stack(
        (np.cos(turn) * right + np.sin(turn) * down, np.cos(turn) * down - np.sin(turn) * right, towards)
    )
    position = np.array((*target_mm, 0.0)) - distance_mm * towards
    rvec, _ = cv2.Rodrigues(rotation)
    lens = Lens(matrix, np.array((k1, k2, 0.0, 0.0, 0.0)), size_px, measured=True)
    return BoardPose(lens, rvec.ravel(), -rotation @ position, 0.0)
