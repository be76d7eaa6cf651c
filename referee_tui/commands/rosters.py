"""``--roster TEAM=FILE``: the cards of a team, in the game that has cards."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee_tui import exits

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.games.soccer_chess import SoccerChessRules
    from engine.games.soccer_chess.roster_file import Roster
    from engine.match import Team
    from engine.ruleset import Ruleset

Rosters = Annotated[
    list[str] | None,
    typer.Option("--roster", metavar="TEAM=FILE", help="A team's cards (Soccer Chess): B=blue.toml; repeat it."),
]


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
