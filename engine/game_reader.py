"""Reading a match that ``game_text`` wrote, or somebody by hand; every action is judged again on the way.

Rulings in the text are not believed: they must be what the rules say. They may be left out, as may turn numbers and
comments; dice may not.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.board import BoardError, shipped_board
from engine.game import Game, Known
from engine.game_text import HEADER_NAME, OWN_HEADERS, ruling_words, turn_marker
from engine.games import GameError, load_ruleset
from engine.json_values import a_roll
from engine.match import MalformedError, Roll
from engine.notation import parse_action
from engine.ruleset import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.game import Done
    from engine.ruleset import Ruleset

MAX_CHARACTERS = 1 << 20
"""A whole match with every placement comes to some twenty thousand."""

_HEADER = re.compile(rf'\[({HEADER_NAME}) "((?:[^"\\]|\\["\\])*)"\]')
_TOKEN = re.compile(
    r"\s*(?:\{(?P<comment>[^{}]*)\}|<(?P<ruling>[^<>]*)>|\((?P<roll>[0-9:\s]{1,40})\)|(?P<turn>[0-9]{1,3}[BR]:)"
    r"|\[(?P<known>[^\[\]\s]{1,200})\]"
    r"|(?P<action>[^\s{}<()]+(?:\([^\s{}<()]*\))?))"
)


class GameTextError(ValueError):
    """Text that is no match, or a match against the rules: the line, and what is wrong there."""

    def __init__(self, line: int, message: str) -> None:
        """``line`` counts from 1."""
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.what = message


class _Token(NamedTuple):
    line: int
    kind: str
    text: str


def read_game(text: str) -> Game:
    """Read and replay a match. Raises GameTextError."""
    if len(text) > MAX_CHARACTERS:
        raise GameTextError(1, f"{len(text)} characters are too many; {MAX_CHARACTERS} are read")
    headers, rest, first_line = _read_headers(text)
    game = _begun(headers)
    last = first_line
    for token in _tokens(rest, first_line):
        game = _taken(game, token)
        last = token.line
    score = game.position.score
    if headers.get("Result", (0, f"{score.B}-{score.R}"))[1] != f"{score.B}-{score.R}":
        raise GameTextError(last, f"the result is {score.B}-{score.R}, not {headers['Result'][1]}")
    return game


def read_games(text: str) -> tuple[Game, ...]:
    """Several matches in one text, each beginning with its Game header. Raises GameTextError, lines counted from 1."""
    starts = [match.start() for match in re.finditer(r"^\[Game ", text, re.MULTILINE)] or [0]
    games = []
    for start, end in pairwise([0, *starts[1:], len(text)]):
        try:
            games.append(read_game(text[start:end]))
        except GameTextError as error:
            raise GameTextError(error.line + text.count("\n", 0, start), error.what) from error
    return tuple(games)


def _read_headers(text: str) -> tuple[dict[str, tuple[int, str]], str, int]:
    """Headers with their lines, the text after them, and the line where that begins."""
    headers: dict[str, tuple[int, str]] = {}
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        if not line.startswith("["):
            return headers, "".join(lines[number - 1 :]), number
        match = _HEADER.fullmatch(line.strip())
        if match is None:
            raise GameTextError(number, f'a header such as [Blue "Ann"] was expected, not {line.strip()[:40]!r}')
        if match[1] in headers:
            raise GameTextError(number, f"the header {match[1]} stands twice")
        headers[match[1]] = number, re.sub(r"\\(.)", r"\1", match[2])
    return headers, "", len(lines) + 1


def _begun(headers: Mapping[str, tuple[int, str]]) -> Game:
    for name in ("Game", "Start"):
        if name not in headers:
            raise GameTextError(1, f"the header {name} is missing")
    rules = _rules(headers)
    line, start = headers["Start"]
    try:
        position = rules.parse_position(start)
    except MalformedError as error:
        raise GameTextError(line, str(error)) from error
    own = {name: value for name, (_, value) in headers.items() if name not in OWN_HEADERS}
    return Game(rules, position, headers=own)


def _rules(headers: Mapping[str, tuple[int, str]]) -> Ruleset:
    line, game = headers["Game"]
    options_line, options = headers.get("Options", (line, ""))
    board_line, board = headers.get("Board", (line, ""))
    try:
        known = shipped_board(board) if board else None
    except BoardError as error:
        raise GameTextError(board_line, str(error)) from error
    try:
        return load_ruleset(game, known, dict(_option(word, options_line) for word in options.split()))
    except MalformedError as error:
        raise GameTextError(options_line, f"{error.key}: {error}") from error
    except (GameError, BoardError) as error:
        raise GameTextError(line, str(error)) from error


def _option(word: str, line: int) -> tuple[str, Any]:
    name, equals, value = word.partition("=")
    if not equals:
        raise GameTextError(line, f"an option such as length=official was expected, not {word[:40]!r}")
    if value in {"true", "false"} or re.fullmatch(r"-?[0-9]{1,6}", value):
        return name, json.loads(value)
    return name, value


def _tokens(text: str, first_line: int) -> Iterator[_Token]:
    at, line = 0, first_line
    end = len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            rest = text[at:end].lstrip()
            line += text.count("\n", at, end - len(rest))
            raise GameTextError(
                line, f"an action, (dice), <ruling>, [known] or {{comment}} was expected, not {rest[:20]!r}"
            )
        start = match.start(match.lastgroup or 0)
        line += text.count("\n", at, start)
        yield _Token(line, match.lastgroup or "", match[match.lastgroup or 0])
        line += text.count("\n", start, match.end())
        at = match.end()


def _taken(game: Game, token: _Token) -> Game:
    match token.kind:
        case "comment":
            return game.said(token.text)
        case "turn":
            if token.text != (expected := turn_marker(game.position)):
                raise GameTextError(token.line, f"{token.text} does not follow; it is {expected or 'nobody'} now")
            return game
        case "ruling":
            said = ruling_words(game.steps[-1].ruling.events) if game.steps else ""
            if " ".join(token.text.split()) != said:
                raise GameTextError(token.line, f"<{token.text}> does not follow; the rules say <{said}>")
            return game
        case "roll":
            return _then(game, token, _read_roll)
        case "known":
            return _then(game, token, _read_known)
        case _:
            return _then(game, token, parse_action)


def _read_roll(text: str) -> Roll:
    if duel := re.fullmatch(r"\s*([0-9])\s*:\s*([0-9])\s*", text):
        return a_roll({"B": int(duel[1]), "R": int(duel[2])})
    if not re.fullmatch(r"\s*[0-9](\s+[0-9])*\s*", text):
        raise MalformedError("rolls", "dice such as (4), or (2:1) for blue and red, were expected")
    return a_roll([int(face) for face in text.split()])


def _read_known(text: str) -> Known:
    if "=" not in text:
        raise MalformedError("known", "a word of a position's line such as [sd=0.9] was expected")
    return Known(text)


def _then(game: Game, token: _Token, read: Callable[[str], Done]) -> Game:
    try:
        after = game.then(read(token.text))
    except ValueError as error:
        raise GameTextError(token.line, f"{token.text}: {error}") from error
    if isinstance(after, Refusal):
        raise GameTextError(token.line, f"{token.text}: {after.reason} ({after.rule})")
    return after
