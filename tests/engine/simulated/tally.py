"""What became of a simulated match: counts, and for each kind of act how much of it was told and how much was true."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.match import Action


@dataclass
class Tally:
    """What became of acts."""

    matches: int = 0
    acts: int = 0
    """Legal acts that the table can show."""
    right: int = 0
    """Told as they were, at once or with what followed, without a question."""
    quiet: int = 0
    """Of these, told without a remark either."""
    left_open: int = 0
    """Of these, told but for which of two neighbours it was, where it made no difference."""
    asked: int = 0
    """Told after a question."""
    missed: int = 0
    """Not told."""
    wrong: int = 0
    """Told as something else."""
    only_human: int = 0
    """Of those asked or told wrongly, acts that nobody can tell by what was read (see unknowable.py)."""
    questions: int = 0
    """Questions about acts: several of one act count each."""
    offered: int = 0
    """Notes that name what it may have been, a key for each: nobody has to answer, what is done next tells."""
    accused: int = 0
    """Legal acts called illegal."""
    faults: int = 0
    """Acts against the rules."""
    named: int = 0
    """Of these, named by the rule that the rules cite for them."""
    other_rule: int = 0
    believed: int = 0
    """Taken for something legal."""
    stood: int = 0
    """Acts against the rules that both sides let stand."""
    stood_astray: int = 0
    """Of these, after which the match was not as the table had it."""
    meddled: int = 0
    """Things that no act does: two swapped, a piece gone, an opponent's moved, a wrong space; put right again."""
    meddled_astray: int = 0
    """Of these, after which the match was not as before."""
    taken_back: int = 0
    """Acts that were taken back after they had been told."""
    taken_back_astray: int = 0
    line_ups: int = 0
    """Line-ups after goals."""
    line_ups_astray: int = 0
    """Of these, that were not taken as they stood."""
    at_once: int = 0
    """Acts of which two were done under one hand."""
    astray: int = 0
    """Times that the match was not as the table had it, and that nothing had been asked."""
    recovered: int = 0
    """Of these, in step again after two observations at most."""
    ways_back: Counter[str] = field(default_factory=Counter)
    """What came of single misreads after two true observations (see way_back.py); those of which an act was told
    wrongly count a second time, as such."""
    looks: int = 0
    seconds: float = 0.0
    """Of the referee's own computing."""
    slowest: list[float] = field(default_factory=list)
    """Seconds of every look that was not as expected."""
    true: Counter[str] = field(default_factory=Counter)
    """Acts done, by kind."""
    told: Counter[str] = field(default_factory=Counter)
    """Acts told, by kind."""
    both: Counter[str] = field(default_factory=Counter)
    """Acts done and told, by kind."""
    all_one: Counter[str] = field(default_factory=Counter)
    """Acts done, by kind, told as others that come to the very same, and said to be so."""
    told_all_one: Counter[str] = field(default_factory=Counter)
    """Acts told in their place, by kind."""
    rules: Counter[str] = field(default_factory=Counter)
    """Acts against the rules, by the rule they break."""
    people: Counter[str] = field(default_factory=Counter)
    """Errors that people made once dice were thrown, by what became of them (see people.py)."""
    errors: Counter[str] = field(default_factory=Counter)
    """Of these, what was not said or not mended, in short."""
    notes: Counter[str] = field(default_factory=Counter)
    """What was not right, in short."""

    def add(self, other: Tally) -> None:
        """Count what was counted elsewhere as well."""
        for one in fields(self):
            mine, theirs = getattr(self, one.name), getattr(other, one.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            else:
                setattr(self, one.name, mine + theirs)

    def compare(self, done: Iterable[Action], told: Iterable[Action], *, all_one: bool = False) -> None:
        """Count acts done and told between two moments at which the match was known for certain.

        With ``all_one`` it was said that no table shows which of them it was.
        """
        true, said = (Counter(map(shown, acts)) for acts in (done, told))
        sides = [(true, self.true), (said, self.told), (true & said, self.both)]
        if all_one:
            sides += [(true - said, self.all_one), (said - true, self.told_all_one)]
        for counts, into in sides:
            for (kind, _), count in counts.items():
                into[kind] += count

    def latency_ms(self, share: float) -> float:
        """The time within which that share of the looks at something new was judged."""
        ordered = sorted(self.slowest)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def write_tallies(tallies: Mapping[str, Tally]) -> bytes:
    """Tallies by game, as JSON."""
    return msgspec.json.encode(tallies)


def read_tallies(written: bytes) -> dict[str, Tally]:
    """The same tallies. Raises msgspec.DecodeError, TypeError."""
    found = {}
    for game, counts in msgspec.json.decode(written, type=dict[str, dict[str, Any]]).items():
        given = {key: Counter(value) if isinstance(value, dict) else value for key, value in counts.items()}
        found[game] = Tally(**given)
    return found


def shown(action: Action) -> tuple[str, str]:
    """The kind of an act and what a table shows of it: not the way that a piece took, nor who took a penalty."""
    if action.kind == "move":
        kind = "dribble" if any(how == "~" for how, _ in action.path) else "move"
        return kind, f"{action.piece} {action.path[-1][1]}"
    if action.kind == "shot" and action.target is None:
        return action.kind, ""
    return action.kind, f"{action.piece} {action.target} {action.direction} {action.other} {action.dice}"
