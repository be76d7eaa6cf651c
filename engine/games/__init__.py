"""The four games by name. A game is imported only when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.game_names import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.board import Board
    from engine.ruleset import Ruleset


class GameError(ValueError):
    """A game that does not exist, or a board that is another game's."""


class NotPlayableYetError(GameError):
    """A game that Touchline knows by name, but has no rules for yet."""


def load_ruleset(game: str, board: Board | None = None, options: Mapping[str, Any] | None = None) -> Ruleset:
    """The rules of a game on a board (default: the game's own) with options (JSON values).

    Raises GameError for another game (NotPlayableYetError for one without rules), BoardError for a board that the game
    cannot be played on, and MalformedError for an option that it has not.
    """
    if game not in GAMES:
        raise GameError(f"{game!r} is not a game; there are {', '.join(GAMES)}")
    if game not in PLAYABLE:
        raise NotPlayableYetError(f"{game} cannot be played yet; {', '.join(PLAYABLE)} can")
    if board is not None and board.game != game:
        raise GameError(f"{board.name} is a board for {board.game}, not for {game}")
    return _LOADERS[game](board, options)


def _regista(board: Board | None, options: Mapping[str, Any] | None) -> Ruleset:
    from engine.games.regista import RegistaRules  # noqa: PLC0415 - a game is loaded only when it is played

    return RegistaRules.of(board, options)


def _very_much(board: Board | None, options: Mapping[str, Any] | None) -> Ruleset:
    from engine.games.very_much import MasumeRules  # noqa: PLC0415 - a game is loaded only when it is played

    return MasumeRules.of(board, options)


def _soccer_chess(board: Board | None, options: Mapping[str, Any] | None) -> Ruleset:
    from engine.games.soccer_chess import SoccerChessRules  # noqa: PLC0415 - a game is loaded only when it is played

    return SoccerChessRules.of(board, options)


def _soccer_fun(board: Board | None, options: Mapping[str, Any] | None) -> Ruleset:
    from engine.games.soccer_fun import SoccerFunRules  # noqa: PLC0415 - a game is loaded only when it is played

    return SoccerFunRules.of(board, options)


_LOADERS: Mapping[str, Callable[[Board | None, Mapping[str, Any] | None], Ruleset]] = {
    "regista": _regista,
    "very-much": _very_much,
    "soccer-chess": _soccer_chess,
    "soccer-fun": _soccer_fun,
}

PLAYABLE = tuple(_LOADERS)
"""The games that there are rules for."""
