"""A log is verified by its chain and by playing it again; any prefix can be taken up."""

import hashlib
import json
import re
import tracemalloc
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import load_ruleset
from engine.record.chain import FIRST_PREV
from engine.record.errors import LogError
from engine.record.reader import read_log
from engine.record.records import FORMAT, Acted, Corrected, Header, Noted, Stated
from engine.record.replay import Match, apply, undo
from engine.record.resume import resume_match
from engine.record.verify import MOST_FAULTS, verify
from engine.record.writer import LogWriter
from engine.referee import Correction, Referee, TypedAction, Undo, begin, step
from engine.ruleset import Ruleset
from tests.engine.tables import filmed_match

RULES = load_ruleset("regista")
LOGS = Path(__file__).parents[1] / "data" / "logs"


def loader(game: str, options: Mapping[str, Any]) -> Ruleset:
    return load_ruleset(game, options=options)


HEADER = Header(
    format=FORMAT, game="regista", options=dict(RULES.options), board="regista-a2", software="test",
    teams={"B": "Blue", "R": "Red"},
)  # fmt: skip


@pytest.fixture(scope="module")
def match_log(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Referee]]:
    """The log of the first filmed match with a correction and an undo at its end; the referee after each line."""
    path = tmp_path_factory.mktemp("log") / "m.touchline.jsonl"
    states: list[Referee] = []
    state = begin()
    looks = [look for look in filmed_match(1).looks for _ in range(2)]
    with LogWriter.create(path) as writer:
        writer.append(0.0, [HEADER])
        states.append(state)
        for given in (*looks, Correction({"pieces": {"B5": "M6"}}), TypedAction("B11>G14"), Undo()):
            outcome = step(RULES, state, given)
            if outcome.records:
                writer.append(getattr(given, "t", 90.0), outcome.records)
            states += [outcome.referee] * len(outcome.records)
            state = outcome.referee
    return path, states


def rechained(lines: list[dict[str, Any]]) -> bytes:
    """Lines with a sound chain, as somebody would write who knows how."""
    out, prev = b"", FIRST_PREV
    for seq, line in enumerate(lines):
        raw = json.dumps({**line, "seq": seq, "prev": prev}).encode()
        out, prev = out + raw + b"\n", hashlib.sha256(raw).hexdigest()
    return out


def test_a_match_as_it_was_refereed_is_sound(match_log: tuple[Path, list[Referee]]) -> None:
    path, states = match_log
    result = verify(path, loader)
    assert result
    assert result.faults == ()
    assert result.match.position == states[-1].position
    assert result.actions == len(filmed_match(1).actions) + 1


def test_every_prefix_that_ends_with_a_state_is_taken_up_where_it_was(
    match_log: tuple[Path, list[Referee]],
) -> None:
    path, states = match_log
    records = list(read_log(path).records)
    ends = [k + 1 for k, record in enumerate(records) if isinstance(record, Stated)]
    assert len(ends) > 20
    for end in ends:
        taken_up = resume_match(records[:end], loader)
        assert RULES.write_position(taken_up.match.position) == records[end - 1].position
    assert resume_match(records, loader).match.position == states[-1].position


