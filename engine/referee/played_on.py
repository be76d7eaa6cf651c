"""Play that goes on after an act against the rules, before anybody has said whether that stands.

What is done then is judged as if the act had been let stand where it was named, beside the match itself, in which that
is still to be settled. So it is told as itself once the act stands, with its own line in the log. And as people who
play on may well have let it stand, one key says so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.record.errors import ReplayError
from engine.record.records import Ruled
from engine.referee.commit import observed
from engine.referee.counting import lies_as_named, named_act
from engine.referee.looks import look_at
from engine.referee.overruling import stands_as_named
from engine.referee.patience import LOOKS_ILLEGAL
from engine.referee.sentences import say
from engine.referee.values import Accept, Answer, Outcome, PlayedOn, Referee, Say
from engine.sentences import joined

if TYPE_CHECKING:
    from engine.observation import Observation
    from engine.record.replay import Match
    from engine.ruleset import Ruleset

MOST_ACTS = 50
"""More is not counted; what people play on for so long without a word is not settled by one."""


def look_on(rules: Ruleset, referee: Referee, look: Observation) -> Outcome:
    """Judge a look; while an act against the rules is to be settled, also as if it stood."""
    outcome = look_at(rules, referee, look)
    if named_act(referee) is None:
        return outcome
    after, on = outcome.referee, _followed(rules, referee, look)
    told = told_since(after.match, referee.match)
    if on is None or (not told and not after.announced):
        return outcome
    seen = replace(referee, latest=look, played_on=on)
    if _goes_on(seen, on, len(told)):
        return _asked(seen, look)
    if after.announced == referee.announced and after.asked != on.asked:
        # What was done since is taken back; the act itself still lies there.
        after = replace(after, asked=on.asked)
    return replace(outcome, referee=replace(after, played_on=on))


def _goes_on(referee: Referee, on: PlayedOn, told: int) -> bool:
    """Whether something was done since that is no part of the act; ``told`` acts would explain the look without it."""
    if on.wrong:
        # Where what was named lies elsewhere, that is no second fault: the first is being put right.
        return told == 0 and lies_as_named(referee)
    return bool(on.acts) and not 0 < told <= len(on.acts)


def _followed(rules: Ruleset, referee: Referee, look: Observation) -> PlayedOn | None:
    """What was done since the act was named, by this look as well; None where nothing can go on from it."""
    on = referee.played_on
    if on is None or not on.goes_on_from(referee):
        try:
            stands = stands_as_named(rules, referee)
        except ReplayError:
            stands = None
        if stands is None:
            return None
        on = PlayedOn(referee.announced, referee.match, referee.asked, stands.referee.match, stands)
    now = look_at(rules, on.then.referee, look)
    then = Outcome(now.referee, (*on.then.records, *now.records), (*on.then.says, *now.says))
    return replace(on, then=then, acts=told_since(now.referee.match, on.stood))


def told_since(match: Match, before: Match) -> tuple[str, ...]:
    """The acts that were told since, ends of turns too, in order."""
    acts: list[str] = []
    past = match.last
    while past is not None and past is not before.last and len(acts) < MOST_ACTS:
        acts.append(past.notation)
        past = past.earlier
    return tuple(reversed(acts))


def _asked(referee: Referee, look: Observation) -> Outcome:
    """Say, once looks agree, what was done since; one key says that the act stands and that this was done."""
    on, act = referee.played_on, named_act(referee)
    assert on is not None and act is not None  # noqa: S101, PT018 - what was played on from
    doubt = referee.doubt.again(("played on", on.acts, on.wrong), look.t)
    rule = str(referee.announced[2])
    back = "played_on.back" if referee.policy.of(rule) == "refuse" else "played_on"
    since = joined(say("comma"), [notation for notation in on.acts if notation != "end"])
    done = [since] if on.acts else []
    if on.wrong:
        unlawful = on.then.referee.unlawful
        reason = unlawful.refusal.reason if unlawful is not None else ""
        done.append(say("illegal", act=str(on.wrong[1]), reason=reason, rule=str(on.wrong[2])))
    text = say(back, act=act, rule=rule, done=joined("; ", done))
    if referee.asked == text:
        return Outcome(replace(referee, doubt=doubt, eye="OUT OF STEP"))
    if doubt.looks < LOOKS_ILLEGAL:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"))
    likely = () if back == "played_on.back" else (Answer(say("answer.stands.on", act=act), (Accept(),)),)
    after = replace(referee, doubt=doubt, asked=text, likely=(text, likely), eye="OUT OF STEP")
    said = Say("illegal", text, rule=str(on.wrong[2])) if on.wrong else Say("ask", text)
    return Outcome(after, (observed(look), Ruled(verdict="unsure", reason=text)), (said,))
