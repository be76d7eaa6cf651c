"""Tables drawn fast, with known truth: what lies where is said first, the picture is made from it.

Not a ray tracer: flat shading, painted far to near. Geometry (lens, perspective, heights) is exact.
"""

from tests.scenes.chance import random_camera, random_scene
from tests.scenes.draw import Scene, draw_scene
from tests.scenes.spec import Ball, Bend, Cup, Die, Disc, Hand, Light, SceneSpec, Sensor, Spot, make_camera
from tests.scenes.views import wide_view

__all__ = [
    "Ball",
    "Bend",
    "Cup",
    "Die",
    "Disc",
    "Hand",
    "Light",
    "Scene",
    "SceneSpec",
    "Sensor",
    "Spot",
    "draw_scene",
    "make_camera",
    "random_camera",
    "random_scene",
    "wide_view",
]
