"""A match's figures as lines for people; the report shows the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.chance import percent
from referee_tui.exports.captions import team_names
from referee_tui.words import clock

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.match import Team
    from engine.record.chronicle import Chronicle
    from engine.stats.dice import Die
    from engine.stats.shots import Shot
    from engine.stats.summary import Statistics


def statistics_lines(told: Chronicle, found: Statistics) -> Iterator[str]:
    """All figures, one a line."""
    names = team_names(told.header)
    width = max(12, *(len(name) + 2 for name in names.values()))
    yield f"{'':26}{names['B']:>{width}}{names['R']:>{width}}"
    blue, red = team_figures(found, "B"), team_figures(found, "R")
    for what, figure in blue.items():
        yield f"{what:26}{figure:>{width}}{red[what]:>{width}}"
    shots = [f"{clock(shot.t):>7}  {shot_words(shot)}" for shot in found.shots]
    dice = [die_words(die, names) for die in found.dice]
    for title, lines in (("Shots", shots), ("Dice", dice), ("The referee", referee_lines(found))):
        if lines:
            yield ""
            yield title
            yield from (f"  {line}" for line in lines)


def team_figures(found: Statistics, team: Team) -> Mapping[str, str]:
    """What is counted of each side, by name, the same names for both; what the game does not have is left out."""
    passes, duels, pace = found.passes[team], found.duels[team], found.pace[team]
    rows = {"goals": str(found.score.of(team)), "shots": str(sum(shot.team == team for shot in found.shots))}
    if found.expected:
        rows["expected goals"] = f"{float(found.expected[team]):.2f}"
        rows["goals beyond expectation"] = f"{found.goal_luck(team) or 0.0:+.2f}"
    rows["passes completed"] = f"{passes.completed} of {passes.tried}"
    if any(both.tried for both in found.duels.values()):
        rows["duels won"] = f"{duels.won} of {duels.tried}"
        rows["duels to be expected"] = f"{float(duels.expected):.1f}"
    possession = found.possession(team)
    if possession is not None:
        rows["possession"] = f"{possession:.0%}"
    rows["ball in the other half"] = f"{found.territory.forward[team]:.0%}"
    if found.turns:
        rows["turns"] = str(pace.turns)
        rows["a turn on average"] = f"{pace.mean_s:.0f} s"
        rows["longest turn"] = f"{pace.longest_s:.0f} s"
    return rows


def shot_words(shot: Shot) -> str:
    """``B9!G23, 42 % (5/12): goal``."""
    return f"{shot.notation}, {chance_words(shot)}: {outcome_words(shot)}"


def chance_words(shot: Shot) -> str:
    """``42 % (5/12)``; words where no chance is known."""
    if shot.chance is None:
        return "no dice"
    return f"{percent(shot.chance)} ({shot.chance})" if shot.chance.denominator > 1 else percent(shot.chance)


def outcome_words(shot: Shot) -> str:
    """How a shot ended."""
    return shot.outcome.replace("_", " ") if shot.outcome != "nothing" else "no goal"


def die_words(die: Die, names: Mapping[str, str]) -> str:
    """``Blue: 31 throws, 3.42 on average, 1-6: 4 6 5 7 5 4; even enough (p = 0.94)``."""
    whose = names[die.team] if die.team is not None else "nobody's"
    kind = " (the program's)" if die.rolled else ""
    counts = " ".join(map(str, die.counts))
    return f"{whose}{kind}: {thrown_words(die)}, {die.mean:.2f} on average, 1 to 6: {counts}; {fairness_words(die)}"


def thrown_words(die: Die) -> str:
    """``1 throw``."""
    return f"{die.thrown} {'throw' if die.thrown == 1 else 'throws'}"


UNEVEN = 0.01
"""A fair die falls this unevenly once in a hundred matches: then it is worth a remark."""


def fairness_words(die: Die) -> str:
    """What chi-square says of a die."""
    p = die.p_value
    if p is None:
        return "too few to judge by"
    verdict = "as uneven as a fair die rarely falls" if p < UNEVEN else "as a fair die falls"
    return f"{verdict} (chi-square {die.chi_square:.1f}, p = {p:.2f})"


def referee_lines(found: Statistics) -> list[str]:
    """What the referee saw by itself, and where people helped."""
    quality = found.quality
    return [
        f"acts: {_by_source(quality.actions)}",
        f"dice: {_by_source(quality.rolls)}",
        f"questions: {quality.questions}; refused acts: {quality.refused}",
        f"corrections: {quality.corrections}; taken back: {quality.undos}",
        f"out of step for {clock(quality.out_of_step_s)} of {clock(found.seconds)}",
    ]


def _by_source(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {source}" for source, count in counts.items()) or "none"
