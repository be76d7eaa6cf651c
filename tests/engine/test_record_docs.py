"""docs/match-log.md says what the program does: its log is sound, and no record, key or event is missing from it."""

import ast
import re
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.games import load_ruleset
from engine.record.bounds import MAX_LINE_BYTES, MAX_LOG_BYTES
from engine.record.reader import read_log
from engine.record.records import Record
from engine.record.verify import verify
from engine.ruleset import Ruleset

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "match-log.md").read_text(encoding="utf-8")
TYPES = {kind.__struct_config__.tag: kind for kind in typing.get_args(Record)}


def loader(game: str, options: Mapping[str, Any]) -> Ruleset:
    return load_ruleset(game, options=options)


@pytest.fixture
def example(tmp_path: Path) -> Path:
    block = re.search(r"```match-log\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    path = tmp_path / "example.touchline.jsonl"
    path.write_bytes(block[1].encode())
    return path


def test_the_log_of_the_page_is_sound_and_shows_every_record(example: Path) -> None:
    result = verify(example, loader)
    assert result.faults == ()
    assert {line.fields["type"] for line in read_log(example).lines} == set(TYPES)


def test_the_page_points_at_records_of_its_log(example: Path) -> None:
    lines = read_log(example).lines
    pointed = re.findall(r"\*\*`(\w+)`\*\* \(([0-9, ]+)", PAGE)
    assert {kind for kind, _ in pointed} == set(TYPES)
    for kind, numbers in pointed:
        assert {lines[int(number)].fields["type"] for number in re.findall(r"\d+", numbers)} == {kind}


def _keys(form: Any) -> set[str]:  # noqa: ANN401 - any type
    """Keys of a record in its line, and of the objects listed in it."""
    if isinstance(form, type) and issubclass(form, msgspec.Struct):
        fields = msgspec.structs.fields(form)
        return {field.encode_name for field in fields} | {key for field in fields for key in _keys(field.type)}
    return {key for part in typing.get_args(form) for key in _keys(part)}


@pytest.mark.parametrize("kind", sorted(TYPES))
def test_every_key_of_a_record_is_on_the_page(kind: str) -> None:
    start = PAGE.index(f"**`{kind}`**")
    section = PAGE[start : PAGE.index("## Events of a ruling")]
    # The last two kinds share a table.
    following = section.find("\n**`", 1)
    section = section if kind == "note" else section[: following if following > 0 else None]
    assert {key for key in _keys(TYPES[kind]) if f"`{key}`" not in section} == set()


def test_every_key_of_a_position_is_on_the_page() -> None:
    rules = load_ruleset("regista")
    keys = rules.write_position(rules.read_position({"pieces": {"B1": "H2"}}))
    section = PAGE[PAGE.index("## The position") :]
    assert [key for key in keys if f"`{key}`" not in section] == []


def _events() -> dict[str, set[str]]:
    """Every event that Regista's modules make, with the keys they give it (``from_`` is written ``from``)."""
    events: dict[str, set[str]] = {}
    shared = (ROOT / "engine" / "rules").glob("*.py")
    for path in [*(ROOT / "engine" / "games" / "regista").glob("*.py"), *shared]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != "event":
                continue
            kind = node.args[0]
            assert isinstance(kind, ast.Constant)
            events.setdefault(str(kind.value), set()).update(key.arg.rstrip("_") for key in node.keywords if key.arg)
    return events


def test_every_event_of_the_game_is_on_the_page_with_its_keys() -> None:
    section = PAGE[PAGE.index("## Events of a ruling") : PAGE.index("## The position")]
    rows = {
        kind: row
        for row in section.splitlines()
        if row.startswith("| `")
        for kind in re.findall(r"`(\w+)`", row.split("|")[1])
    }
    events = _events()
    assert set(events) == set(rows)
    assert {kind: {key for key in keys if f"`{key}`" not in rows[kind]} for kind, keys in events.items()} == {
        kind: set() for kind in events
    }


def test_the_bounds_of_the_page_hold() -> None:
    assert f"At most {MAX_LOG_BYTES // 2**20} MB, a line at most {MAX_LINE_BYTES // 2**20} MB" in PAGE
