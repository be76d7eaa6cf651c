"""The rules of a game by its name. A game is imported only when it is asked for."""

from __future__ import annotations

from importlib import import_module
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, cast

from engine.game_names import LISTED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

    from engine.board import Board
    from engine.game_names import Listed
    from engine.ruleset import Ruleset


class GameError(ValueError):
    """A game that does not exist, or a board that is another game's."""


def load_ruleset(
    game: str,
    board: Board | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    listed: Mapping[str, Listed] = LISTED,
) -> Ruleset:
    """The rules of one of the ``listed`` games on a board (default: the game's own) with options (JSON values).

    Raises GameError for another game, BoardError for a board that the game cannot be played on, and MalformedError for
    an option that it has not.
    """
    if game not in listed:
        raise GameError(f"{game!r} is not a game; there are {', '.join(listed)}")
    if board is not None and board.game != game:
        raise GameError(f"{board.name} is a board for {board.game}, not for {game}")
    return cast("Ruleset", resolve_name(listed[game].rules).of(board, options))


def formations_of(game: str) -> ModuleType:
    """The module of a listed game's ready line-ups, the same in form for every game. Raises GameError."""
    if game not in LISTED:
        raise GameError(f"{game!r} is not a game; there are {', '.join(LISTED)}")
    name = f"{LISTED[game].package}.formations"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise GameError(f"{game} has no line-ups: {LISTED[game].package} needs a module formations") from error
