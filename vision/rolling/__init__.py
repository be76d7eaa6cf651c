"""A ball that rolls: followed from picture to picture, between two looks at a table at rest."""

from vision.rolling.tracker import RollingBall, is_kicked

__all__ = ["RollingBall", "is_kicked"]
