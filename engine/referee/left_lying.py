"""A ball that stays where it lies though dice, as they were read, send it elsewhere: perhaps they show otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference import Table
from engine.match import Roll
from engine.referee.clear_dice import keys, overruled_dice
from engine.referee.commit import asking
from engine.referee.misread import read_otherwise
from engine.referee.patience import LOOKS_NOT_PUT, ask
from engine.referee.sentences import say
from engine.referee.values import NO_DOUBT, Answer, Outcome, Referee, TypedCorrection
from engine.referee.words import faces

if TYPE_CHECKING:
    from engine.grid import Space
    from engine.inference import Reading
    from engine.match import Position
    from engine.observation import Observation
    from engine.referee.values import Doubt
    from engine.ruleset import Ruleset


LEFT = "not put"
"""What is doubted of a ball that lies where it lay."""


def not_put(referee: Referee, reading: Reading) -> Space | None:
    """Where the ball is left, if what was told last ended with dice that send it elsewhere; else None."""
    position, table = referee.position, referee.table
    if position is None or position.ball_space is None or table.ball in {None, position.ball_space}:
        return None
    return table.ball if told_by_dice(referee, position) and reading.ball in {None, table.ball} else None


def pieces_not_put(referee: Referee) -> bool:
    """Whether pieces lie where they lay before the dice that were told of last and that send them elsewhere."""
    position = referee.position
    return position is not None and position.pieces != referee.table.pieces and told_by_dice(referee, position)


def told_by_dice(referee: Referee, position: Position) -> bool:
    """Whether what was told last, from what was seen, ended with dice after which play goes on."""
    if position.placing or position.awaits is not None or not referee.told:
        return False
    told, last = referee.told[-1].story.last, referee.match.last
    if last is None or last.source != "seen" or not last.rolls:
        return False
    # Dice that were concluded come out of the log as any others.
    roll = last.rolls[-1]
    return isinstance(told, Roll) and (roll.duel, roll.faces) == (told.duel, told.faces)


def put_by_now(doubt: Doubt) -> Doubt:
    """The doubt once a hand is over the table: it may be about to put the ball, however slowly."""
    return NO_DOUBT if doubt.what[:1] == (LEFT,) else doubt


def still_lying(rules: Ruleset, referee: Referee, look: Observation) -> Outcome:
    """Ask for the ball to be put; after a while also whether the dice were read wrongly."""
    position, lies = referee.position, referee.table.ball
    doubt = referee.doubt.again((LEFT, lies), look.t)
    after = replace(referee, doubt=doubt, announced=(), waiting=None)
    roll = referee.told[-1].story.last
    stays = next((o for o in read_otherwise(rules, referee.told[-1]) if Table.of(o.position).ball == lies), None)
    if doubt.looks < LOOKS_NOT_PUT or stays is None or position is None or not isinstance(roll, Roll):
        return asking(Outcome(after))
    shown = next(step for step in reversed(stays.steps) if isinstance(step, Roll))
    otherwise = TypedCorrection("roll " + " ".join(map(str, shown.duel or shown.faces)))
    text = say("die.not_put", lies=lies, where=position.ball_space, faces=faces(roll))
    stay = Answer(say("answer.not_put", lies=lies), (otherwise,))
    dice = overruled_dice(rules, look, referee.told[-1:], stays)
    if dice is None:
        return ask(after, look, text, (stay,))
    keep, _, stands = keys(rules, referee, look, dice)
    return ask(after, look, text, (keep, stay, stands))
