"""What goes into the referee and what comes out of it. All immutable."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from engine.inference import Table
from engine.inference.dice import DiceKnown
from engine.observation import Observation
from engine.record.replay import Match
from engine.referee.policy import DEFAULT, Policy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.grid import Space
    from engine.inference import Illegal, Story
    from engine.match import Pending, PieceId, Position, Roll, Team
    from engine.record.records import Record, Source
    from engine.record.replay import Checkpoint

Eye: TypeAlias = Literal[
    "NO CAMERA", "NO BOARD", "HAND", "SETTLING", "IN STEP", "ASKING", "OUT OF STEP", "PAUSED"
]  # fmt: skip
"""The states that the user always sees. The referee itself is HAND, IN STEP, ASKING or OUT OF STEP."""

SayKind: TypeAlias = Literal[
    "action", "roll", "ruling", "goal", "half_time", "full_time", "illegal", "ask", "out_of_step", "note", "refused"
]  # fmt: skip
"""What a message is about: the screen gives each its look and sound."""


@dataclass(frozen=True, slots=True)
class Say:
    """A message for people."""

    kind: SayKind
    text: str
    """One plain sentence."""
    space: Space | None = None
    """Where to look, if anywhere."""
    rule: str = ""
    """The id of the rule that was broken, if one was."""
    answers: tuple[Answer, ...] = ()
    """Likely answers to a question that does not hold play up."""


@dataclass(frozen=True, slots=True)
class TypedAction:
    """An action typed by a human, ``end`` too, in the notation; ``time`` is said by the clock."""

    notation: str
    source: Source = "typed"


@dataclass(frozen=True, slots=True)
class TypedRoll:
    """Dice read out by a human or rolled by the machine."""

    roll: Roll
    source: Source = "typed"


@dataclass(frozen=True, slots=True)
class Correction:
    """A human's word on where things are: keys of the position's JSON form; ``pieces`` merges, null takes one off.

    A piece said to stand where a team-mate stands is that disc under its right name.
    """

    changes: Mapping[str, Any]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class TypedCorrection:
    """Corrections in a player's words, separated by commas: ``B7 H10, B9 off, ball H11, turn R, score 2-1``.

    All forms are in ``engine.referee.corrections.FORMS``.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last act."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Do again what was taken back last."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Play goes on after something was taken back by word."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """Both sides stand for the kick-off as they did at the start of the match, where no camera sees it."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Both sides agree that the table stands as it is, whatever the rules say of how it came to be so."""


@dataclass(frozen=True, slots=True)
class Propose:
    """Somebody proposes another number of move rounds between two kicks (Soccer Chess)."""

    rounds: int


@dataclass(frozen=True, slots=True)
class Consent:
    """A side says yes to what was proposed."""

    team: Team


Input: TypeAlias = (
    Observation | TypedAction | TypedRoll | Correction | TypedCorrection | Undo | Redo | Confirm | Accept | Propose
    | Consent | LineUp
)  # fmt: skip
"""Anything the referee is told."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A likely answer to what is asked."""

    text: str
    """In a few words."""
    given: tuple[Input, ...]
    """What the referee is told by it, in order."""


BEAT_S = 0.5
"""Looks are counted this far apart, as often as a table that is not understood yet is looked at."""

CLOCK_ERROR_S = 0.001
"""Frames come a little before their time."""

SEEN_ON_S = 3.0
"""A table that people are asked about is looked at every two seconds; after more than this something was in the way."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something unusual that was seen, and for how long it has been the same."""

    what: tuple[Any, ...] = ()
    looks: int = 0
    """Counted half a second apart (``BEAT_S``): how often a source is looked at makes no difference."""
    t: float = 0.0
    """Until when they are counted, by the source's clock."""

    def again(self, what: tuple[Any, ...], t: float) -> Doubt:
        """One look more, at ``t`` seconds.

        It counts as one where the clock stands still or was set back, and where nothing was seen for a while: how long
        a hand or a camera that is away hides the table says nothing about it.
        """
        if what != self.what:
            return Doubt(what, 1, t)
        if not 0 < t - self.t <= SEEN_ON_S:
            return Doubt(what, self.looks + 1, t)
        beats = int((t - self.t + CLOCK_ERROR_S) / BEAT_S)
        return Doubt(what, self.looks + beats, self.t + beats * BEAT_S)


NO_DOUBT = Doubt()


@dataclass(frozen=True, slots=True)
class Worn:
    """A disc that goes on showing another number than the piece it is taken for."""

    piece: PieceId
    """What it is taken for."""
    shown: PieceId
    seen: Doubt = NO_DOUBT
    """Looks that showed it clearly, none of them anything else."""
    tables: int = 0
    """Tables on which it was seen so: another one once a hand was there, or the disc lies elsewhere."""
    lay: Space | None = None
    """Where it lay on the last of them; None if a hand has been there since."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A number of rounds that was proposed, and who has agreed so far."""

    rounds: int
    agreed: frozenset[Team] = frozenset()


