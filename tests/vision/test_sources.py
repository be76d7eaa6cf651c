"""Sources: what a word means, true timestamps, nothing lost, and one plain sentence for everything broken."""

import struct
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Pillow

from vision.sources import Frame, SourceError, open_source

WIDTH, HEIGHT = 64, 48
UNEVEN_MS = (0, 95, 210, 260, 560, 660, 761)


def grey_frame(level: int) -> np.ndarray:
    """A picture that tells its number by its brightness, with a bright north-west corner."""
    image = np.full((HEIGHT, WIDTH, 3), level, np.uint8)
    image[:16, :16] = 250
    return image


def write_video(path: Path, times_ms: tuple[int, ...], *, start_ms: int = 0, codec: str = "mpeg4") -> Path:
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=1000)
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        stream.codec_context.time_base = stream.time_base = Fraction(1, 1000)
        for number, time_ms in enumerate(times_ms):
            frame = av.VideoFrame.from_ndarray(grey_frame(20 + 25 * (number % 9)), format="rgb24")
            frame.pts, frame.time_base = start_ms + time_ms, Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def turn_video(path: Path, degrees: int) -> None:
    """Write a rotation into the track header's display matrix (ISO/IEC 14496-12, 8.3.2), as phones do."""
    a, b, c, d = {90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}[degrees]
    data = bytearray(path.read_bytes())
    matrix = data.index(b"tkhd") + 4 + 4 + 36
    data[matrix : matrix + 36] = struct.pack(
        ">9i", a << 16, b << 16, 0, c << 16, d << 16, 0, 0, 0, 1 << 30
    )  # fmt: skip
    path.write_bytes(bytes(data))


def save_picture(path: Path, size: tuple[int, int] = (WIDTH, HEIGHT), **options: object) -> Path:
    Pillow.new("RGB", size, (200, 100, 50)).save(path, **options)
    return path


def read_all(path: Path | str) -> list[Frame]:
    with open_source(str(path)) as source:
        return list(source)


def test_a_video_keeps_every_frame_and_its_own_uneven_time(tmp_path: Path) -> None:
    path = write_video(tmp_path / "match.mp4", UNEVEN_MS)
    with open_source(str(path)) as source:
        assert source.size_px == (WIDTH, HEIGHT)
        assert source.duration_s == pytest.approx(0.761, abs=0.15)
        frames = list(source)
    assert [frame.number for frame in frames] == list(range(len(UNEVEN_MS)))
    assert [round(frame.t * 1000) for frame in frames] == list(UNEVEN_MS)
    levels = [int(np.median(frame.image)) for frame in frames]
    assert levels == pytest.approx([20 + 25 * k for k in range(len(UNEVEN_MS))], abs=6)


@given(gaps_ms=st.lists(st.integers(1, 900), min_size=1, max_size=12), start_ms=st.integers(0, 5000))
@settings(deadline=None, max_examples=15)
def test_any_rhythm_survives_and_time_starts_with_the_first_frame(
    tmp_path_factory: pytest.TempPathFactory, gaps_ms: list[int], start_ms: int
) -> None:
    times_ms = tuple(int(t) for t in np.cumsum([0, *gaps_ms]))
    path = write_video(tmp_path_factory.mktemp("rhythm") / "clip.mkv", times_ms, start_ms=start_ms)
    assert [round(frame.t * 1000) for frame in read_all(path)] == list(times_ms)


LONG_MS = tuple(range(0, 6000, 40))
"""Six seconds, with several key frames."""


@pytest.mark.parametrize(("t_s", "first"), [(0.0, 0), (0.02, 1), (2.41, 61), (3.0, 75), (60.0, None)])
@pytest.mark.parametrize("suffix", [".mp4", ".mkv"])
def test_a_film_goes_on_where_it_was_left_with_the_same_frames(
    tmp_path: Path, suffix: str, t_s: float, first: int | None
) -> None:
    path = write_video(tmp_path / f"match{suffix}", LONG_MS, start_ms=700)
    whole = read_all(path)
    with open_source(str(path)) as source:
        begins_s = source.skip_to(t_s)
        rest = list(source)
    assert rest[0].t == begins_s
    if first is not None:
        assert round(begins_s * 1000) == LONG_MS[first]
    else:
        # However late: something of the end is left to be seen.
        assert 0.5 < LONG_MS[-1] / 1000 - begins_s < 2.0
    same = whole[len(whole) - len(rest) :]
    assert [frame.t for frame in rest] == [frame.t for frame in same]
    # Which number it has can only be told from the rate that the file states.
    assert [frame.number - rest[0].number for frame in rest] == list(range(len(rest)))
    assert all(np.array_equal(one.image, two.image) for one, two in zip(rest, same, strict=True))


