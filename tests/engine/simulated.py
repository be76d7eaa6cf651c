"""Two sides who play any of the games by hand at a table that is seen perfectly, and what the referee made of it.

The players' acts come from the rules' own random legal ones, now and then one that the rules refuse. They are done in
an honest way: what is moved is moved, dice are thrown where they are due, what a ruling sends elsewhere is put there.
A question is answered by word, and a referee who went astray is told how things stand and goes on from there.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.inference import Table
from engine.inference.story import by_hand, left_outside
from engine.match import TEAMS, Action, Roll, team_of
from engine.notation import format_action
from engine.observation import Observation, SeenBall, SeenDie, SeenPiece
from engine.record.records import Ruled
from engine.record.replay import Match
from engine.referee import Referee, TypedAction, step, take_up

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    from engine.match import PieceId, Position
    from engine.ruleset import Ruleset, Ruling

LOOKS = 3
MOST_UNTOLD = 3
"""Acts in a row of which nothing is said are not told at all."""
FAULTS = 0.15
"""Share of acts that are tried against the rules first, and taken back when that was noticed."""
END = Action("end")


@dataclass
class Tally:
    """What became of acts."""

    acts: int = 0
    """Legal acts that the table can show."""
    right: int = 0
    """Told as they were, at once or with what followed, without a question."""
    asked: int = 0
    """Told after a question."""
    missed: int = 0
    """Not told."""
    wrong: int = 0
    """Told as something else."""
    accused: int = 0
    """Legal acts called illegal."""
    faults: int = 0
    """Acts against the rules."""
    named: int = 0
    """Of these, named by the rule that the rules cite for them."""
    other_rule: int = 0
    believed: int = 0
    """Taken for something legal."""
    looks: int = 0
    seconds: float = 0.0
    """Of the referee's own computing."""
    notes: Counter[str] = field(default_factory=Counter)
    """What was not right, in short."""


@dataclass
class Simulated:
    """A match in progress."""

    rules: Ruleset
    rng: random.Random
    position: Position
    tally: Tally
    table: Table = field(init=False)
    referee: Referee = field(init=False)
    dice: tuple[SeenDie, ...] = ()
    since: list[str] = field(default_factory=list)
    """What was done since the referee was last in step."""
    verdicts: list[Ruled] = field(default_factory=list)
    untold: int = 0
    """Acts that the referee has said nothing of yet: what follows may tell them."""
    _known: Position | None = None
    """The position at which referee and players last agreed."""

    def __post_init__(self) -> None:
        """Everything lies as the position has it."""
        self.dice = tuple(
            SeenDie(team, face, 100.0 + 60.0 * k + 150.0 * (team == "R"), self._south_mm, 0.98)
            for team in TEAMS
            for k, face in enumerate((3, 5, 1)[: 3 if self.rules.game == "soccer-fun" else 1])
        )
        self._begin_anew()

    @property
    def _south_mm(self) -> float:
        return self.rules.board.grid.field_size_mm[1] + 20.0

    def _begin_anew(self) -> None:
        self.table = Table.of(self.position)
        self.referee = take_up(Match(self.position))
        self._show()
        self.since.clear()
        self.verdicts.clear()
        self.untold, self._known = 0, self.position

    def _show(self) -> None:
        look = look_at_table(self.rules, self.table, self.dice)
        for _ in range(LOOKS):
            began = time.perf_counter()
            outcome = step(self.rules, self.referee, look)
            self.tally.seconds += time.perf_counter() - began
            self.tally.looks += 1
            self.referee = outcome.referee
            self.verdicts += [record for record in outcome.records if isinstance(record, Ruled)]

    def play(self, most: int) -> None:
        """So many acts, or until the match stops for a line-up."""
        for _ in range(most):
            if self.position.placing or self.position.turn is None:
                return
            action = self.rules.draw(self.position, self.rng)
            if action is None:
                return
            if action == END and self.since[-1:] == ["end"]:
                # A turn in which nothing is done leaves no trace.
                continue
            if self.rng.random() < FAULTS and self.position.awaits is None:
                self._try_a_fault()
            self._do(action)

    def _do(self, action: Action) -> None:
        verdict = self.rules.act(self.position, action)
        assert verdict, verdict
        self.since.append(format_action(action))
        line = self.rules.format_position(self.position)
        looked = self.tally.looks
        lying, self.table = self.table, by_hand(self.position, self.table, action)
        self.position = verdict.position
        if self.table != lying:
            self._show()
        events = verdict.events
        while self.position.awaits is not None and self.position.awaits.type == "roll":
            events += self._throw().events
            self._show()
        if action == END:
            return
        self._put(events)
        if self.tally.looks == looked:
            self._say_all()
        else:
            self._judge(f"{line}: {self.rules.format_position(self.position)}")

    def _say_all(self) -> None:
        """What no table shows, a foul that needs no dice, is said."""
        for word in self.since:
            self.referee = step(self.rules, self.referee, TypedAction(word)).referee
        if self.referee.position != self.position:
            self._begin_anew()
        self.since.clear()
        self.untold, self._known = 0, self.position

    def _throw(self) -> Ruling:
        waits = self.position.awaits
        assert waits is not None
        count = waits.dice if isinstance(waits.dice, int) else 1
        duel = not isinstance(waits.dice, int) and len(waits.dice or ()) == 2
        faces: dict[str, list[int]] = {}
        for team in TEAMS if duel else (waits.side or "B",):
            faces[team] = [self.rng.randint(1, 6) for _ in range(count)]
            own = [die for die in self.dice if die.team == team]
            fresh = [
                replace(
                    die,
                    value=face,
                    x_mm=die.x_mm + self.rng.uniform(-5.0, 5.0),
                    y_mm=self._south_mm + (25.0 if die.y_mm == self._south_mm else 0.0),
                )
                for die, face in zip(own, faces[team], strict=False)
            ]
            self.dice = (*(die for die in self.dice if die.team != team), *fresh, *own[len(fresh) :])
        roll = Roll(duel=(faces["B"][0], faces["R"][0])) if duel else Roll(faces=tuple(faces[waits.side or "B"]))
        verdict = self.rules.roll(self.position, roll)
        assert verdict, verdict
        self.position = verdict.position
        return verdict

    def _put(self, events: Iterable[object]) -> None:
        """What the ruling sends elsewhere is put there."""
        outside = left_outside(self.rules.board, self.table, events)  # type: ignore[arg-type]  # events of a ruling
        if self.position.placing:
            wanted = outside
        else:
            wanted = Table.of(self.position)
            wanted = outside if wanted.ball is None else wanted
        if wanted != self.table:
            self.table = wanted
            self._show()

    def _judge(self, where: str) -> None:
        """Compare with what the players know; then bring the referee in step if it went astray."""
        self.tally.acts += 1
        asked = any(ruled.verdict == "unsure" for ruled in self.verdicts)
        accused = any(ruled.verdict == "illegal" for ruled in self.verdicts)
        told = self.referee.position
        untold = self.untold + 1
        self.untold = 0
        if told == self.position:
            self.tally.asked += asked
            self.tally.accused += accused and not asked
            self.tally.right += untold - (asked or accused)
        elif accused:
            self.tally.accused += 1
        elif asked:
            self._answer()
            self.tally.asked += untold
        elif told == self._known and untold < MOST_UNTOLD:
            self.untold = untold
            return
        elif told == self._known:
            self.tally.missed += untold
        else:
            self.tally.wrong += 1
        in_step = self.referee.position == self.position
        if not in_step or asked or accused:
            self._note(where)
        if in_step:
            self.since.clear()
            self.verdicts.clear()
            self._known = self.position
        else:
            self._begin_anew()

    def _note(self, where: str) -> None:
        verdict = next((f"{r.verdict}: {r.reason}" for r in self.verdicts if r.verdict != "legal"), "nothing said")
        last = self.referee.match.last
        self.tally.notes[f"{' '.join(self.since)} -> {last.notation if last else '-'} | {verdict} | {where}"] += 1

    def _answer(self) -> None:
        """The players say what it was."""
        for word in self.since[-2:]:
            outcome = step(self.rules, self.referee, TypedAction(word))
            self.referee = outcome.referee

    def _try_a_fault(self) -> None:
        action = a_fault(self.rules, self.position, self.rng)
        if action is None or self.referee.position != self.position:
            return
        verdict = self.rules.act(self.position, action)
        if verdict or verdict.rule == "notation":
            return
        lying = self.table
        self.table = by_hand(self.position, self.table, action)
        self._show()
        self.tally.faults += 1
        illegal = [ruled for ruled in self.verdicts if ruled.verdict == "illegal"]
        if any(ruled.rule == verdict.rule for ruled in illegal):
            self.tally.named += 1
        else:
            last = self.referee.match.last
            if illegal:
                self.tally.other_rule += 1
            elif self.referee.position != self.position:
                self.tally.believed += 1
            said = ", ".join(f"{r.notation} {r.rule}" for r in illegal) or (
                f"believed {last.notation}" if last else "-"
            )
            self.tally.notes[f"fault {format_action(action)} {verdict.rule} -> {said}"] += 1
        self.table = lying
        self._show()
        if self.referee.position != self.position:
            self._begin_anew()
        self.verdicts.clear()


