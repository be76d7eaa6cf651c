"""What was seen in a picture of a table, drawn over it for people: what, how surely, and why not."""

from vision.explain.picture import draw_explanation, draw_failure

__all__ = ["draw_explanation", "draw_failure"]
