"""A team's roster file: numbers, names and cards of its figures, in TOML or JSON; see docs/soccer-chess.md."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.games.soccer_chess.roster_json import NUMBERS, read_card
from engine.json_values import an_object, only_keys, shown
from engine.match import MalformedError
from engine.text_file import read_small_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from engine.games.soccer_chess.cards import Card
    from engine.match import PieceId, Team

MAX_ROSTER_BYTES = 64 * 1024
MAX_NAME = 60


class RosterError(ValueError):
    """A roster file that cannot be used; the message names the file and the key."""


@dataclass(frozen=True, slots=True)
class Roster:
    """One side's figures."""

    team_name: str
    names: Mapping[PieceId, str]
    """What figures are called; those without a name are left out."""
    cards: Mapping[PieceId, Card]


def load_roster(path: Path, team: Team) -> Roster:
    """Read a roster file for a side. Raises RosterError with one plain sentence: file and key."""
    text = read_small_text(path, MAX_ROSTER_BYTES, RosterError, what="the roster", kind="a roster")
    table = _parsed(text, str(path), is_json=path.suffix.lower() == ".json")
    try:
        return _roster(an_object(table, "the file"), team)
    except MalformedError as error:
        raise RosterError(f"{path}: {error.key}: {error}") from error


def _parsed(text: str, source: str, *, is_json: bool) -> object:
    kind = "JSON" if is_json else "TOML"
    try:
        return json.loads(text) if is_json else tomllib.loads(text)
    except RecursionError as error:
        raise RosterError(f"{source}: is nested too deeply") from error
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise RosterError(f"{source}: is not valid {kind}: {error}") from error
    except ValueError as error:
        raise RosterError(f"{source}: holds a number that is too long") from error


def _roster(table: Mapping[str, Any], team: Team) -> Roster:
    only_keys(table, ("format", "team", "figures"))
    if table.get("format") != 1 or isinstance(table.get("format"), bool):
        raise MalformedError("format", f"1 is needed, not {shown(table.get('format'))}")
    names: dict[PieceId, str] = {}
    cards: dict[PieceId, Card] = {}
    for number, raw in an_object(table.get("figures"), "figures").items():
        piece, key = _piece(number, team), f"figures.{number[:10]}"
        entry = an_object(raw, key)
        only_keys(entry, ("name", *NUMBERS, "special"), f"{key}.")
        cards[piece] = read_card({name: value for name, value in entry.items() if name != "name"}, key)
        if (name := _name(entry.get("name", ""), f"{key}.name")) != "":
            names[piece] = name
    return Roster(_name(table.get("team", ""), "team"), names, cards)


def _piece(number: str, team: Team) -> PieceId:
    """The figure of a number; ``07`` and the like are refused, so that nobody is listed twice."""
    if not re.fullmatch("[1-9][0-9]?", number):
        raise MalformedError(f"figures.{number[:10]}", "a number from 1 to 99 is needed")
    return f"{team}{number}"


def _name(raw: object, key: str) -> str:
    """A name on one line, without control characters."""
    if not isinstance(raw, str) or len(raw) > MAX_NAME or not raw.isprintable():
        raise MalformedError(key, f"a name of at most {MAX_NAME} letters on one line is needed, not {shown(raw)}")
    return raw.strip()