def _drop(kind: str) -> Callable[[list[dict[str, Any]]], list[dict[str, Any]]]:
    def spoil(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        first = next(k for k, line in enumerate(lines) if line["type"] == kind)
        return lines[:first] + lines[first + 1 :]

    return spoil


def _change(kind: str, key: str, value: object) -> Callable[[list[dict[str, Any]]], list[dict[str, Any]]]:
    def spoil(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        first = next(k for k, line in enumerate(lines) if line["type"] == kind and key in line)
        return [{**line, key: value} if k == first else line for k, line in enumerate(lines)]

    return spoil


FORGED = [
    pytest.param(_drop("action"), "differs from the replayed position", id="an action is missing"),
    pytest.param(_drop("roll"), "differs from the replayed position", id="a roll is missing"),
    pytest.param(_change("action", "notation", "B9-O22"), "is refused: ", id="an illegal action"),
    pytest.param(_change("action", "notation", "kick it"), "is no action", id="no action"),
    pytest.param(_change("roll", "faces", [5]), "differs from the replayed position in ball", id="another face"),
    pytest.param(_change("roll", "faces", [7]), "a die shows 1 to 6", id="a face that no die has"),
    pytest.param(_change("header", "game", "chess"), "'chess'", id="another game"),
    pytest.param(_change("header", "format", 99), "a newer one is needed", id="a newer form"),
    pytest.param(_change("header", "format", 0), "there is no form 0", id="a form that never was"),
    pytest.param(
        _change("header", "board", "own-a3"), "played on the board 'own-a3', not on 'regista-a2'", id="another board"
    ),
    pytest.param(_change("header", "options", {"length": "endless"}), "cannot be loaded", id="an unknown option"),
    pytest.param(
        _change("ruling", "events", [{"type": "goal", "team": "B"}]),
        "tells of goal; played again it is pass, possession",
        id="a ruling of what did not happen",
    ),
    pytest.param(_drop("header"), "does not begin with a header", id="no header"),
    pytest.param(_change("state", "position", {"pieces": {"B1": "Z9"}}), "is no position", id="no position"),
]


@pytest.mark.parametrize(("spoil", "what"), FORGED)
def test_a_forged_log_with_a_sound_chain_is_found_out_by_replay(
    match_log: tuple[Path, list[Referee]],
    tmp_path: Path,
    spoil: Callable[[list[dict[str, Any]]], list[dict[str, Any]]],
    what: str,
) -> None:
    lines = [json.loads(line) for line in match_log[0].read_text().splitlines()]
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(rechained(spoil(lines)))
    result = verify(forged, loader)
    assert not result
    assert any(what in fault.what for fault in result.faults), result.faults
    assert all(1 <= fault.line <= result.lines for fault in result.faults)


def test_each_ruling_that_would_be_another_today_is_listed(
    match_log: tuple[Path, list[Referee]], tmp_path: Path
) -> None:
    """The match is played on meanwhile: what a ruling tells decides nothing."""
    lines = [json.loads(line) for line in match_log[0].read_text().splitlines()]
    numbers = [k + 1 for k, line in enumerate(lines) if line["type"] == "ruling" and line.get("events")][1:4]
    for number in numbers:
        lines[number - 1]["events"][0]["by"] = "B15"
    told = tmp_path / "told.jsonl"
    told.write_bytes(rechained(lines))
    result = verify(told, loader)
    assert [fault.line for fault in result.faults] == numbers
    assert all("differs from the replayed one in by" in fault.what for fault in result.faults)
    assert result.match == verify(match_log[0], loader).match


def test_a_match_on_a_board_of_ones_own_is_taken_up_on_that_board_only(tmp_path: Path) -> None:
    """Without its file the kit's board would be taken, on which the same notation means other spaces."""
    own = replace(RULES.board, name="own-a3")
    path = tmp_path / "own.touchline.jsonl"
    position = RULES.write_position(RULES.read_position({"pieces": {"B9": "H11"}, "ball": "H11"}))
    records = [msgspec.structs.replace(HEADER, board="own-a3"), Stated(position=position)]
    with LogWriter.create(path) as writer:
        writer.append(0.0, records)

    def on_own(game: str, options: Mapping[str, Any]) -> Ruleset:
        return load_ruleset(game, board=own, options=options)

    assert verify(path, on_own)
    assert resume_match(records, on_own).rules.board == own
    assert "name its file with --board" in verify(path, loader).faults[0].what
    with pytest.raises(LogError, match=r"cannot be resumed: .*'own-a3'.*--board"):
        resume_match(records, loader)


def test_a_long_log_is_verified_line_by_line(tmp_path: Path) -> None:
    """The records of 8 MB are never in memory together."""
    path = tmp_path / "long.touchline.jsonl"
    with LogWriter.create(path) as writer:
        writer.append(0.0, [HEADER])
        writer.append(1.0, [Noted(text="x" * 80_000)] * 100)
    size = path.stat().st_size
    tracemalloc.start()
    try:
        assert verify(path, loader)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert size > 8_000_000
    assert peak < size / 8


def test_an_act_more_does_not_copy_the_acts_before_it() -> None:
    match = Match(RULES.read_position({"pieces": {"B9": "H11", "R9": "C3"}, "ball": "H11"}))
    for _ in range(3):
        for record in (Acted(notation="end", source="typed"), Corrected(changes={}, source="correction")):
            after = apply(RULES, match, record)
            assert after.last is not None
            assert after.last.earlier is match.last
            match = after
    for _ in range(6):
        match = undo(match)
    assert match.last is None


@pytest.mark.parametrize("line", [1, 7, 20])
def test_a_changed_byte_breaks_the_chain_at_the_next_line(
    match_log: tuple[Path, list[Referee]], tmp_path: Path, line: int
) -> None:
    raw = match_log[0].read_bytes().splitlines(keepends=True)
    raw[line - 1] = raw[line - 1].replace(b'"t":', b'"t": ', 1)
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(b"".join(raw))
    faults = verify(changed, loader).faults
    assert [fault.line for fault in faults] == [line + 1]
    assert "one of them was changed" in faults[0].what


@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_any_byte_that_is_changed_is_found_and_placed(
    match_log: tuple[Path, list[Referee]], tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Wherever it is, in the last line too; the line itself or the one after it is named."""
    raw = match_log[0].read_bytes()
    last_line = raw.rfind(b"\n", 0, -1) + 1
    place = data.draw(st.integers(0, len(raw) - 1) | st.integers(last_line, len(raw) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != raw[place]))
    changed = tmp_path_factory.getbasetemp() / "changed.jsonl"
    changed.write_bytes(raw[:place] + bytes((byte,)) + raw[place + 1 :])
    line = raw[:place].count(b"\n") + 1
    assert {fault.line for fault in verify(changed, loader).faults} & {line, line + 1}


@settings(deadline=None, max_examples=30)
@given(data=st.data())
def test_lines_that_are_missing_twice_there_or_in_another_order_are_found_and_placed(
    match_log: tuple[Path, list[Referee]], tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    lines = match_log[0].read_bytes().splitlines(keepends=True)
    first, second = sorted(data.draw(st.lists(st.integers(0, len(lines) - 2), min_size=2, max_size=2, unique=True)))
    how = data.draw(st.sampled_from(("missing", "twice", "swapped")))
    if how == "missing":
        del lines[first]
    elif how == "twice":
        lines.insert(second, lines[first])
        first = second
    else:
        lines[first], lines[second] = lines[second], lines[first]
    changed = tmp_path_factory.getbasetemp() / "reordered.jsonl"
    changed.write_bytes(b"".join(lines))
    assert min(fault.line for fault in verify(changed, loader).faults) in {first + 1, first + 2}


OLD_LOGS = sorted(path.name for path in LOGS.glob("form-*.touchline.jsonl"))


def test_there_is_a_log_of_every_form_that_ever_was() -> None:
    assert {int(re.split(r"[-.]", name)[1]) for name in OLD_LOGS} == set(range(1, FORMAT + 1))


@pytest.mark.parametrize("name", OLD_LOGS)
def test_a_log_of_every_form_that_ever_was_can_be_read_played_again_and_gone_on_with(name: str, tmp_path: Path) -> None:
    """These files are never made anew: they are as the program of their time wrote them."""
    old = LOGS / name
    records = list(read_log(old).records)
    assert isinstance(records[0], Header)
    assert records[0].format == int(re.split(r"[-.]", name)[1])
    result = verify(old, loader)
    assert (result.faults, result.actions) == ((), sum(isinstance(record, Acted) for record in records))
    assert result.actions > 5
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(old.read_bytes())
    with LogWriter.resume(copy)[0] as writer:
        writer.append(0.0, [Noted(text="today")])
    assert verify(copy, loader)
    assert copy.read_bytes().startswith(old.read_bytes())


def test_a_torn_end_and_an_empty_file_are_named(match_log: tuple[Path, list[Referee]], tmp_path: Path) -> None:
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(match_log[0].read_bytes()[:-5])
    assert "cut off in writing" in verify(torn, loader).faults[-1].what
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert verify(empty, loader).faults[0].what == "the log is empty"


def test_a_log_of_nothing_but_faults_is_not_looked_at_to_its_end(
    match_log: tuple[Path, list[Referee]], tmp_path: Path
) -> None:
    path = tmp_path / "faults.jsonl"
    path.write_bytes(match_log[0].read_bytes().splitlines(keepends=True)[0] + b"{}\n" * (3 * MOST_FAULTS))
    result = verify(path, loader)
    assert len(result.faults) == MOST_FAULTS + 1
    assert result.lines < 2 * MOST_FAULTS
    assert "was not looked at" in result.faults[-1].what


@pytest.mark.parametrize("records", [[], [Stated(position={})]])
def test_what_has_no_header_cannot_be_taken_up(records: list[Any]) -> None:
    with pytest.raises(LogError, match="does not begin with a header"):
        resume_match(records, loader)
