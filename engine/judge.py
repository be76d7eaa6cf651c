"""``touchline judge``: positions and actions in, rulings out, one JSON object a line.

Input is untrusted: lines are bounded, and whatever is no position, action, roll or option at all ends the run with
exit code 2 and one line on stderr naming the input line and the key at fault.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, NoReturn

from engine.board import BoardError
from engine.chance import outlook
from engine.games import GameError, load_ruleset
from engine.instead import instead
from engine.json_values import a_list, a_roll, an_object, only_keys, shown
from engine.match import MalformedError
from engine.notation import format_action, parse_action
from engine.ruleset import Refusal, event_as_json, pending_as_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.match import Action, Event, Position, Roll
    from engine.ruleset import Ruleset

MAX_LINE_BYTES = 1024 * 1024
MAX_MESSAGE = 1000

OK, REFUSED, MALFORMED = 0, 1, 2

_KEYS = ("game", "options", "position", "actions", "rolls")


@dataclass(frozen=True, slots=True)
class Question:
    """One line of input, read and checked."""

    rules: Ruleset
    position: Position
    actions: tuple[Action, ...]
    rolls: tuple[Roll, ...]


def run(stdin: IO[str], stdout: IO[str], stderr: IO[str]) -> int:
    """Answer every line as it comes. Returns the exit code: 0, 1 if any was refused, 2 at malformed input."""
    first_refusal, refused = "", 0
    for number, line in enumerate(_lines(stdin), 1):
        if not line.strip():
            continue
        try:
            answer = answer_line(line)
        except MalformedError as error:
            stderr.write(_one_line(f"touchline: line {number}: {error.key}: {error}"))
            return MALFORMED
        stdout.write(json.dumps(answer) + "\n")
        stdout.flush()
        if not answer["ok"]:
            refused += 1
            first_refusal = first_refusal or f"line {number}: {answer['rule']}: {answer['reason']}"
    if not refused:
        return OK
    others = f" (and {refused - 1} more refused)" if refused > 1 else ""
    stderr.write(_one_line(f"touchline: refused, {first_refusal}{others}"))
    return REFUSED


def _one_line(message: str) -> str:
    """A message as a single line: keys come from the input, may be long, hold line breaks or half characters."""
    return "".join(c if c.isprintable() else " " for c in message[:MAX_MESSAGE]) + "\n"


def _lines(stdin: IO[str]) -> Iterator[bytes]:
    """Lines as bytes, none longer than just over the bound; a longer one is refused when it is read."""
    source = getattr(stdin, "buffer", None)
    while line := source.readline(MAX_LINE_BYTES + 1) if source else stdin.readline(MAX_LINE_BYTES + 1).encode():
        yield line


def answer_line(line: bytes, loader: Callable[..., Ruleset] = load_ruleset) -> dict[str, Any]:
    """The answer to one line; ``loader`` knows the games. Raises MalformedError."""
    return answer(read_question(_read_json(line), loader))


def _read_json(line: bytes) -> object:
    if len(line) > MAX_LINE_BYTES:
        raise MalformedError("json", f"the line is longer than {MAX_LINE_BYTES // 1024} kB")
    try:
        return json.loads(line.decode("utf-8"), object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise MalformedError("json", "the line is not UTF-8 text") from error
    except RecursionError as error:
        raise MalformedError("json", "the line is nested too deeply") from error
    except json.JSONDecodeError as error:
        raise MalformedError("json", f"the line is not JSON: {error.msg} at character {error.pos + 1}") from error
    except MalformedError:
        raise
    except ValueError as error:
        raise MalformedError("json", "the line holds a number that is too long") from error


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise MalformedError(key[:40], "this key stands twice in one object")
        table[key] = value
    return table


def _no_constant(name: str) -> NoReturn:
    raise MalformedError("json", f"{name} is not a JSON number")


def read_question(raw: object, loader: Callable[..., Ruleset] = load_ruleset) -> Question:
    """A line's object, checked. Raises MalformedError."""
    table = an_object(raw, "the line")
    only_keys(table, _KEYS)
    for key in ("game", "position", "actions"):
        if key not in table:
            raise MalformedError(key, "this key is missing")
    rules = _rules(loader, table["game"], table.get("options"))
    position = rules.read_position(an_object(table["position"], "position"))
    actions = tuple(_action(item, rules) for item in a_list(table["actions"], "actions"))
    rolls = tuple(a_roll(item) for item in a_list(table.get("rolls", []), "rolls"))
    return Question(rules, position, actions, rolls)


def _rules(loader: Callable[..., Ruleset], game: object, options: object) -> Ruleset:
    if not isinstance(game, str):
        raise MalformedError("game", f"the name of a game is needed, not {shown(game)}")
    try:
        return loader(game, options=None if options is None else an_object(options, "options"))
    except (GameError, BoardError) as error:
        raise MalformedError("game", str(error)) from error


def _action(item: object, rules: Ruleset) -> Action:
    if not isinstance(item, str):
        raise MalformedError("actions", f"an action is text such as B7-H10, not {shown(item)}")
    return parse_action(item, rules.say)


def answer(question: Question) -> dict[str, Any]:
    """Judge the actions in order, with the rolls as they are needed; stops at a refusal or for want of a roll."""
    rules, position = question.rules, question.position
    events: list[Event] = []
    rolls = list(question.rolls)
    position = _roll_on(rules, position, rolls, events)
    for at, action in enumerate(question.actions):
        if position.awaits is not None and position.awaits.type == "roll":
            break
        verdict = rules.act(position, action)
        if isinstance(verdict, Refusal):
            likely = [format_action(legal) for legal in instead(rules, position, action, fault=verdict)]
            return {"ok": False, "at": at, "rule": verdict.rule, "reason": verdict.reason, "instead": likely}
        events += verdict.events
        position = _roll_on(rules, verdict.position, rolls, events)
    rolling = position.awaits is not None and position.awaits.type == "roll"
    return {
        "ok": True,
        "events": [event_as_json(event) for event in events],
        "position": rules.write_position(position),
        "pending": None if position.awaits is None else pending_as_json(position.awaits),
        "chances": _chances(rules, position) if rolling else None,
    }


def _chances(rules: Ruleset, position: Position) -> dict[str, float]:
    """Probability of each outcome of the ruling that waits for dice."""
    return {outcome: round(float(chance), 6) for outcome, chance in outlook(rules, position).outcomes.items()}


def _roll_on(rules: Ruleset, position: Position, rolls: list[Roll], events: list[Event]) -> Position:
    """Use up rolls, first first, as long as dice are awaited."""
    while rolls and position.awaits is not None and position.awaits.type == "roll":
        verdict = rules.roll(position, rolls.pop(0))
        if isinstance(verdict, Refusal):
            raise MalformedError("rolls", verdict.reason)
        events += verdict.events
        position = verdict.position
    return position


def main() -> int:
    """Judge the process's own streams; a reader that has seen enough (``| head``) ends the run quietly."""
    try:
        return run(sys.stdin, sys.stdout, sys.stderr)
    except BrokenPipeError:
        # The interpreter flushes once more at exit, and would complain of the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


if __name__ == "__main__":
    sys.exit(main())
