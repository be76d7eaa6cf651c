"""Two sides who play any of the games by hand, and what the referee made of it.

The players' acts come from the rules' own random legal ones, now and then one that the rules refuse. They are done in
an honest way: what is moved is moved, dice are thrown where they are due, what a ruling sends elsewhere is put there.
What no table shows is said, a question is answered by word, and a referee who went astray is told how things stand.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.grid import Point
from engine.inference import Table
from engine.inference.story import by_hand, left_outside
from engine.match import TEAMS, Action, Roll, team_of
from engine.notation import format_action, parse_action
from engine.observation import SeenDie
from engine.record.records import Acted, Noted, Ruled, Undone
from engine.record.replay import Match, undo
from engine.referee import Accept, Referee, TypedAction, answers, step, take_up
from engine.referee.lining_up import line_up_changes
from engine.referee.values import BEAT_S
from engine.ruleset import ruled
from tests.engine.simulated.hands import a_fault, meddled
from tests.engine.simulated.looks import held_mm, look_at_table
from tests.engine.simulated.noise import NONE, Noise, Reader
from tests.engine.simulated.tray import thrown, tray_mm
from tests.engine.simulated.unknowable import Done, only_a_human_knows
from tests.engine.simulated.way_back import WaysBack, misread

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    from engine.match import Position
    from engine.observation import Observation
    from engine.ruleset import Ruleset, Ruling
    from tests.engine.simulated.tally import Tally

LOOKS, LOOKS_DONE = 3, 10
"""Looks at a table in the middle of an act, and after it: whoever acts next thinks for some seconds."""
MOST_UNTOLD = 3
"""Acts in a row of which nothing is said are not told at all."""
FAULTS, STANDS, MEDDLING, TAKEN_BACK, AT_ONCE = 0.15, 0.2, 0.03, 0.03, 0.05
"""Shares of acts: against the rules first (of these, that stand by agreement); put out of order by hand before; taken
back when they were told; done with the next one under one hand."""
END = Action("end")
SAID = {"no_move", "touch", "lift", "first", "declare"}
"""Kinds that a table of Soccer Chess never shows."""


@dataclass
class Simulated:
    """A match in progress."""

    rules: Ruleset
    rng: random.Random
    position: Position
    tally: Tally
    noise: Noise = NONE
    meddling: bool = True
    """Whether hands also do what is no act, take acts back, and do two at once."""
    table: Table = field(init=False)
    referee: Referee = field(init=False)
    dice: tuple[SeenDie, ...] = ()
    since: list[str] = field(default_factory=list)
    """What was done since the referee was last in step."""
    verdicts: list[Ruled] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    """Acts that the referee has told since."""
    left_open: bool = False
    all_one: bool = False
    """Whether it was said that no table shows which of several acts it was that come to the very same."""
    noted: bool = False
    """Whether anything was remarked since: what it may have been, or that it was another than was told."""
    untold: int = 0
    """Acts that the referee has said nothing of yet: what follows may tell them."""
    ball_mm: Point | None = None
    """Where a round ball lies."""
    _known: list[Position] = field(default_factory=list)
    """The position at which referee and players last agreed, and those that the players came to since."""
    _midway: list[Position] = field(default_factory=list)
    """Positions of acts since then that waited for dice."""
    _done: list[Done] = field(default_factory=list)
    """What was done since referee and players last agreed, and how it was read."""
    _t: float = 0.0
    """Seconds since the match began."""
    _read: dict[SeenDie, SeenDie] = field(default_factory=dict)
    """How dice are read as long as they lie where they lie."""
    _ways_back: WaysBack = field(init=False)

    def __post_init__(self) -> None:
        """Everything lies as the position has it."""
        self._ways_back = WaysBack(self.rules, self.tally)
        self.dice = tuple(
            SeenDie(team, face, *tray_mm(self.rules, team, k), 0.98)
            for team in TEAMS
            for k, face in enumerate((3, 5, 1)[: 3 if self.rules.game == "soccer-fun" else 1])
        )
        self._begin_anew()

    @property
    def _rolls_balls(self) -> bool:
        return self.rules.game == "soccer-chess"

    def _begin_anew(self) -> None:
        self._end_ways_back()
        self.table = Table.of(self.position)
        if self._rolls_balls and isinstance(self.position.ball, Point):
            self.ball_mm = self.position.ball
        self.referee = take_up(Match(self.position))
        self._read = {}
        self._show(LOOKS, noise=NONE)
        self._in_step()

    def _in_step(self) -> None:
        self.since.clear()
        self.verdicts.clear()
        self.told.clear()
        self._done.clear()
        self._midway.clear()
        self.untold, self._known, self.left_open, self.all_one = 0, [self.position], False, False
        self._ways_back.well_read, self.noted = True, False

    def _perfect(self) -> Observation:
        return look_at_table(self.rules, self.table, self.dice, self.ball_mm if self._rolls_balls else None)

    def _show(self, looks: int = LOOKS, *, noise: Noise | None = None) -> None:
        perfect = self._perfect()
        first, later = Reader(self.noise if noise is None else noise, self.rng).spoil(perfect, self._read)
        self._ways_back.go_on(perfect, self.position, looks)
        if self._ways_back.well_read:
            self._ways_back.begin(misread(self.rules, self.referee, perfect, (first, later), self._read, looks))
        self._read = dict(zip(self.dice, later.dice, strict=True))
        self._looked(later)
        for k in range(looks):
            before = self.referee.eye
            began = time.process_time()
            self._t += BEAT_S
            outcome = step(self.rules, self.referee, replace(later if k else first, t=self._t))
            spent = time.process_time() - began
            self.tally.seconds += spent
            self.tally.looks += 1
            if before != "IN STEP" or outcome.referee.eye != "IN STEP" or outcome.records:
                self.tally.slowest.append(spent)
            self.referee = outcome.referee
            notes = [said for said in outcome.says if said.kind == "note"]
            self.noted |= bool(notes)
            self.tally.offered += sum(bool(said.answers) for said in notes)
            for record in outcome.records:
                self._hear(record)

    def _end_ways_back(self) -> None:
        """Before people speak: the same table is seen again."""
        while self._ways_back.open:
            self._ways_back.go_on(self._perfect(), self.position, LOOKS_DONE)

    def _looked(self, look: Observation) -> None:
        """Keep how the last thing that was done was read."""
        if not self._done:
            return
        last = self._done[-1]
        if last.put is None and last.table == self.table:
            self._done[-1] = replace(last, looks=(*last.looks, look))
        else:
            self._done[-1] = replace(last, put=self.table, put_looks=(*last.put_looks, look))

    def _hear(self, record: object) -> None:
        if isinstance(record, Ruled):
            self.verdicts.append(record)
        elif isinstance(record, Acted) and record.source == "seen":
            self.told.append(record.notation)
        elif isinstance(record, Undone) and self.told:
            self.told.pop()
        elif isinstance(record, Noted) and record.text.startswith("Not seen which"):
            self.left_open = True
        elif isinstance(record, Noted) and record.text.startswith("The table does not show which"):
            self.all_one = True

    def play(self, most: int) -> None:
        """So many acts, with the line-ups that goals call for, or until the match is over.

        What could not be told yet then does not count.
        """
        self._play(most)
        self._end_ways_back()
        self.tally.acts -= self.untold

    def _play(self, most: int) -> None:
        for _ in range(most):
            action = self._next()
            if action is None:
                return
            if action == END and self.since[-1:] == ["end"]:
                # A turn in which nothing is done leaves no trace.
                continue
            if self.position.awaits is None:
                if self.rng.random() < FAULTS:
                    self._try_a_fault()
                if self.meddling and self.rng.random() < MEDDLING:
                    self._meddle()
                if self.position.awaits is not None or not self.rules.act(self.position, action):
                    continue
            self._do(action)
            if self.meddling and self.rng.random() < TAKEN_BACK:
                self._take_back()

    def _next(self) -> Action | None:
        """What is done next, after a goal once both sides are set up; None if the match is over."""
        if self.position.turn is None or self.rules.counter(self.position).over:
            return None
        if self.position.placing and not self.position.pieces:
            self._line_up()
        action = self.rules.draw(self.position, self.rng)
        if action is not None and self._rolls_balls and self.position.restart is not None:
            return self._by_the_ball(action)
        return action

    def _by_the_ball(self, action: Action) -> Action:
        """A kick at a restart, which any figure may take, by the one that stands nearest to the ball."""
        if action.kind not in {"kick", "shot"} or self.ball_mm is None or action.piece is None:
            return action
        side = [piece for piece in self.position.pieces if team_of(piece) == team_of(action.piece)]
        centre = self.rules.board.grid.centre_mm
        place, pieces = self.ball_mm, self.position.pieces
        return replace(action, piece=min(side, key=lambda piece: math.dist(place, centre(pieces[piece]))))

    def _line_up(self) -> None:
        """After a goal both sides are set up anew, half of the pieces under one hand and half under another."""
        if self.referee.position != self.position:
            self._begin_anew()
        whole = line_up_changes(self.rules, Match(self.position))
        assert whole is not None, self.rules.format_position(self.position)
        pieces = {piece: space for piece, space in whole["pieces"].items() if space is not None}
        ball = whole.get("ball", self.table.ball)
        order = self.rng.sample(sorted(pieces), len(pieces))
        self.table = Table({piece: pieces[piece] for piece in order[::2]}, ball)
        self.ball_mm = self.rules.board.grid.centre_mm(ball) if self._rolls_balls and ball is not None else None
        if self._rolls_balls and isinstance(self.position.ball, Point):
            self.ball_mm = self.position.ball
        self._show()
        self.table = Table(pieces, ball)
        self._show(LOOKS_DONE)
        for piece, space in pieces.items():
            self.position = ruled(self.rules.act(self.position, Action("place", piece, target=space))).position
        if not self._rolls_balls and ball != self.position.ball:
            self.position = ruled(self.rules.act(self.position, Action("ball", target=ball))).position
        if self.referee.position != self.position and any(ruled.verdict != "legal" for ruled in self.verdicts):
            # Something was asked for: it is put in plain sight.
            self.tally.questions += 1
            self._show(LOOKS_DONE)
        self.tally.line_ups += 1
        if self.referee.position != self.position:
            self.tally.line_ups_astray += 1
            line = self.rules.format_position(self.position)
            self.tally.notes[f"line-up not taken: {self.referee.asked or self.referee.eye} | {line}"] += 1
            self._begin_anew()
        self._in_step()

    def _do(self, action: Action) -> None:
        verdict = self.rules.act(self.position, action)
        assert verdict, verdict
        self.since.append(format_action(action))
        self.noted &= self.untold > 0
        line = self.rules.format_position(self.position)
        if self._rolls_balls and self._say_or_roll(action, verdict):
            return
        looked = self.tally.looks
        lying, self.table = self.table, by_hand(self.position, self.table, action)
        self._done.append(Done(action, self.table))
        events = verdict.events
        self.position = verdict.position
        self._ball_goes_along(lying)
        if self.meddling and (second := self._second_at_once(action)) is not None:
            self.tally.at_once += 1
            self.since.append(format_action(second))
            self.table = by_hand(self.position, self.table, second)
            self._done.append(Done(second, self.table))
            more = self.rules.act(self.position, second)
            assert more, more
            self.position, events = more.position, (*events, *more.events)
        if self.table != lying:
            self._show()
        while self.position.awaits is not None and self.position.awaits.type == "roll":
            self._midway.append(self.position)
            roll, verdict = self._throw()
            events += verdict.events
            self._done.append(Done(roll, self.table))
            self._show()
            self._done[-1] = replace(self._done[-1], faces=self._faces_read(roll))
        if action == END:
            return
        self._put(events)
        if self.tally.looks == looked:
            self._say_all()
        else:
            self._show(LOOKS_DONE)
            self._judge(f"{line}: {self.rules.format_position(self.position)}")

    def _ball_goes_along(self, lying: Table) -> None:
        """A round ball that a figure takes along lies where the figure stands then."""
        if self._rolls_balls and self.table.ball is not None and self.table.ball != lying.ball:
            self.ball_mm = self.rules.board.grid.centre_mm(self.table.ball)

    def _second_at_once(self, first: Action) -> Action | None:
        """Another act of the same side that is done before the hand is taken away; neither needs dice."""
        if self.rules.one_act or self._rolls_balls or self.position.awaits is not None or first.kind != "move":
            return None
        if self.position.restart is not None or self.rng.random() >= AT_ONCE:
            return None
        second = self.rules.draw(self.position, self.rng)
        if second is None or second.kind not in {"move", "pass"} or (second.target is None and second.kind == "pass"):
            return None
        verdict = self.rules.act(self.position, second)
        return second if verdict and verdict.position.awaits is None and second.piece != first.piece else None

    def _say_or_roll(self, action: Action, verdict: Ruling) -> bool:
        """Soccer Chess: a kick rolls until it lies; what no table shows is said. False for a move, which is shown."""
        if action.kind == "move":
            return False
        self.position = verdict.position
        if action.kind == "kick":
            return True
        if action.kind == "ball":
            line = self.since[-1]
            self.ball_mm = action.point_mm
            self._show(LOOKS_DONE)
            self._lay_as_ruled()
            self._show(LOOKS_DONE)
            self._judge(line)
            return True
        self._say_all()
        if action.kind == "choice" and not self.position.placing:
            # Whoever has the ball by the answer is carried to it, or has it brought.
            self._lay_as_ruled()
            self._show(LOOKS_DONE)
        return True

    def _lay_as_ruled(self) -> None:
        """Figures and the round ball lie where the position has them."""
        self.table = Table.of(self.position)
        if isinstance(self.position.ball, Point):
            self.ball_mm = self.position.ball
        elif self.position.ball is not None:
            self.ball_mm = self.rules.board.grid.centre_mm(self.position.ball)

    def _say_all(self) -> None:
        """What no table shows, a foul that needs no dice, is said, with what has not been told before it."""
        self.tally.acts -= self.untold
        self._end_ways_back()
        for word in self.since:
            self.referee = step(self.rules, self.referee, TypedAction(word)).referee
        if self.referee.position != self.position:
            self._begin_anew()
        self._in_step()

    def _faces_read(self, roll: Roll) -> tuple[int | None, ...]:
        """How the dice of a roll were read, in its order: those thrown lie at the end, a side's before the other's."""
        thrown = self.dice[-len(roll.duel or roll.faces) :]
        return tuple(self._read[die].value for die in thrown)

    def _throw(self) -> tuple[Roll, Ruling]:
        waits = self.position.awaits
        assert waits is not None
        count = waits.dice if isinstance(waits.dice, int) else 1
        duel = not isinstance(waits.dice, int) and len(waits.dice or ()) == 2
        faces: dict[str, list[int]] = {}
        for team in TEAMS if duel else (waits.side or "B",):
            faces[team] = [self.rng.randint(1, 6) for _ in range(count)]
            self.dice = thrown(self.rules, self.rng, self.dice, team, faces[team])
        roll = Roll(duel=(faces["B"][0], faces["R"][0])) if duel else Roll(faces=tuple(faces[waits.side or "B"]))
        verdict = self.rules.roll(self.position, roll)
        assert verdict, verdict
        self.position = verdict.position
        return roll, verdict

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

    def _agrees(self) -> bool:
        """Whether the referee's position is the players', or differs in what no table shows and nothing follows from.

        That is the order of two moves under one hand, and what was left open.
        """
        told = self.referee.position
        if told is None or told == self.position:
            return told is not None
        for key in ("moved", "plays"):
            mine, theirs = getattr(self.position, key, ()), getattr(told, key, ())
            if sorted(mine) == sorted(theirs) and mine:
                told = replace(told, **{key: mine})
        if self.left_open:
            told = replace(told, tackled=self.position.tackled)
        if isinstance(told.ball, Point) and told.ball == held_mm(self.rules, self.position):
            # The middle of its holder's square, where nobody saw it come to rest.
            told = replace(told, ball=self.position.ball)
        return told == self.position

    def _judge(self, where: str) -> None:
        """Compare with what the players know; then bring the referee in step if it went astray."""
        self.tally.acts += 1
        asked = any(ruled.verdict == "unsure" for ruled in self.verdicts)
        accused = any(ruled.verdict == "illegal" for ruled in self.verdicts)
        told = self.referee.position
        untold = self.untold + 1
        agrees = self._agrees()
        self.tally.questions += sum(ruled.verdict == "unsure" for ruled in self.verdicts)
        if agrees:
            self.tally.asked += asked
            self.tally.accused += accused and not asked
            self.tally.right += untold - (asked or accused)
            self.tally.quiet += untold - (asked or accused or self.noted)
            self.tally.left_open += told != self.position
        elif accused:
            self.tally.accused += 1
        elif asked:
            self._answer()
            self.tally.asked += untold
        elif (told in self._known or told in self._midway or self.left_open) and self._behind(
            told
        ) < MOST_UNTOLD + self._declared():
            # Not everything was told yet, or that it was not seen which it was: what follows may tell.
            self.untold = untold
            self._known.append(self.position)
            return
        elif told in self._known or told in self._midway:
            self.tally.missed += untold
        else:
            self.tally.wrong += 1
        if asked or accused or not agrees:
            self._trouble(where, astray=not (agrees or asked))
        if not asked:
            done, told_acts = (list(map(parse_action, words)) for words in (self.since, self.told))
            self.tally.compare(done, told_acts, all_one=self.all_one)
        if self.referee.position == self.position:
            self._in_step()
        else:
            self._begin_anew()

    def _declared(self) -> int:
        """Calls of dice since then: they are told with what is done by them only."""
        return sum(parse_action(word).kind == "declare" for word in self.since)

    def _trouble(self, where: str, *, astray: bool) -> None:
        """Something was asked, or told otherwise than it was."""
        self.tally.only_human += self._only_a_human_knows()
        if astray:
            self._look_again()
        self._note(where)

    def _behind(self, told: Position | None) -> int:
        """How many acts the referee has not told yet."""
        return 1 + next((k for k, known in enumerate(reversed(self._known)) if known == told), self.untold)

    def _look_again(self) -> None:
        """Two more observations: is the referee back in step by itself?"""
        self.tally.astray += 1
        for _ in range(2):
            if not self._agrees():
                self._show(LOOKS_DONE)
        self.tally.recovered += self._agrees()

    def _note(self, where: str) -> None:
        verdict = next((f"{r.verdict}: {r.reason}" for r in self.verdicts if r.verdict != "legal"), "nothing said")
        last = self.referee.match.last
        self.tally.notes[f"{' '.join(self.since)} -> {last.notation if last else '-'} | {verdict} | {where}"] += 1

    def _only_a_human_knows(self) -> bool:
        # A ball that rolls to wherever it rolls is measured, and has a history of its own.
        return not self._rolls_balls and only_a_human_knows(self.rules, self._known[0], self._done, self.position)

    def _answer(self) -> None:
        """The players choose the likely answer that is true, else they say what it was."""
        self._end_ways_back()
        for likely in answers(self.rules, self.referee):
            told = self.referee
            for given in likely.given:
                told = step(self.rules, told, given).referee
            if told.position == self.position:
                self.referee = told
                return
        for word in self.since[-2:]:
            self.referee = step(self.rules, self.referee, TypedAction(word)).referee

    def _try_a_fault(self) -> None:
        action = a_fault(self.rules, self.position, self.rng)
        if action is None or self.referee.position != self.position:
            return
        judged = self.rules.act(self.position, END) if action.piece and action.piece[0] != self.position.turn else None
        verdict = self.rules.act(judged.position if judged else self.position, action)
        if verdict or verdict.rule == "notation":
            return
        lying, ball_mm = self.table, self.ball_mm
        self.table = by_hand(self.position, self.table, action)
        self._ball_goes_along(lying)
        self._show(LOOKS_DONE)
        self.tally.faults += 1
        self.tally.rules[verdict.rule] += 1
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
        if self.meddling and illegal and self.rng.random() < STANDS:
            self._let_stand()
            return
        self.table, self.ball_mm = lying, ball_mm
        self._show()
        if self.referee.position != self.position:
            self._begin_anew()
        self.verdicts.clear()

    def _let_stand(self) -> None:
        """Both sides agree; play goes on from the table as it lies."""
        self.tally.stood += 1
        self._end_ways_back()
        self.referee = step(self.rules, self.referee, Accept()).referee
        self._show()
        position = self.referee.position
        if position is None or Table.of(position) != self.table:
            self.tally.stood_astray += 1
            self.tally.notes["let stand, and the match has it otherwise"] += 1
        self.position = position if position is not None else self.position
        self._begin_anew()

    def _meddle(self) -> None:
        """Something out of order on the table for a while, then put right."""
        if self.referee.position != self.position or self._rolls_balls:
            return
        lying = self.table
        kind, self.table = meddled(self.rules, self.table, self.rng)
        self._show(LOOKS_DONE)
        self.table = lying
        self._show(LOOKS_DONE)
        self.tally.meddled += 1
        if self.referee.position != self.position:
            self.tally.meddled_astray += 1
            self.tally.notes[f"meddled: {kind}"] += 1
            self._begin_anew()
        self.verdicts.clear()
        self.told.clear()

    def _take_back(self) -> None:
        """The last act is taken back by hand."""
        last = self.referee.match.last
        if self.referee.position != self.position or last is None or last.rolled or self._rolls_balls:
            return
        if last.source != "seen" or self.position.awaits is not None or self.position.restart is not None:
            return
        before = undo(self.referee.match).position
        if before is None or before.awaits is not None or Table.of(before) == self.table:
            return
        self.position, self.table = before, Table.of(before)
        self._show(LOOKS_DONE)
        self.tally.taken_back += 1
        if self.referee.position != before:
            self.tally.taken_back_astray += 1
            self.tally.notes[f"{last.notation} taken back, not seen"] += 1
            self._begin_anew()
        self._in_step()
