"""Printed grids in photographs are scored rightly: a drawn chess board of which every corner is known."""

import io
import sys
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from eye_boards import print_boards

CORNERS = np.array(((180.0, 90.0), (620.0, 110.0), (700.0, 520.0), (110.0, 500.0)))


def photographed(corners_px: np.ndarray) -> np.ndarray:
    """An 8x8 chess board with a frame, its playing grid between these corners, on a table."""
    flat = np.full((900, 900, 3), (60, 90, 130), np.uint8)
    for row in range(8):
        for column in range(8):
            shade = (60, 80, 110) if (row + column) % 2 else (190, 210, 225)
            cv2.rectangle(flat, (50 + 100 * column, 50 + 100 * row), (149 + 100 * column, 149 + 100 * row), shade, -1)
    sheet = np.array(((49.5, 49.5), (849.5, 49.5), (849.5, 849.5), (49.5, 849.5)))
    onto, _ = cv2.findHomography(sheet, corners_px)
    table = cv2.warpPerspective(
        flat, onto, (800, 600), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=(90, 95, 100)
    )
    return np.asarray(cv2.GaussianBlur(table, (0, 0), 0.8), np.uint8)


def told(corners_px: np.ndarray, labelled_px: np.ndarray) -> list[str]:
    """The cells of the only row of the table."""
    console = Console(file=io.StringIO(), width=140, record=True)
    truth = {"grid": [8, 8], "corners": labelled_px.tolist()}
    print_boards(console, [("chess_1.jpg", photographed(corners_px), truth)])
    (row,) = (line for line in console.export_text().splitlines() if "chess" in line)
    return [cell.strip() for cell in row.strip("│ ").split("│")]


def test_a_grid_that_lies_where_the_labels_say_is_right() -> None:
    name, photographs, clicked, error, *_ = told(CORNERS, CORNERS)
    assert (name, photographs, clicked) == ("chess", "1", "1")
    assert float(error) < 0.1


def test_a_grid_that_lies_half_a_space_beside_the_labels_is_not() -> None:
    _, _, clicked, *_ = told(CORNERS, CORNERS + np.array((28.0, 0.0)))
    assert clicked == "0"
