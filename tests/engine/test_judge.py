"""The stream: answers as they come, exit codes, malformed input."""

from __future__ import annotations

import io
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.judge import MAX_LINE_BYTES, answer_line, run

if TYPE_CHECKING:
    from tests.engine.asking import Json

GOOD: Json = {"game": "regista", "position": {"pieces": {"B7": "H10"}, "ball": "H10"}, "actions": ["B7~H12"]}
REFUSED = {**GOOD, "actions": ["B7~H12", "B7~H13"]}


def judged(*lines: Json | str) -> tuple[int, list[Json], str]:
    out, err = io.StringIO(), io.StringIO()
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    code = run(io.StringIO(text), out, err)
    return code, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def test_exit_codes_of_sound_input() -> None:
    assert judged() == (0, [], "")
    code, answers, err = judged(GOOD, "", GOOD)
    assert (code, [a["ok"] for a in answers], err) == (0, [True, True], "")
    code, answers, err = judged(GOOD, REFUSED, GOOD)
    assert (code, [a["ok"] for a in answers]) == (1, [True, False, True])
    assert err == f"touchline: refused, line 2: move.twice: {answers[1]['reason']}\n"
    assert answers[1]["at"] == 1
    assert judged(REFUSED, GOOD, REFUSED, REFUSED)[2].endswith(" (and 2 more refused)\n")
    assert answers[1]["rule"] == "move.twice"


def with_position(**changes: object) -> Json:
    return {**GOOD, "position": {**GOOD["position"], **changes}}


MALFORMED: list[tuple[Json | str, str]] = [
    ("not json", "json"),
    ("[1, 2]", "the line"),
    ("{" * 3, "json"),
    ("[" * 100_000, "json"),
    ('{"game": "regista", "game": "regista"}', "game"),
    (json.dumps(GOOD).replace('"B7": "H10"', '"B7": "H10", "B7": "H11"'), "B7"),
    (json.dumps(GOOD).replace('["B7~H12"]', "[NaN]"), "json"),
    (json.dumps(GOOD).replace('["B7~H12"]', "[" + "9" * 5000 + "]"), "json"),
    (json.dumps({**GOOD, "x": " " * MAX_LINE_BYTES}), "json"),
    ({**GOOD, "extra": 1}, "extra"),
    ({k: v for k, v in GOOD.items() if k != "game"}, "game"),
    ({k: v for k, v in GOOD.items() if k != "position"}, "position"),
    ({k: v for k, v in GOOD.items() if k != "actions"}, "actions"),
    ({**GOOD, "game": "chess"}, "game"),
    ({**GOOD, "game": 7}, "game"),
    ({**GOOD, "options": []}, "options"),
    ({**GOOD, "options": {"lenght": "official"}}, "options.lenght"),
    ({**GOOD, "options": {"length": "long"}}, "options.length"),
    ({**GOOD, "options": {"change_ends": "yes"}}, "options.change_ends"),
    ({**GOOD, "options": {"change_ends": 1}}, "options.change_ends"),
    ({**GOOD, "actions": "B7-H10"}, "actions"),
    ({**GOOD, "actions": [7]}, "actions"),
    ({**GOOD, "actions": ["B7~H12", "B7 to H12"]}, "actions"),
    ({**GOOD, "actions": ["end"] * 2000}, "actions"),
    ({**GOOD, "rolls": 4}, "rolls"),
    ({**GOOD, "rolls": [7]}, "rolls"),
    ({**GOOD, "rolls": [0]}, "rolls"),
    ({**GOOD, "rolls": [True]}, "rolls"),
    ({**GOOD, "rolls": [2.5]}, "rolls"),
    ({**GOOD, "rolls": [[]]}, "rolls"),
    ({**GOOD, "rolls": [{"B": 3}]}, "rolls"),
    ({**GOOD, "rolls": [{"B": 3, "R": "4"}]}, "rolls"),
    ({**GOOD, "actions": ["B7>H16"], "rolls": [{"B": 3, "R": 4}]}, "rolls"),
    ({**GOOD, "position": []}, "position"),
    (with_position(pieces=[]), "pieces"),
    (with_position(pieces={"B7": "Z9"}), "pieces"),
    (with_position(pieces={"B7": "H22"}), "pieces"),
    (with_position(pieces={"B7": 10}), "pieces"),
    (with_position(pieces={"B16": "H10"}), "pieces"),
    (with_position(pieces={"G7": "H10"}), "pieces"),
    (with_position(pieces={"B7": "H10", "R7": "H10"}), "pieces"),
    (with_position(pieces={f"B{n}": f"A{n}" for n in range(1, 13)}), "pieces"),
    (with_position(ball="H99"), "ball"),
    (with_position(ball=[10.0, 20.0]), "ball"),
    (with_position(ball="H22"), "ball"),
    (with_position(turn="G"), "turn"),
    (with_position(turn=None, restart="throw_in"), "turn"),
    (with_position(turn=None, awaits={"for": "deviation", "by": "B7", "left": {"target": "H12"}}), "turn"),
    (with_position(moved="B7"), "moved"),
    (with_position(moved=["7"]), "moved"),
    (with_position(moved=["B77"]), "moved"),
    (with_position(holder_may_not="R16"), "holder_may_not"),
    (with_position(score={"B": -1}), "score.B"),
    (with_position(score={"B": True}), "score.B"),
    (with_position(score={"G": 1}), "score.G"),
    (with_position(turns_done={"R": 1e9}), "turns_done.R"),
    (with_position(restart="penalty"), "restart"),
    (with_position(restart="throw_in", ball=None), "spot"),
    (with_position(restart="corner", spot="X1"), "spot"),
    (with_position(half=3), "half"),
    (with_position(half=True), "half"),
    (with_position(extra="no"), "extra"),
    (with_position(placing=1), "placing"),
    (with_position(subs={"B": {"made": -1}}), "subs.B.made"),
    (with_position(subs={"B": 3}), "subs.B"),
    (with_position(to_move_off="R9"), "to_move_off"),
    (with_position(may_move_off=["R9"]), "may_move_off"),
    (with_position(holder_may_not=7), "holder_may_not"),
    (with_position(awaits={"type": "roll", "for": "penalty", "by": "B7"}), "awaits.for"),
    (with_position(awaits={"type": "roll", "for": "tackle", "by": "B8"}), "awaits.by"),
    (with_position(awaits={"type": "roll", "for": "tackle", "by": "B7", "left": {"on": "R3"}}), "awaits.left.on"),
    (with_position(awaits={"for": "deviation", "by": "B7", "left": {"target": "H22"}}), "awaits.left.target"),
    (with_position(plays=[]), "plays"),
    (with_position(squad={"B": ["B1", "B2"]}), "squad.B"),
    (with_position(squad={"B": [f"R{n}" for n in range(1, 12)]}), "squad.B"),
    (with_position(squad=["B1"]), "squad"),
    (with_position(**{"line\nbreak": 1}), "line break"),
    (with_position(**{"half a \ud800": 1}), "half a"),
]


