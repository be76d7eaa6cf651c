"""``--roster TEAM=FILE``: the cards of a team, in the game that has cards."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee_tui import exits

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

Rosters = Annotated[
    list[str] | None,
    typer.Option("--roster", metavar="TEAM=FILE", help="A team's cards (Soccer Chess): B=blue.toml; repeat it."),
]


def with_rosters(rules: "Ruleset", texts: list[str] | None) -> "Ruleset":
    """The rules with the cards of the files that are named. Raises CommandError, RosterError."""
    if not texts:
        return rules
    from engine.games.soccer_chess import SoccerChessRules
    from engine.games.soccer_chess.roster_file import load_roster
    from engine.match import TEAMS

    if not isinstance(rules, SoccerChessRules):
        raise exits.CommandError(f"--roster: {rules.game} has no cards; soccer-chess has.")
    seen = set()
    for text in texts:
        team, equals, file = text.partition("=")
        if team not in TEAMS or not (equals and file):
            raise exits.CommandError(f"--roster {text}: a roster is given as B=FILE or R=FILE.")
        if team in seen:
            raise exits.CommandError(f"--roster {text}: {team} has its roster already.")
        seen.add(team)
        rules = rules.with_cards(load_roster(Path(file), team).cards)
    return rules
