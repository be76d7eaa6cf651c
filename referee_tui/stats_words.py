"""A match's figures as lines for people; the report shows the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.chance import percent
from engine.rules.words import say as rules_say
from engine.sentences import in_language
from engine.texts import ENGLISH
from referee_tui.exports.captions import team_names
from referee_tui.texts import texts
from referee_tui.words import clock

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.match import Team
    from engine.record.chronicle import Chronicle
    from engine.stats.dice import Die
    from engine.stats.shots import Shot
    from engine.stats.summary import Statistics
    from engine.texts import Texts

SECTION = "report"
"""Of ``referee_tui/texts``: the words of figures and reports."""


def statistics_lines(told: Chronicle, found: Statistics, language: str = ENGLISH) -> Iterator[str]:
    """All figures, one a line."""
    say, names = texts(SECTION, language), team_names(told.header, language)
    width = max(12, *(len(name) + 2 for name in names.values()))
    yield f"{'':26}{names['B']:>{width}}{names['R']:>{width}}"
    blue, red = team_figures(found, "B", say), team_figures(found, "R", say)
    for what, figure in blue.items():
        yield f"{what:26}{figure:>{width}}{red[what]:>{width}}"
    shots = [f"{clock(shot.t):>7}  {shot_words(shot, say)}" for shot in found.shots]
    dice = [die_words(die, names, say) for die in found.dice]
    for title, lines in (("shots", shots), ("dice", dice), ("referee", referee_lines(found, say))):
        if lines:
            yield ""
            yield say(title)
            yield from (f"  {line}" for line in lines)


def team_figures(found: Statistics, team: Team, say: Texts) -> Mapping[str, str]:
    """What is counted of each side, by name, the same names for both; what the game does not have is left out."""
    passes, duels, pace = found.passes[team], found.duels[team], found.pace[team]
    rows = {"goals": str(found.score.of(team)), "shots": str(sum(shot.team == team for shot in found.shots))}
    if found.expected:
        rows["expected"] = say("number", value=float(found.expected[team]))
        rows["beyond"] = luck_words(found.goal_luck(team) or 0.0, say)
    rows["passes"] = say("of", part=passes.completed, whole=passes.tried)
    if any(both.tried for both in found.duels.values()):
        rows["duels"] = say("of", part=duels.won, whole=duels.tried)
        rows["duels_expected"] = say("tenths", value=float(duels.expected))
    possession = found.possession(team)
    if possession is not None:
        rows["possession"] = say("share", value=possession)
    rows["forward"] = say("share", value=found.territory.forward[team])
    if found.turns:
        rows["turns"] = str(pace.turns)
        rows["mean_turn"] = say("seconds", value=pace.mean_s)
        rows["longest_turn"] = say("seconds", value=pace.longest_s)
    return {say(f"figure_{key}"): figure for key, figure in rows.items()}


def luck_words(luck: float, say: Texts) -> str:
    """``+0.36``: what the dice gave beyond expectation."""
    return say("luck", value=luck)


def shot_words(shot: Shot, say: Texts) -> str:
    """``B9!G23, 42 % (5/12): goal``."""
    return say("shot", act=shot.notation, chance=chance_words(shot, say), outcome=outcome_words(shot, say))


def chance_words(shot: Shot, say: Texts) -> str:
    """``42 % (5/12)``; words where no chance is known."""
    if shot.chance is None:
        return say("no_dice")
    return f"{percent(shot.chance)} ({shot.chance})" if shot.chance.denominator > 1 else percent(shot.chance)


def outcome_words(shot: Shot, say: Texts) -> str:
    """How a shot ended."""
    if (key := f"outcome_{shot.outcome}") in say:
        return say(key)
    if (rules_key := f"outcome.{shot.outcome}") in rules_say:
        return in_language(rules_say(rules_key), say.language)
    return shot.outcome.replace("_", " ")


def die_words(die: Die, names: Mapping[str, str], say: Texts) -> str:
    """``Blue: 31 throws, 3.42 on average, 1-6: 4 6 5 7 5 4; even enough (p = 0.94)``."""
    return say(
        "die_program" if die.rolled else "die",
        whose=names[die.team] if die.team is not None else say("nobody"),
        thrown=thrown_words(die, say),
        mean=die.mean,
        counts=" ".join(map(str, die.counts)),
        fair=fairness_words(die, say),
    )


def thrown_words(die: Die, say: Texts) -> str:
    """``1 throw``."""
    return say("throw") if die.thrown == 1 else say("throws", count=die.thrown)


UNEVEN = 0.01
"""A fair die falls this unevenly once in a hundred matches: then it is worth a remark."""


def fairness_words(die: Die, say: Texts) -> str:
    """What chi-square says of a die."""
    p = die.p_value
    if p is None:
        return say("few")
    return say("uneven" if p < UNEVEN else "even", chi=die.chi_square, p=p)


def referee_lines(found: Statistics, say: Texts) -> list[str]:
    """What the referee saw by itself, and where people helped."""
    quality = found.quality
    return [
        say("acts_by", counts=_by_source(quality.actions, say)),
        say("dice_by", counts=_by_source(quality.rolls, say)),
        say("asked", questions=quality.questions, refused=quality.refused),
        say("put_right", corrections=quality.corrections, undos=quality.undos),
        say("out_of_step", time=clock(quality.out_of_step_s), whole=clock(found.seconds)),
    ]


def _by_source(counts: Mapping[str, int], say: Texts) -> str:
    return ", ".join(say(f"by_{source}", count=count) for source, count in counts.items()) or say("by_none")
