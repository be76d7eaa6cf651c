"""What both sides must agree to during a match: another number of move rounds, one word each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.match import TEAMS
from engine.record.errors import ReplayError
from engine.record.records import Corrected
from engine.record.replay import apply, correct
from engine.referee.commit import asking, stated
from engine.referee.sentences import say
from engine.referee.values import Consent, Outcome, Proposal, Propose, Referee, Say
from engine.referee.words import TEAM, named_rounds

if TYPE_CHECKING:
    from engine.referee.values import SayKind
    from engine.ruleset import Ruleset


def propose(rules: Ruleset, referee: Referee, given: Propose) -> Outcome:
    """Somebody wants another number of rounds; nothing changes until both sides have said yes."""
    position = referee.position
    if position is None or "rounds" not in rules.write_position(position):
        return _said(referee, "refused", say("rounds.none", game=rules.game))
    try:
        correct(rules, position, {"rounds": given.rounds})
    except ReplayError as error:
        return _said(referee, "refused", say("refused.cannot", why=error.sentence))
    after = replace(referee, proposal=Proposal(given.rounds))
    return _said(after, "ask", say("rounds.ask", rounds=named_rounds(given.rounds)))


def consent(rules: Ruleset, referee: Referee, given: Consent) -> Outcome:
    """A side's yes; with the second it holds. One that the game does not allow any more is dropped."""
    proposal = referee.proposal
    if proposal is None:
        return _said(referee, "refused", say("rounds.nothing"))
    agreed = proposal.agreed | {given.team}
    if agreed != {*TEAMS}:
        waits = next(TEAM[team] for team in TEAMS if team not in agreed)
        waiting = replace(referee, proposal=replace(proposal, agreed=agreed))
        told = say("rounds.waits", team=TEAM[given.team], rounds=named_rounds(proposal.rounds), waits=waits)
        return _said(waiting, "note", told)
    word = Corrected(changes={"rounds": proposal.rounds}, source="correction", reason=say("reason.agreed"))
    try:
        match = apply(rules, referee.match, word)
    except ReplayError as error:
        return _said(replace(referee, proposal=None), "refused", say("refused.cannot", why=error.sentence))
    after = replace(referee, match=match, proposal=None)
    says = (Say("note", say("rounds.agreed", rounds=named_rounds(proposal.rounds))),)
    return asking(Outcome(after, (word, stated(rules, match)), says))


def _said(referee: Referee, kind: SayKind, text: str) -> Outcome:
    return Outcome(referee, (), (Say(kind, text),))
