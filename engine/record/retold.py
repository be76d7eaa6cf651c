"""A log as match texts (``engine.game_text``): what was done and thrown, without what was taken back.

A correction is no act of play: it ends one text and begins the next from the corrected position, unless it is one word
of the position's line, such as how well the camera measures the ball.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Game, Known
from engine.game_text import with_headers, write_game
from engine.match import MalformedError
from engine.notation import parse_action
from engine.record.errors import LogError, ReplayError
from engine.record.reader import read_log
from engine.record.records import Acted, Corrected, Header, Noted, Rolled, Ruled, Undone
from engine.record.replay import Match, apply, load_rules, roll_of, undone_by
from engine.ruleset import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from engine.match import Position
    from engine.record.records import Record
    from engine.record.replay import RulesLoader
    from engine.ruleset import Ruleset


def retell(path: Path, loader: RulesLoader) -> str:
    """A log's match texts, an empty line between them. Raises LogError for a log that cannot be told."""
    log = read_log(path)
    records = list(log.records)
    header = next((record for record in records if isinstance(record, Header)), None)
    if header is None:
        raise LogError(f"{path}: the log has no header, so nothing says which game it is")
    try:
        games = games_of(load_rules(header, loader), records)
    except ReplayError as error:
        raise LogError(f"{path}: {error}; touchline log verify names the line") from error
    if not games:
        raise LogError(f"{path}: the log holds no position yet, so there is nothing to tell")
    named = {word: header.names.get(side) for word, side in (("Blue", "B"), ("Red", "R"))}
    names = {word: name for word, name in named.items() if name}
    return "\n".join(write_game(with_headers(game, **names)) for game in games)


def games_of(rules: Ruleset, records: Iterable[Record]) -> tuple[Game, ...]:
    """The match, cut where it was corrected. Raises ReplayError at the first record that does not follow."""
    match = Match()
    games: tuple[Game, ...] = ()
    lengths: list[tuple[int, int]] = []
    """How many texts and steps of the last one there were before each act that stands."""
    for record in records:
        gone = len(undone_by(match)) if isinstance(record, Undone) else 0
        match = apply(rules, match, record)
        if match.position is None:
            continue
        if gone:
            games = _back_to(games, *lengths[-gone])
            del lengths[-gone:]
            continue
        if isinstance(record, Acted | Corrected):
            lengths.append((len(games), len(games[-1].steps)))
        if not games:
            games = (Game(rules, match.position),)
        elif isinstance(record, Corrected):
            games = _corrected(games, match.position, f"corrected: {record.reason or 'by hand'}")
        else:
            games = (*games[:-1], _further(games[-1], record))
    return games


def _corrected(games: tuple[Game, ...], position: Position, comment: str) -> tuple[Game, ...]:
    *before, last = games
    further = _with_a_word(last, position, comment)
    return (*before, further) if further is not None else (*games, Game(last.rules, position, comment=comment))


def _with_a_word(game: Game, position: Position, comment: str) -> Game | None:
    """The match brought to a position by one word of its line; None if it takes more than that."""
    then, now = (game.rules.format_position(each).split() for each in (game.position, position))
    new = [word for word in now if word not in then]
    if len(new) != 1 or "=" not in new[0]:
        return None
    try:
        after = game.then(Known(new[0]), comment)
    except MalformedError:
        # Corrected into what no line can hold.
        return None
    return after if isinstance(after, Game) and after.position == position else None


def _further(game: Game, record: Record) -> Game:
    match record:
        case Acted(notation=notation):
            after = game.then(parse_action(notation))
        case Rolled():
            after = game.then(roll_of(record))
        case Ruled(verdict="illegal", notation=str(notation), reason=str(reason)):
            return game.said(f"{notation} is refused: {reason}")
        case Noted(text=text):
            return game.said(text)
        case _:
            return game
    if isinstance(after, Refusal):
        raise ReplayError(after.reason)
    return after


def _back_to(games: tuple[Game, ...], count: int, steps: int) -> tuple[Game, ...]:
    """The first ``count`` texts, the last of them with so many steps."""
    return (*games[: count - 1], games[count - 1].until(steps))