def test_a_folder_goes_on_where_it_was_left_and_a_picture_is_still_seen(tmp_path: Path) -> None:
    for number in range(5):
        save_picture(tmp_path / f"frame_{number}.png")
    for t_s, left in ((0.0, 5), (0.29, 3), (0.3, 2), (9.0, 1), (1.7e308, 1)):
        with open_source(str(tmp_path)) as source:
            begins_s = source.skip_to(t_s)
            frames = list(source)
        assert len(frames) == left
        assert (frames[0].number, frames[0].t) == (5 - left, begins_s)
    with open_source(str(tmp_path / "frame_0.png")) as source:
        assert source.skip_to(4.0) == 0.0
        assert len(list(source)) == 1


@pytest.mark.parametrize(
    ("degrees", "size_px", "bright_corner"),
    [
        (90, (HEIGHT, WIDTH), "north-east"),
        (180, (WIDTH, HEIGHT), "south-east"),
        (270, (HEIGHT, WIDTH), "south-west"),
    ],
)
def test_a_film_lying_on_its_side_is_set_upright(
    tmp_path: Path, degrees: int, size_px: tuple[int, int], bright_corner: str
) -> None:
    path = write_video(tmp_path / "phone.mp4", (0, 100))
    turn_video(path, degrees)
    with open_source(str(path)) as source:
        assert source.size_px == size_px
        image = next(iter(source)).image
    rows, columns = slice(0, 8), slice(0, 8)
    corners = {
        "north-west": image[rows, columns],
        "north-east": image[rows, -8:],
        "south-east": image[-8:, -8:],
        "south-west": image[-8:, columns],
    }
    assert max(corners, key=lambda name: float(corners[name].mean())) == bright_corner


def test_a_folder_is_read_in_the_order_a_person_counts(tmp_path: Path) -> None:
    for number in (1, 2, 9, 10, 11):
        Pillow.new("RGB", (8, 8), (number, 0, 0)).save(tmp_path / f"frame_{number}.png")
    (tmp_path / "notes.txt").write_text("not a picture")
    with open_source(str(tmp_path), fps=5.0) as source:
        frames = list(source)
    assert [int(frame.image[0, 0, 2]) for frame in frames] == [1, 2, 9, 10, 11]
    assert [frame.t for frame in frames] == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.8])


def test_a_picture_is_one_upright_frame_in_bgr(tmp_path: Path) -> None:
    exif = Pillow.Exif()
    exif[274] = 6  # EXIF orientation: turned a quarter
    path = save_picture(tmp_path / "table.jpg", exif=exif, quality=95)
    with open_source(str(path)) as source:
        assert source.size_px == (HEIGHT, WIDTH)
        (frame,) = source
    assert (frame.number, frame.t, frame.image.shape) == (0, 0.0, (WIDTH, HEIGHT, 3))
    assert frame.image[5, 5].tolist() == pytest.approx([50, 100, 200], abs=4)


def test_deep_grey_pictures_keep_their_tones(tmp_path: Path) -> None:
    path = tmp_path / "scan.png"
    Pillow.fromarray(np.full((9, 9), 40_000, np.uint16)).save(path)
    assert read_all(path)[0].image[0, 0].tolist() == [156, 156, 156]