@pytest.mark.parametrize(("line", "key"), MALFORMED)
def test_malformed_input_ends_the_run_at_its_line(line: Json | str, key: str) -> None:
    code, answers, err = judged(GOOD, line, GOOD)
    assert code == 2
    assert len(answers) == 1
    assert err.count("\n") == 1
    assert err.startswith("touchline: line 2: ")
    assert key in err.split(": ")[2]
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (with_position(pieces=None), "an object {...} is needed, not null"),
        (with_position(half=True), "1 or 2 is needed, not true"),
        (with_position(moved=[None]), "is needed, not null"),
        (with_position(moved={"B7": False}), 'a list [...] is needed, not {"B7": false}'),
        ({**GOOD, "options": {"length": "long"}}, "'long' will not do; there is standard, official"),
        ({**GOOD, "options": {"change_ends": None}}, "null will not do; there is true, false"),
    ],
)
def test_values_are_named_as_they_stand_in_the_line(line: Json, says: str) -> None:
    assert says in judged(line)[2]


@pytest.mark.parametrize("command", [["-m", "engine.judge"], ["-m", "referee_tui", "judge"]])
def test_a_reader_that_has_seen_enough_ends_the_run_quietly(command: list[str]) -> None:
    with subprocess.Popen(
        [sys.executable, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(json.dumps(GOOD) + "\n")
        process.stdin.flush()
        assert process.stdout.readline()
        process.stdout.close()
        process.stdin.write(json.dumps(GOOD) + "\n")
        process.stdin.close()
        assert (process.wait(), process.stderr.read()) == (0, "")


def test_bytes_that_are_no_text() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine.judge"], input=b'{"game": "\xff"}\n', capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"touchline: line 1: json: ")


def test_lines_are_answered_while_the_input_is_open() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "engine.judge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(json.dumps(GOOD) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"] is True
        process.stdin.close()
        assert process.wait() == 0


def test_rolls_are_used_in_the_order_needed_and_one_too_few_is_awaited() -> None:
    line = {**GOOD, "actions": ["B7>H15", "B7-H11"], "rolls": []}
    _, (answer,), _ = judged(line)
    assert answer["ok"] is True
    assert answer["pending"] == answer["position"]["awaits"]
    assert {k: answer["pending"][k] for k in ("type", "for", "side", "dice", "by")} == {
        "type": "roll", "for": "deviation", "side": "B", "dice": 1, "by": "B7",
    }  # fmt: skip
    resumed = {"game": "regista", "position": answer["position"], "actions": ["B7-H11"], "rolls": [4]}
    whole = {**line, "rolls": [4]}
    _, (on, uncut), _ = judged(resumed, whole)
    assert on["position"] == uncut["position"]
    assert uncut["position"]["ball"] == "H14"


def test_a_refusal_names_what_would_be_legal_instead() -> None:
    _, (answer,), _ = judged({**GOOD, "actions": ["B7~H15"]})
    assert answer["rule"] == "move.range"
    assert answer["instead"][0] == "B7~H13"
    for action in answer["instead"]:
        _, (legal,), _ = judged({**GOOD, "actions": [action]})
        assert legal["ok"]


def test_a_ruling_that_waits_for_dice_tells_its_chances() -> None:
    tackle = {"game": "regista", "position": {"pieces": {"B4": "H10", "R9": "H11"}, "ball": "H11"}}
    _, (waiting, done), _ = judged(
        {**tackle, "actions": ["B4xR9"]}, {**tackle, "actions": ["B4xR9"], "rolls": [{"B": 6, "R": 1}]}
    )
    # 36 throws without the 4 equal totals; the defender's two points win 26 of them.
    assert waiting["chances"] == {"possession": 26 / 32, "nothing": 6 / 32}
    assert done["chances"] is None


def mutated(value: object, rng: random.Random) -> object:
    """A JSON value with one thing in it changed for another."""
    junk = [
        None,
        True,
        0,
        -1,
        3,
        1e300,
        "",
        "B7",
        "H10",
        "G0",
        "R99",
        [],
        {},
        ["B7"],
        {"B": 1},
        {"B": 2, "R": 5},
        "roll",
    ]
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        return {**value, key: mutated(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        i = rng.randrange(len(value))
        return [*value[:i], mutated(value[i], rng), *value[i + 1 :]]
    return rng.choice(junk)


WAITING: list[Json] = [
    {**GOOD, "actions": ["B7>H16", "end"], "rolls": [3]},
    {"game": "regista", "position": {"pieces": {"R14": "G3", "B1": "H2"}, "ball": "G3", "turn": "R"},
     "actions": ["R14!G0", "B1@K3", "end"], "rolls": [{"B": 6, "R": 3}]},
    {"game": "regista", "position": {"pieces": {"B4": "H10", "R9": "H11"}, "ball": "H11"},
     "actions": ["B4xR9", "B4>H12"], "rolls": [{"B": 6, "R": 3}]},
    {"game": "regista", "options": {"length": "official"}, "rolls": [],
     "position": {"pieces": {"R8": "C10", "R14": "C7", "R1": "H21", "B1": "H1", "B6": "F4"}, "ball": "C7", "turn": "B",
                  "restart": "free_kick", "spot": "C7", "to_move_off": "R14"},
     "actions": ["R14@B6", "B6@C7", "B6>C9"]},
]  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_changed_input_is_answered_or_malformed(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(150):
        line: object = rng.choice(WAITING)
        if rng.random() < 0.7:
            whole = answer_line(json.dumps({**line, "rolls": []}).encode())  # type: ignore[dict-item] # one of WAITING
            line = {**line, "position": whole["position"], "actions": []}  # type: ignore[dict-item] # as above
        for _ in range(rng.randint(1, 3)):
            line = mutated(line, rng)
        code, answers, err = judged(json.dumps(line))
        assert err.count("\n") == (code != 0)
        assert len(answers) == (code != 2)


def test_the_examples_of_the_docs_are_judged_as_they_say() -> None:
    text = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    examples = re.findall(r"```json\n(.*)\n```", text)
    code, answers, _ = judged(*examples)
    assert code == 1
    assert [answer.get("rule") for answer in answers] == ["setup.count", None]


def test_instead_of_a_kick_off_the_piece_that_stands_wrongly_is_put_elsewhere() -> None:
    sides = {
        f"{team}{n}": f"{row}{n}" if team == "B" else f"{row}{24 - n}"
        for team, row in (("B", "C"), ("R", "M"))
        for n in range(2, 12)
    }
    pieces = {**sides, "B9": "H11", "B1": "H6", "R1": "H22"}
    line: Json = {
        "game": "soccer-fun", "actions": ["B9*1"], "rolls": [],
        "position": {"pieces": pieces, "ball": "H11", "turn": "B", "restart": "kick_off", "placing": True},
    }  # fmt: skip
    _, (answer,), _ = judged(line)
    # The penalty area ends with column 4: two king's steps from H6 to the five nearest squares of it.
    assert answer["rule"] == "setup.keeper"
    assert len(answer["instead"]) == 3
    assert set(answer["instead"]) <= {f"B1@{row}4" for row in "FGHIJ"}
