"""A match in one file: packed, read and unpacked; a bundle from outside can do no harm."""

import io
import re
import stat
import struct
import tracemalloc
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.games import load_ruleset
from engine.record.bundle import LOG_NAME, BundleError, is_bundle, pack, unpack
from engine.record.errors import LogError
from engine.record.reader import read_log
from engine.record.records import FORMAT, Header, Stated
from engine.record.verify import verify
from engine.record.writer import LogWriter
from engine.ruleset import Ruleset

RULES = load_ruleset("regista")


def loader(game: str, options: Mapping[str, Any]) -> Ruleset:
    return load_ruleset(game, options=options)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "m.touchline.jsonl"
    header = Header(
        format=FORMAT, game="regista", options=dict(RULES.options), board="regista-a2", software="test",
        teams={"B": "Blue", "R": "Red"},
    )  # fmt: skip
    position = RULES.write_position(RULES.read_position({"pieces": {"B9": "H11"}, "ball": "H11"}))
    with LogWriter.create(path) as writer:
        writer.append(0.0, [header, Stated(position=position)])
    return path


@pytest.fixture
def pictures(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for name in ("000003.jpg", "000007.jpg", "a film (1).mp4"):
        (folder / name).write_bytes(name.encode() * 50)
    return sorted(folder.iterdir())


def test_a_match_is_packed_read_and_unpacked(log: Path, pictures: list[Path], tmp_path: Path) -> None:
    bundle = tmp_path / "m.touchline.zip"
    assert pack(bundle, log, pictures[:2], pictures[2:]) == 4
    assert is_bundle(bundle)
    assert not is_bundle(log)
    assert verify(bundle, loader)
    assert list(read_log(bundle).records) == list(read_log(log).records)
    folder = tmp_path / "new" / "folder"
    written = unpack(bundle, folder)
    assert sorted(path.relative_to(folder).as_posix() for path in written) == [
        "frames/000000.mp4",
        LOG_NAME,
        f"{LOG_NAME}.evidence/000003.jpg",
        f"{LOG_NAME}.evidence/000007.jpg",
    ]
    assert (folder / LOG_NAME).read_bytes() == log.read_bytes()
    assert (folder / f"{LOG_NAME}.evidence/000007.jpg").read_bytes() == pictures[1].read_bytes()
    assert LogWriter.resume(folder / LOG_NAME)[1].lines


def test_nothing_that_is_there_is_written_over(log: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "b.zip"
    pack(bundle, log, (), ())
    with pytest.raises(BundleError, match="is there already"):
        pack(bundle, log, (), ())
    unpack(bundle, tmp_path / "out")
    with pytest.raises(BundleError, match="is there already"):
        unpack(bundle, tmp_path / "out")


def test_a_bundle_is_only_read(log: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "b.zip"
    pack(bundle, log, (), ())
    before = bundle.read_bytes()
    with pytest.raises(LogError, match="touchline unbundle"):
        LogWriter.resume(bundle)
    assert bundle.read_bytes() == before


@pytest.mark.parametrize("frames", [["no suffix"], ["strange.suffix$"]])
def test_what_has_no_place_in_a_bundle_is_not_packed(log: Path, tmp_path: Path, frames: list[str]) -> None:
    for name in frames:
        (tmp_path / name).touch()
    with pytest.raises(BundleError, match="has no place"):
        pack(tmp_path / "b.zip", log, (), [tmp_path / name for name in frames])
    assert not (tmp_path / "b.zip").exists()


Members = Mapping[str, bytes]


def zipped(path: Path, members: Members, method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as bundle:
        for name, content in members.items():
            bundle.writestr(name, content)
    return path


@pytest.mark.parametrize(
    "name",
    ["../evil.txt", "/etc/evil", "evidence/../../evil.jpg", "evidence/1.jpg", "evidence\\000001.jpg", "C:\\evil.jpg",
     "evidence/000001.jpg/", "frames/../x.png", "frames/.png", "frames/000000.tar.gz", "else.txt",
     "evidence/000001.JPG\n", "Match.touchline.jsonl", "frames/000000.a\N{RIGHT-TO-LEFT OVERRIDE}b"],
)  # fmt: skip
def test_a_name_that_leads_elsewhere_opens_nothing(tmp_path: Path, log: Path, name: str) -> None:
    bundle = zipped(tmp_path / "evil.zip", {LOG_NAME: log.read_bytes(), name: b"x"})
    before = sorted(tmp_path.rglob("*"))
    for use in (lambda: unpack(bundle, tmp_path / "out"), lambda: read_log(bundle)):
        with pytest.raises(BundleError, match="has no place in the bundle"):
            use()
    assert sorted(tmp_path.rglob("*")) == before


def test_a_link_among_the_members_becomes_a_plain_file(tmp_path: Path, log: Path) -> None:
    entry = zipfile.ZipInfo("evidence/000001.jpg")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "link.zip", "w") as bundle:
        bundle.writestr(LOG_NAME, log.read_bytes())
        bundle.writestr(entry, "/etc/passwd")
    unpack(tmp_path / "link.zip", tmp_path / "out")
    assert (tmp_path / "out" / f"{LOG_NAME}.evidence/000001.jpg").read_bytes() == b"/etc/passwd"
    assert not (tmp_path / "out" / f"{LOG_NAME}.evidence/000001.jpg").is_symlink()


def test_nothing_is_unpacked_through_a_link(tmp_path: Path, log: Path) -> None:
    bundle = zipped(tmp_path / "b.zip", {LOG_NAME: log.read_bytes(), "evidence/000001.jpg": b"x"})
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / f"{LOG_NAME}.evidence").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BundleError, match="is a link"):
        unpack(bundle, tmp_path / "out")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def _larger_than_said(raw: bytes, said: int) -> bytes:
    """The sizes in the list of members (not in the members themselves) are made smaller or larger."""
    out = bytearray(raw)
    for found in re.finditer(b"PK\x01\x02", raw):
        struct.pack_into("<L", out, found.start() + 24, said)
    return bytes(out)


def test_a_bomb_goes_off_in_a_thimble(tmp_path: Path) -> None:
    """60 MB of spaces in 60 kB: as a log it is one line too long, and it is never in memory as a whole."""
    bundle = zipped(tmp_path / "bomb.zip", {LOG_NAME: b" " * 60_000_000})
    assert bundle.stat().st_size < 100_000
    tracemalloc.start()
    try:
        with pytest.raises(LogError, match="longer than 1 MB"):
            read_log(bundle)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8_000_000


@pytest.mark.parametrize("said", [3, 2**32 - 2])
def test_sizes_that_lie_are_found_out(tmp_path: Path, log: Path, said: int) -> None:
    bundle = zipped(tmp_path / "lies.zip", {LOG_NAME: log.read_bytes() * 500})
    bundle.write_bytes(_larger_than_said(bundle.read_bytes(), said))
    with pytest.raises(BundleError):
        unpack(bundle, tmp_path / "out")
    written = [path.stat().st_size for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert sum(written) <= 3


@pytest.mark.parametrize(
    ("size", "name"), [(65 * 2**20, LOG_NAME), (17 * 2**20, "evidence/000001.jpg")], ids=["log", "picture"]
)
def test_a_member_that_is_too_large_for_its_kind_is_not_opened(tmp_path: Path, log: Path, size: int, name: str) -> None:
    members = {LOG_NAME: log.read_bytes(), name: b"\0" * size}
    bundle = zipped(tmp_path / "large.zip", members)
    with pytest.raises(BundleError, match="larger than a bundle may be"):
        unpack(bundle, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def _encrypted(raw: bytes) -> bytes:
    out = bytearray(raw)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        for found in re.finditer(re.escape(mark), raw):
            out[found.start() + place] |= 1
    return bytes(out)


def _method_99(raw: bytes) -> bytes:
    out = bytearray(raw)
    for mark, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        for found in re.finditer(re.escape(mark), raw):
            out[found.start() + place] = 99
    return bytes(out)


def _many_listed(raw: bytes) -> bytes:
    end = raw.rfind(b"PK\x05\x06")
    return raw[: end + 10] + b"\xff\xff" + raw[end + 12 :]


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda raw: raw[:4], id="only its mark"),
        pytest.param(lambda raw: raw[: len(raw) // 2], id="half of it"),
        pytest.param(lambda raw: raw.replace(b"PK\x05\x06", b"PK\x05\x07"), id="no list"),
        pytest.param(lambda raw: raw[:60] + bytes(40) + raw[100:], id="damaged inside"),
        pytest.param(_encrypted, id="encrypted"),
        pytest.param(_method_99, id="packed in an unknown way"),
        pytest.param(_many_listed, id="more members than any"),
    ],
)
def test_a_damaged_bundle_is_one_sentence(tmp_path: Path, log: Path, spoil: Callable[[bytes], bytes]) -> None:
    bundle = zipped(tmp_path / "b.zip", {LOG_NAME: log.read_bytes() * 20})
    bundle.write_bytes(spoil(bundle.read_bytes()))
    with pytest.raises(LogError, match=r"b\.zip") as caught:
        read_log(bundle)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_bundle_packed_otherwise_is_one_sentence_damaged_or_not(tmp_path: Path, log: Path, method: int) -> None:
    bundle = zipped(tmp_path / "b.zip", {LOG_NAME: log.read_bytes() * 20}, method)
    whole = bundle.read_bytes()
    for place in range(len(LOG_NAME) + 30, len(LOG_NAME) + 70):
        bundle.write_bytes(whole[:place] + bytes((whole[place] ^ 0xFF,)) + whole[place + 1 :])
        with pytest.raises(BundleError, match=r"b\.zip.*packed in a way"):
            read_log(bundle)
    bundle.write_bytes(whole)
    with pytest.raises(BundleError, match="packed in a way"):
        unpack(bundle, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_name_that_is_no_text_is_one_sentence(tmp_path: Path, log: Path) -> None:
    bundle = zipped(
        tmp_path / "b.zip", {LOG_NAME: log.read_bytes(), "frames/000000.\N{LATIN SMALL LETTER E WITH ACUTE}": b""}
    )
    bundle.write_bytes(bundle.read_bytes().replace("\N{LATIN SMALL LETTER E WITH ACUTE}".encode(), b"\xff\xfe"))
    with pytest.raises(BundleError, match=r"b\.zip"):
        read_log(bundle)


def test_a_bundle_without_a_log_or_with_two_is_none(tmp_path: Path, log: Path) -> None:
    with pytest.raises(BundleError, match="needs one"):
        read_log(zipped(tmp_path / "none.zip", {"evidence/000001.jpg": b"x"}))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as bundle:
        bundle.writestr(LOG_NAME, log.read_bytes())
        with pytest.warns(UserWarning, match="Duplicate"):
            bundle.writestr(LOG_NAME, b"")
    (tmp_path / "two.zip").write_bytes(out.getvalue())
    with pytest.raises(BundleError, match="each name once"):
        read_log(tmp_path / "two.zip")
