"""Whether the light and the camera's settings let a board be read: what is wrong, where, and the cure."""

from calibration.light.check import check_light
from calibration.light.flicker import Flicker, measure_flicker
from calibration.light.measures import LightMeasures, measure_light

__all__ = ["Flicker", "LightMeasures", "check_light", "measure_flicker", "measure_light"]
