"""Discs, balls, dice and hands, with their shadows."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.scenes import pieces
from tests.scenes.dice import paint_die

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import ArrayLike, NDArray

    from tests.scenes.easel import Easel
    from tests.scenes.spec import Ball, Cup, Die, Disc, Hand, SceneSpec

_AROUND = np.linspace(0, 2 * np.pi, 48, endpoint=False)
_CIRCLE = np.column_stack((np.cos(_AROUND), np.sin(_AROUND)))
BALL_OWNER = 900
DIE_OWNER = 950
CUP_OWNER = 980
HAND_OWNER = 1000


def owner_of(spec: SceneSpec, disc: Disc) -> int:
    return 1 + spec.discs.index(disc)


def top_heights_mm(spec: SceneSpec) -> dict[str, float]:
    """Height of each piece's upper face: the ring lies under its holder."""
    lift = {}
    if spec.ball is not None and spec.ball.form == "ring" and spec.ball.on_piece is not None:
        lift = {spec.ball.on_piece: spec.board.file.ball.ring_height_mm}
    return {disc.piece: pieces.top_mm(spec, disc, lift.get(disc.piece, 0.0)) for disc in spec.discs}


def far_to_near(spec: SceneSpec, tops: Mapping[str, float]) -> list[Callable[[Easel], None]]:
    """What paints each thing, the furthest from the camera first; a ring before and a ball after its holder."""
    eye = spec.camera.camera_position_mm()[:2]

    def away(x_mm: float, y_mm: float) -> float:
        return -float(np.hypot(x_mm - eye[0], y_mm - eye[1]))

    jobs: list[tuple[float, Callable[[Easel], None]]] = []
    for disc in spec.discs:
        base = tops[disc.piece] - pieces.top_mm(spec, disc, 0.0)
        paint = partial(pieces.paint_piece, spec=spec, disc=disc, base_mm=base, owner=owner_of(spec, disc))
        jobs.append((away(disc.x_mm, disc.y_mm), paint))
    jobs += [(away(thing.x_mm, thing.y_mm), thing.paint) for thing in spec.clutter]
    jobs += [(away(cup.x_mm, cup.y_mm), partial(paint_cup, cup=cup)) for cup in spec.cups]
    # What lies on another thing comes after it.
    jobs += [
        (away(die.x_mm, die.y_mm) + 2 * die.foot_mm, partial(paint_die, die=die, owner=DIE_OWNER)) for die in spec.dice
    ]
    balls = (spec.ball, *spec.more_balls) if spec.ball is not None else spec.more_balls
    jobs += [_ball_job(spec, ball, tops, away) for ball in balls]
    return [job for _, job in sorted(jobs, key=lambda item: item[0])]


def _ball_job(
    spec: SceneSpec, ball: Ball, tops: Mapping[str, float], away: Callable[[float, float], float]
) -> tuple[float, Callable[[Easel], None]]:
    sizes = spec.board.file.ball
    holder = next((d for d in spec.discs if d.piece == ball.on_piece), None)
    order = away(ball.x_mm, ball.y_mm)
    if ball.form == "ring":
        if holder is not None:
            order = away(holder.x_mm, holder.y_mm) - 0.01
        paint = partial(paint_ring, ball=ball, radius_mm=sizes.ring_diameter_mm / 2, height_mm=sizes.ring_height_mm)
        return order, paint
    foot = 0.0
    if holder is not None and np.hypot(ball.x_mm - holder.x_mm, ball.y_mm - holder.y_mm) < 5:
        foot, order = tops[holder.piece], away(holder.x_mm, holder.y_mm) + 0.01
    return order, partial(paint_ball, ball=ball, radius_mm=sizes.diameter_mm / 2, foot_mm=foot)


def shade_ground(easel: Easel, spec: SceneSpec) -> None:
    """Soft shadows on the ground, thrown away from the lamp, and darkness right under each thing."""
    width, height = spec.camera.lens.size_px
    shadow = np.zeros((height, width), np.float32)
    angle = np.deg2rad(spec.light.from_deg)
    away = -np.array((np.cos(angle), np.sin(angle)))
    thing_sizes = [(d.x_mm, d.y_mm, pieces.size_mm(spec, d)[0] / 2, pieces.size_mm(spec, d)[1]) for d in spec.discs]
    thing_sizes += [(d.x_mm, d.y_mm, 0.65 * d.size_mm, d.size_mm) for d in spec.dice]
    balls = (spec.ball, *spec.more_balls) if spec.ball is not None else spec.more_balls
    radius_mm = spec.board.file.ball.diameter_mm / 2
    thing_sizes += [(ball.x_mm, ball.y_mm, radius_mm, 6.0) for ball in balls if ball.form == "ball"]
    for x, y, radius, tall in thing_sizes:
        for share in (0.3, 0.6, 0.9):
            outline = np.array((x, y)) + share * tall * away + 1.05 * radius * _CIRCLE
            if not easel.in_view(outline, 0.0):
                continue
            patch = np.round(spec.camera.project(outline) * 16).astype(np.int32)
            cv2.fillConvexPoly(shadow, patch, spec.light.shadow, cv2.LINE_AA, 4)
    soft = max(1.0, 2.0 * spec.camera.px_per_mm(*(np.asarray(spec.board.grid.field_size_mm) / 2)))
    easel.darken(np.asarray(cv2.GaussianBlur(shadow, (0, 0), soft), np.float32))