@dataclass(frozen=True, slots=True)
class Told:
    """A story that was written down, and how things were known before it: what second thoughts go back to."""

    before: Match
    table: Table
    dice: DiceKnown
    lay: Table
    """How the table lay when it was told; without a ball if that was not seen."""
    story: Story
    others: tuple[Story, ...] = ()
    """Stories that were as likely and made no difference then, and those that waited for another throw."""
    dice_then: DiceKnown = field(default_factory=DiceKnown)
    """The dice as they lay when it was told."""
    first: Story | None = None
    """What was told in its place before, with dice as they were read; None if this is no second thought about dice."""
    said: bool = False
    """People have said that its dice show what was read."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Stories of which the table is about to tell which is true: what happens next goes on from one of them."""

    match: Match
    """What they go on from; with another one they are out of date."""
    stories: tuple[Story, ...]
    dice: DiceKnown
    """Dice as they lay when these stories were found."""
    ties: tuple[Story, ...] = ()
    """Less likely ones that only another throw would go on from."""


@dataclass(frozen=True, slots=True)
class SaidDice:
    """Dice that were typed, as long as the camera may still be about to see them."""

    match: Match
    """The match right after."""
    awaits: Pending
    """What they answered."""
    roll: Roll
    since: Doubt = NO_DOUBT
    """Looks since."""


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """What was done after an act against the rules that nobody has settled yet, judged as if it stood."""

    announced: tuple[Any, ...]
    """The act, as in the referee that named it."""
    match: Match
    """The match that it was named in; with another one this is out of date."""
    asked: str
    """The sentence that asks for the act to be settled."""
    stood: Match
    """The match with the act let stand."""
    then: Outcome
    """The referee who has gone on from there, with everything written and said since, that the act stands first."""
    acts: tuple[str, ...] = ()
    """What was done since, in the notation, ends of turns too."""

    def goes_on_from(self, referee: Referee) -> bool:
        """Whether this is what was done since the act that a referee still wants settled."""
        return self.announced == referee.announced and self.match is referee.match

    @property
    def wrong(self) -> tuple[Any, ...]:
        """What was done since that is against the rules as well; empty if nothing."""
        named = self.then.referee.announced
        return named if named[:1] == ("illegal",) else ()


@dataclass(frozen=True, slots=True)
class Referee:
    """The state of the fold."""

    match: Match = field(default_factory=Match)
    table: Table = field(default_factory=Table)
    """Where things lay at the last look that was understood."""
    dice: DiceKnown = field(default_factory=DiceKnown)
    """Dice accounted for."""
    turn_open: bool = False
    """The match was taken up in its middle: whoever acts first has the turn."""
    doubt: Doubt = NO_DOUBT
    announced: tuple[Any, ...] = ()
    """The illegal act or difference that people were told of and that still stands; empty if none."""
    unlawful: Illegal | None = None
    """The act against the rules that people were told of last; it counts while ``announced`` names it."""
    played_on: PlayedOn | None = None
    """What was done since that act; it counts while ``announced`` names it."""
    asked: str = ""
    """The question or request that stands."""
    likely: tuple[str, tuple[Answer, ...]] = ("", ())
    """A question and its likely answers; they count while it is the one that stands."""
    held: str = ""
    """What was taken back by word. Looks are not ruled upon until it is confirmed or the table shows it."""
    undone: tuple[tuple[Checkpoint, ...], ...] = ()
    """What was taken back by word and may be done again, each with the end of turn that it implied, the last last."""
    policy: Policy = DEFAULT
    """What becomes of acts against the rules."""
    proposal: Proposal | None = None
    """What both sides are asked to agree on."""
    told: tuple[Told, ...] = ()
    """The last stories told, the newest last."""
    waiting: Waiting | None = None
    """Stories that nobody was asked about, for it will show."""
    said: SaidDice | None = None
    """Dice that were typed just now."""
    latest: Observation | None = None
    """The last look with nothing in the way; Accept refers to it."""
    eye: Eye = "SETTLING"
    worn: tuple[Worn, ...] = ()
    """Discs whose numbers speak against who they are taken for."""
    doubted: frozenset[tuple[PieceId, PieceId]] = frozenset()
    """Pieces and the other numbers that their discs show, of which people were asked: once is enough."""

    @property
    def begun(self) -> Waiting | None:
        """What is waited for, if the match is still where it was."""
        return self.waiting if self.waiting is not None and self.waiting.match is self.match else None

    @property
    def position(self) -> Position | None:
        """The match's position, None before it has begun."""
        return self.match.position


@dataclass(frozen=True, slots=True)
class Outcome:
    """The referee after an input, and what it has to write and to say, in order."""

    referee: Referee
    records: tuple[Record, ...] = ()
    says: tuple[Say, ...] = ()
