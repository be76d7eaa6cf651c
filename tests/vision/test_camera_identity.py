"""Which camera is behind a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vision.sources.identity import CameraIdentity, camera_identity, camera_named

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def system(tmp_path: Path) -> dict[str, Path]:
    """Two cameras as Linux shows them; the second has no serial number."""
    names, links, devices = tmp_path / "class", tmp_path / "by-id", tmp_path / "dev"
    for number, name in ((0, "HD Webcam: HD Webcam\n"), (2, "Old Cam\x07\n")):
        (names / f"video{number}").mkdir(parents=True)
        (names / f"video{number}" / "name").write_text(name, encoding="utf-8")
        devices.mkdir(exist_ok=True)
        (devices / f"video{number}").touch()
    links.mkdir()
    (links / "usb-Maker_HD_Webcam_1234-video-index0").symlink_to(devices / "video0")
    return {"system": names, "by_id": links}


@pytest.mark.parametrize(
    ("text", "identity"),
    [
        ("0", CameraIdentity("usb-Maker_HD_Webcam_1234-video-index0", "HD Webcam", "0")),
        ("/dev/video0", CameraIdentity("usb-Maker_HD_Webcam_1234-video-index0", "HD Webcam", "0")),
        ("2", CameraIdentity("Old Cam", "Old Cam", "2")),
        ("7", CameraIdentity("camera 7", "camera 7", "7")),
        ("rtsp://me:secret@cam/1", CameraIdentity("rtsp://cam/1", "rtsp://cam/1", "rtsp://cam/1")),
        ("./0", None),
        ("film.mp4", None),
        ("", None),
    ],
)
def test_a_camera_is_known_by_what_the_system_says(
    text: str, identity: CameraIdentity | None, system: dict[str, Path]
) -> None:
    assert camera_identity(text, **system) == identity


def test_a_system_that_says_nothing_leaves_the_number(tmp_path: Path) -> None:
    found = camera_identity("0", system=tmp_path / "none", by_id=tmp_path / "none")
    assert found == CameraIdentity("camera 0", "camera 0", "0")


@pytest.mark.parametrize(
    ("name", "number"), [("HD Webcam", "0"), ("Old Cam", "2"), ("camera 7", "7"), ("New Cam", None), ("", None)]
)
def test_a_camera_is_found_again_by_its_name(name: str, number: str | None, system: dict[str, Path]) -> None:
    assert camera_named(name, **system) == number
