"""All figures of a match together, and as JSON values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.match import TEAMS
from engine.stats.dice import Die, Duels, dice_of, duels_of
from engine.stats.pace import Pace, Turn, pace_of, turns_of
from engine.stats.play import Passes, Territory, passes_of, possession_s, territory_of
from engine.stats.quality import Quality, quality_of
from engine.stats.shots import Goal, Shot, expected_goals, goals_of, shots_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from engine.match import Score, Team
    from engine.record.chronicle import Chronicle


@dataclass(frozen=True, slots=True)
class Statistics:
    """The figures of a match."""

    game: str
    score: Score
    seconds: float
    """From the first position to the last record."""
    goals: tuple[Goal, ...]
    shots: tuple[Shot, ...]
    expected: Mapping[Team, Fraction]
    """Goals to be expected from the shots' exact chances; empty where no chance is known."""
    passes: Mapping[Team, Passes]
    duels: Mapping[Team, Duels]
    possession_s: Mapping[Team | None, float]
    territory: Territory
    dice: tuple[Die, ...]
    turns: tuple[Turn, ...]
    pace: Mapping[Team, Pace]
    quality: Quality

    def possession(self, team: Team) -> float | None:
        """The side's share of the time in which anybody had the ball, 0 to 1; None if nobody ever had."""
        both = self.possession_s["B"] + self.possession_s["R"]
        return self.possession_s[team] / both if both else None

    def goal_luck(self, team: Team) -> float | None:
        """Goals from shots with a known chance beyond those to be expected; None where no chance is known."""
        if not self.expected:
            return None
        scored = sum(shot.goal for shot in self.shots if shot.team == team and shot.chance is not None)
        return float(scored - self.expected[team])


def statistics_of(chronicle: Chronicle) -> Statistics:
    """Count a match. What was taken back counts for nothing but in the referee's own figures."""
    deeds = chronicle.standing
    shots = shots_of(chronicle)
    turns = turns_of(chronicle)
    return Statistics(
        game=chronicle.rules.game,
        score=chronicle.position.score,
        seconds=chronicle.end_t - chronicle.start_t,
        goals=goals_of(deeds),
        shots=shots,
        expected=expected_goals(shots),
        passes=passes_of(deeds, frozenset().union(*(shot.seqs for shot in shots))),
        duels=duels_of(chronicle.rules, deeds),
        possession_s=possession_s(chronicle),
        territory=territory_of(chronicle),
        dice=dice_of(deeds),
        turns=turns,
        pace={team: pace_of(turns, team) for team in TEAMS},
        quality=quality_of(chronicle),
    )


def as_json(found: Statistics) -> dict[str, Any]:
    """The figures as JSON values; the keys are described in docs/exports.md. Shares 0 to 1, times in seconds."""
    return {
        "game": found.game,
        "seconds": round(found.seconds, 1),
        "teams": {team: _team(found, team) for team in TEAMS},
        "possession_s": {"B": _s(found.possession_s["B"]), "R": _s(found.possession_s["R"]),
                         "nobody": _s(found.possession_s[None])},
        "territory": {"blue_third": _share(found.territory.blue_third),
                      "middle_third": _share(found.territory.middle_third),
                      "red_third": _share(found.territory.red_third)},
        "goals": [
            {"seq": goal.seq, "t": goal.t, "team": goal.team, "by": goal.by, "action": goal.notation, "own": goal.own}
            for goal in found.goals
        ],
        "shots": [_shot(shot) for shot in found.shots],
        "dice": [_die(die) for die in found.dice],
        "turns": [
            {"team": turn.team, "turn": turn.number, "seconds": _s(turn.seconds), "acts": turn.acts}
            for turn in found.turns
        ],
        "referee": {
            "looks": found.quality.looks, "actions": dict(found.quality.actions), "rolls": dict(found.quality.rolls),
            "questions": found.quality.questions, "refused": found.quality.refused,
            "corrections": found.quality.corrections, "undos": found.quality.undos,
            "out_of_step_s": _s(found.quality.out_of_step_s),
        },
    }  # fmt: skip


def _team(found: Statistics, team: Team) -> dict[str, Any]:
    passes, duels, pace = found.passes[team], found.duels[team], found.pace[team]
    possession, luck = found.possession(team), found.goal_luck(team)
    return {
        "goals": found.score.of(team),
        "shots": sum(shot.team == team for shot in found.shots),
        "expected_goals": round(float(found.expected[team]), 3) if found.expected else None,
        "goal_luck": None if luck is None else round(luck, 3),
        "passes": {"tried": passes.tried, "completed": passes.completed},
        "duels": {"tried": duels.tried, "won": duels.won, "expected": round(float(duels.expected), 3)},
        "possession": None if possession is None else _share(possession),
        "in_opponents_half": _share(found.territory.forward[team]),
        "turns": {"count": pace.turns, "total_s": _s(pace.total_s), "mean_s": _s(pace.mean_s),
                  "median_s": _s(pace.median_s), "longest_s": _s(pace.longest_s)},
    }  # fmt: skip


def _shot(shot: Shot) -> dict[str, Any]:
    return {
        "seq": shot.seq, "t": shot.t, "team": shot.team, "by": shot.by, "action": shot.notation,
        "chance": None if shot.chance is None else round(float(shot.chance), 4),
        "exact": None if shot.chance is None else str(shot.chance), "goal": shot.goal, "outcome": shot.outcome,
    }  # fmt: skip


def _die(die: Die) -> dict[str, Any]:
    p = die.p_value
    return {
        "team": die.team, "rolled": die.rolled, "counts": list(die.counts), "thrown": die.thrown,
        "mean": round(die.mean, 3), "chi_square": round(die.chi_square, 3), "p": None if p is None else round(p, 4),
    }  # fmt: skip


def _s(seconds: float) -> float:
    return round(seconds, 1)


def _share(share: float) -> float:
    return round(share, 4)