def broken_sources(folder: Path) -> dict[str, str]:
    (folder / "empty").mkdir()
    (folder / "noise.mp4").write_bytes(bytes(range(256)) * 40)
    (folder / "nothing.mp4").write_bytes(b"")
    (folder / "noise.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 50)
    whole = save_picture(folder / "whole.jpg", (400, 300)).read_bytes()
    (folder / "half.jpg").write_bytes(whole[: len(whole) // 2])
    headless = write_video(folder / "whole.mp4", UNEVEN_MS).read_bytes()
    (folder / "headless.mp4").write_bytes(headless[: len(headless) // 2])
    with av.open(str(folder / "song.mp4"), "w") as container:
        stream = container.add_stream("aac", rate=8000)
        sound = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
        sound.sample_rate = 8000
        container.mux(stream.encode(sound))
        container.mux(stream.encode(None))
    return {
        "missing": str(folder / "nowhere.mp4"),
        "folder without pictures": str(folder / "empty"),
        "noise": str(folder / "noise.mp4"),
        "empty file": str(folder / "nothing.mp4"),
        "broken picture": str(folder / "noise.png"),
        "half a picture": str(folder / "half.jpg"),
        "index missing": str(folder / "headless.mp4"),
        "only sound": str(folder / "song.mp4"),
        "nothing said": "",
        "nul": "a\0b",
        "local address": "file:///etc/hosts",
        "unknown address": "gopher://example.org/x",
    }


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ("missing", "no such file"),
        ("folder without pictures", "no pictures"),
        ("noise", "not a video"),
        ("empty file", "not a video"),
        ("broken picture", "not a picture"),
        ("half a picture", "cut short"),
        ("index missing", "cut short"),
        ("only sound", "only sound"),
        ("nothing said", "needed"),
        ("nul", "needed"),
        ("local address", "cannot be opened"),
        ("unknown address", "cannot be opened"),
    ],
)
def test_what_cannot_be_read_says_so_in_one_sentence(tmp_path: Path, case: str, says: str) -> None:
    with pytest.raises(SourceError, match=says) as caught:
        read_all(broken_sources(tmp_path)[case])
    assert "\n" not in str(caught.value)


def test_a_picture_too_large_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    header = bytearray(save_picture(tmp_path / "small.bmp", (8, 8)).read_bytes())
    header[18:26] = struct.pack("<ii", 60_000, 40_000)  # BMP: width and height
    (tmp_path / "bomb.bmp").write_bytes(bytes(header))
    with pytest.raises(SourceError, match="too large"):
        open_source(str(tmp_path / "bomb.bmp"))


def test_a_video_cut_in_the_middle_yields_what_it_had_and_then_says_so(tmp_path: Path) -> None:
    times_ms = tuple(range(0, 8000, 100))
    whole = write_video(tmp_path / "whole.mkv", times_ms).read_bytes()
    (tmp_path / "cut.mkv").write_bytes(whole[: len(whole) // 2])
    seen: list[float] = []
    with open_source(str(tmp_path / "cut.mkv")) as source, pytest.raises(SourceError, match=r"of 7\.9 s|beyond"):
        seen.extend(frame.t for frame in source)
    assert 20 <= len(seen) < len(times_ms)
    assert seen == sorted(seen)


PLAYLIST = "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n{name}\n#EXT-X-ENDLIST\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("list.m3u8", PLAYLIST),
        ("list.mp4", PLAYLIST),
        ("list.ffconcat", "ffconcat version 1.0\nfile {name}\n"),
        ("list.sdp", "v=0\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\na=x:{name}\n"),
    ],
)
def test_a_file_cannot_make_the_reader_open_another(tmp_path: Path, name: str, text: str) -> None:
    secret = write_video(tmp_path / "secret.ts", UNEVEN_MS, codec="h264")
    assert read_all(secret)
    (tmp_path / name).write_text(text.format(name="secret.ts"))
    with pytest.raises(SourceError):
        read_all(tmp_path / name)


def test_a_film_whose_first_frame_fails_is_let_go_of_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_video(tmp_path / "match.mp4", UNEVEN_MS)
    opened: list[av.container.InputContainer] = []
    really_open = av.open

    def spying_open(*arguments: object, **options: object) -> av.container.InputContainer:
        opened.append(really_open(*arguments, **options))
        return opened[0]

    def refuse(name: str, *_: object) -> np.ndarray:
        raise SourceError(f"{name}: refused")

    monkeypatch.setattr("vision.sources.video.av.open", spying_open)
    monkeypatch.setattr("vision.sources.video._upright", refuse)
    with pytest.raises(SourceError, match="refused"):
        open_source(str(path))
    with pytest.raises(AssertionError, match="not open"):
        opened[0].seek(0)