def _wall(
    easel: Easel,
    centre: NDArray[np.float64],
    radius_mm: float,
    *,
    span_mm: tuple[float, float],
    colour: ArrayLike,
    owner: int,
) -> None:
    """The side of a short cylinder: the hull of both rims, darker than the face."""
    rims = np.vstack([easel.project(centre + radius_mm * _CIRCLE, height) for height in span_mm])
    hull = cv2.convexHull(rims.astype(np.float32)).reshape(-1, 2)
    easel.fill(np.asarray(hull, np.float64), 0.55 * np.asarray(colour), owner)


def paint_ring(easel: Easel, *, ball: Ball, radius_mm: float, height_mm: float) -> None:
    centre = np.array((ball.x_mm, ball.y_mm))
    _wall(easel, centre, radius_mm, span_mm=(0.0, height_mm), colour=ball.colour, owner=BALL_OWNER)
    easel.fill(easel.project(centre + radius_mm * _CIRCLE, height_mm), ball.colour, BALL_OWNER)


def paint_ball(easel: Easel, *, ball: Ball, radius_mm: float, foot_mm: float) -> None:
    """A sphere: its outline is the circle where the lines of sight touch it; lit from above."""
    centre = np.array((ball.x_mm, ball.y_mm, foot_mm + radius_mm))
    to_eye = easel.camera.camera_position_mm() - centre
    distance = float(np.linalg.norm(to_eye))
    look = to_eye / distance
    side = np.cross(look, (0.0, 0.0, 1.0))
    side = side / np.linalg.norm(side) if np.linalg.norm(side) > 1e-6 else np.array((1.0, 0.0, 0.0))
    up = np.cross(side, look)
    inset = radius_mm**2 / distance
    rim = np.sqrt(radius_mm**2 - inset**2)
    for share, shade in ((1.0, 0.62), (0.93, 0.74), (0.82, 0.85), (0.66, 0.93), (0.45, 0.98), (0.22, 1.0)):
        # Smaller and smaller circles, shifted towards the light.
        middle = centre + inset * look + (1 - share) * 0.5 * radius_mm * up
        outline = middle + share * rim * (_CIRCLE[:, :1] * side + _CIRCLE[:, 1:] * up)
        easel.fill(
            easel.project(outline[:, :2], outline[:, 2]), shade * np.asarray(ball.colour, np.float64), BALL_OWNER
        )
    if ball.gloss:
        middle = centre + inset * look + 0.45 * radius_mm * up
        outline = middle + 0.2 * rim * (_CIRCLE[:, :1] * side + _CIRCLE[:, 1:] * up)
        shine = (1 - ball.gloss) * np.asarray(ball.colour, np.float64) + ball.gloss * 255
        easel.fill(easel.project(outline[:, :2], outline[:, 2]), shine, BALL_OWNER)


def paint_cup(easel: Easel, *, cup: Cup) -> None:
    """A mug half full; none where a part of it would be too far from where the camera looks."""
    centre = np.array((cup.x_mm, cup.y_mm))
    rim = centre + cup.radius_mm * _CIRCLE
    if not (easel.in_view(rim, 0.0) and easel.in_view(rim, cup.height_mm)):
        return
    colour = np.asarray(cup.colour, np.float64)
    _wall(easel, centre, cup.radius_mm, span_mm=(0.0, cup.height_mm), colour=colour, owner=CUP_OWNER)
    easel.fill(easel.project(rim, cup.height_mm), colour, CUP_OWNER)
    easel.fill(easel.project(centre + 0.9 * cup.radius_mm * _CIRCLE, cup.height_mm), 0.3 * colour, CUP_OWNER)


