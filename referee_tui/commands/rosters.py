"""``--roster TEAM=FILE``: the cards of a team, in the game that has cards."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee_tui import exits

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from calibration.kit.cards import FigureCard
    from engine.games.soccer_chess import SoccerChessRules
    from engine.games.soccer_chess.roster_file import Roster
    from engine.match import PieceId, Team
    from engine.ruleset import Ruleset

Rosters = Annotated[
    list[str] | None,
    typer.Option("--roster", metavar="TEAM=FILE", help="A team's cards (Soccer Chess): B=blue.toml; repeat it."),
]


_CARD_LABELS = {"skill": "skill", "blue": "positioning", "green": "dribble", "red": "run without ball"}
"""The values of a card in the order in which they are printed."""
_CARD_INK = {"blue": (150, 62, 28), "green": (60, 120, 30), "red": (44, 34, 186)}
"""BGR, of the values that are called by a colour."""


def with_rosters(rules: "Ruleset", rosters: "Mapping[Team, Roster]") -> "Ruleset":
    """The rules with the cards of both sides."""
    for roster in rosters.values():
        rules = _with_cards(rules).with_cards(roster.cards)
    return rules


def _with_cards(rules: "Ruleset") -> "SoccerChessRules":
    from engine.games.soccer_chess import SoccerChessRules

    if not isinstance(rules, SoccerChessRules):
        raise exits.CommandError(f"--roster: {rules.game} has no cards; soccer-chess has.")
    return rules


def read_rosters(rules: "Ruleset", texts: "Iterable[str]") -> "dict[Team, Roster]":
    """The rosters in the files that are named, by side. Raises CommandError, RosterError."""
    from engine.games.soccer_chess.roster_file import load_roster
    from engine.match import TEAMS

    rosters: dict[Team, Roster] = {}
    for text in texts:
        _with_cards(rules)
        team, equals, file = text.partition("=")
        side = next((side for side in TEAMS if side == team), None)
        if side is None or not (equals and file):
            raise exits.CommandError(f"--roster {text}: a roster is given as B=FILE or R=FILE.")
        if side in rosters:
            raise exits.CommandError(f"--roster {text}: {team} has its roster already.")
        rosters[side] = load_roster(Path(file), side)
    return rosters


def squad_with(game: str, rosters: "Mapping[Team, Roster]") -> "tuple[PieceId, ...]":
    """The pieces of a game whose sides have rosters: the figures of a roster and the keeper; else the usual ones."""
    from engine.game_names import squad_of
    from engine.games.soccer_chess.cards import keeper_of
    from engine.match import TEAMS, number_of, team_of

    squad: list[PieceId] = []
    for team in TEAMS:
        usual = [piece for piece in squad_of(game) if team_of(piece) == team]
        listed = {*rosters[team].cards, keeper_of(team)} if team in rosters else usual
        squad += sorted(listed, key=number_of)
    return tuple(squad)


def cards_of(rosters: "Mapping[Team, Roster]") -> "tuple[FigureCard, ...]":
    """The cards of the rosters' figures to print, in the order of their numbers."""
    from calibration.kit.cards import CardValue, FigureCard
    from calibration.kit.tones import INK
    from engine.match import number_of

    return tuple(
        FigureCard(
            piece,
            roster.names.get(piece, ""),
            tuple(CardValue(label, getattr(card, key), _CARD_INK.get(key, INK)) for key, label in _CARD_LABELS.items()),
            "special card" if card.special else "",
        )
        for roster in rosters.values()
        for piece, card in sorted(roster.cards.items(), key=lambda item: number_of(item[0]))
    )