def look_at_table(rules: Ruleset, table: Table, dice: tuple[SeenDie, ...]) -> Observation:
    """What a perfect reader sees."""
    grid = rules.board.grid
    pieces = []
    for piece, space in table.pieces.items():
        x_mm, y_mm = grid.centre_mm(space)
        pieces.append(SeenPiece(team_of(piece), int(piece[1:]), x_mm, y_mm, space, 0.98))
    ball = None
    if table.ball is not None:
        x_mm, y_mm = grid.centre_mm(table.ball)
        holder = next((piece for piece, space in table.pieces.items() if space == table.ball), None)
        ball = SeenBall(x_mm, y_mm, table.ball, holder, 0.98)
    return Observation(0.0, 0, tuple(pieces), ball, dice)


def a_fault(rules: Ruleset, position: Position, rng: random.Random) -> Action | None:
    """A move of a piece of the side on turn, or a kick to a space, as hands do them when nobody looks at the rules."""
    grid, side = rules.board.grid, position.turn
    ours = [piece for piece in position.pieces if team_of(piece) == side]
    holder = position.holder
    free = [space for space in grid.field_spaces if position.at(space) is None and space != position.ball]
    if not ours or position.restart is not None:
        return None
    if holder in ours and rng.random() < 0.3 and rules.game != "soccer-chess":
        return Action("pass", holder, target=rng.choice(free))
    piece: PieceId = rng.choice(ours)
    near = [space for space in free if grid.distance(position.pieces[piece], space) <= 6]
    how = "~" if piece == holder and rng.random() < 0.7 else "-"
    return Action("move", piece, ((how, rng.choice(near)),)) if near else None


def played(rules: Ruleset, rng: random.Random, acts: int, tally: Tally) -> None:
    """One match from the middle of play, everybody anywhere; it stops at the first goal."""
    spaces = rng.sample(rules.board.grid.field_spaces, 22)
    names = [f"{team}{number}" for team in TEAMS for number in range(1, 12)]
    position = rules.read_position(
        {"pieces": dict(zip(names, spaces, strict=True)), "ball": rng.choice(spaces), "turn": rng.choice(TEAMS)}
    )
    Simulated(rules, rng, position, tally).play(acts)