def paint_hand(easel: Easel, hand: Hand) -> None:
    """Four fingers, a thumb, a palm and an arm, 25 mm above the board."""
    angle = np.deg2rad(hand.from_deg)
    back = np.array((np.cos(angle), np.sin(angle)))
    aside = np.array((-back[1], back[0]))
    tip = np.array((hand.x_mm, hand.y_mm))
    skin = np.asarray(hand.colour, np.float64)
    reach = next(
        (mm for mm in (900, 600, 400, 300, 200, 150) if easel.in_view(tip + mm * back + 40 * _CIRCLE, 25.0)), 120
    )
    strokes = [(tip + 85 * back, tip + reach * back, 36.0, 0.8), (tip + 75 * back, tip + 115 * back, 42.0, 0.95)]
    strokes += [
        (tip + (4 * k) ** 2 / 20 * back + 19 * k * aside, tip + 80 * back + 17 * k * aside, 9.0, 1.0)
        for k in (-1.5, -0.5, 0.5, 1.5)
    ]
    strokes.append((tip + 50 * back + 58 * aside, tip + 100 * back + 25 * aside, 10.0, 0.95))
    for start, end, radius, shade in strokes:
        for share in (1.0, 0.75):
            rim = np.vstack((start + share * radius * _CIRCLE, end + share * radius * _CIRCLE))
            hull = cv2.convexHull(easel.project(rim, 25.0).astype(np.float32)).reshape(-1, 2)
            easel.fill(np.asarray(hull, np.float64), shade * (1.05 - 0.2 * share) * skin, HAND_OWNER)


def visible_share(easel: Easel, spec: SceneSpec, disc: Disc, top_mm: float) -> float:
    """Share of the middle three quarters of a face that shows, on a grid of points over it."""
    radius = 0.75 * pieces.face_mm(spec, disc) / 2
    places = np.vstack([np.array((disc.x_mm, disc.y_mm)) + share * radius * _CIRCLE for share in (0.2, 0.5, 0.8, 1.0)])
    x, y = np.round(easel.project(places, top_mm)).astype(int).T
    width, height = easel.size_px
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    seen = easel.owner[y[inside], x[inside]] == owner_of(spec, disc)
    return float(seen.sum() / len(places))


def die_visible(easel: Easel, die: Die) -> float:
    """Share of a die's upper face that shows, on a grid of points over it."""
    turn, steps = np.deg2rad(die.turned_deg), np.linspace(-0.42, 0.42, 9) * die.size_mm
    across = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    spin = np.array(((np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))))
    return _share_of(easel, np.array((die.x_mm, die.y_mm)) + across @ spin, die.size_mm, DIE_OWNER)


def ball_visible(easel: Easel, spec: SceneSpec, ball: Ball, tops: Mapping[str, float]) -> float:
    """Share of a ring's upper face that shows, or of the middle cut of a sphere."""
    sizes, centre = spec.board.file.ball, np.array((ball.x_mm, ball.y_mm))
    radii = np.sqrt((np.arange(8) + 0.5) / 8)
    if ball.form == "ring":
        places = np.vstack([centre + share * sizes.ring_diameter_mm / 2 * _CIRCLE for share in radii])
        return _share_of(easel, places, sizes.ring_height_mm, BALL_OWNER)
    holder = next((d for d in spec.discs if d.piece == ball.on_piece), None)
    on_top = holder is not None and np.hypot(ball.x_mm - holder.x_mm, ball.y_mm - holder.y_mm) < 5
    foot = tops[holder.piece] if holder is not None and on_top else 0.0
    places = np.vstack([centre + 0.9 * share * sizes.diameter_mm / 2 * _CIRCLE for share in radii])
    return _share_of(easel, places, foot + sizes.diameter_mm / 2, BALL_OWNER)


def _share_of(easel: Easel, places_mm: NDArray[np.float64], height_mm: float, owner: int) -> float:
    """Share of points (N, 2) at a height where the picture shows ``owner``."""
    x, y = np.round(easel.project(places_mm, height_mm)).astype(int).T
    width, height = easel.size_px
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    return float((easel.owner[y[inside], x[inside]] == owner).sum() / len(places_mm))


def markers_visible(easel: Easel, spec: SceneSpec) -> dict[int, float]:
    """Share of each marker that nothing covers and that lies in the picture; none of those under a slip of paper."""
    if spec.board.file.markers is None or not spec.sheet:
        return {}
    width, height = easel.size_px
    steps = np.linspace(-0.02, 1.02, 12)
    across = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * spec.board.file.markers.size_mm
    shares = {}
    for number, corner in spec.board.file.markers.corner_mm.items():
        places = np.asarray(corner) + across
        if number in spec.hidden_markers or not easel.in_view(places, 0.0):
            shares[number] = 0.0
            continue
        x, y = np.round(easel.project(places)).astype(int).T
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        shares[number] = float((easel.owner[y[inside], x[inside]] == 0).sum() / len(places))
    return shares
