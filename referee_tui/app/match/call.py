"""The one thing that players should know now: a question, what play waits for, or the last ruling. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from engine.referee import LineUp
from referee_tui.app.panels import score_text
from referee_tui.words import GREAT

if TYPE_CHECKING:
    from engine.match import Pending
    from engine.texts import Texts
    from referee_tui.app.state import Line, ScreenState, Tone

_EARLIER = 6
"""Rulings that are shown below what is called, at most."""

GREAT_STANDS_S = 6.0
"""A goal, and half-time, are shown for so long, whatever play waits for."""

NOTE_STANDS_S = 6.0
"""What is said beside the rulings (a correction, a lamp) is shown for so long, then the last ruling again."""

_FACES = re.compile(r": (?:\D+ ([1-6]), \D+ ([1-6])|([1-6](?:, [1-6])*))$")
"""The dice at the end of what was thrown for something, whatever the sides are called in the language that is set."""

_MEASURED = "ball@("
"""How an act begins that says in millimetres where the ball came to rest."""

_EYES = {"NO CAMERA": "head_no_camera", "NO BOARD": "head_no_board", "PAUSED": "head_paused"}
_MENDED = {"illegal", "out_of_step", "ask"}
"""Messages that are over once something newer was said and nothing is asked any more."""
_WRONG = {"illegal", "out_of_step"}
"""Messages of what is wrong on the table until table and match agree."""
_NOTES = {"note", "undone"}
"""What is said beside the rulings."""
_AWAITS = {"roll": "head_roll", "choice": "head_choice", "placement": "head_placement"}


@dataclass(frozen=True, slots=True)
class Call:
    """What stands in the panel."""

    headline: str
    """A word or two."""
    tone: Tone
    words: str = ""
    """A sentence."""
    answers: tuple[str, ...] = ()
    """Likely answers, on the keys from 1 on."""
    more: tuple[str, ...] = ()
    """Smaller print: chances, keys for the dice."""
    dice: bool = False
    """Faces of dice can be given, or thrown by the machine."""
    asks: str = ""
    """What play waits for still, below what was said of something else."""
    of: Line | None = None
    """The ruling that it tells, if it tells one."""


class Dice(NamedTuple):
    """Dice that are being typed."""

    number: int
    """How many are awaited; 0 where none are."""
    duel: bool
    """Blue's and then red's."""
    faces: tuple[int, ...] = ()
    """Those typed so far."""


NO_DICE = Dice(0, duel=False)


def dice_awaited(awaits: Pending | None) -> Dice:
    """What has to be thrown."""
    if awaits is None or awaits.type != "roll":
        return NO_DICE
    if isinstance(awaits.dice, int):
        return Dice(awaits.dice, duel=False)
    return Dice(2, duel=True) if awaits.dice else Dice(1, duel=False)


def call_of(state: ScreenState, say: Texts, dice: Dice = NO_DICE, *, refusal_seen: bool = False) -> Call:
    """The most pressing of what there is to say; a refusal that was seen makes room for what play waits for."""
    great = _great(state, say)
    if state.over:
        ended = say("over", log=state.log)
        return replace(great, more=(ended,)) if great else Call(say("head_over"), "info", ended)
    newest = state.lines[-1] if state.lines else None
    paused = state.eye == "PAUSED"
    seen = dice.faces or (refusal_seen and (state.need or paused))
    if newest is not None and newest.kind == "refused" and not seen:
        return _refused(newest, state, say, dice)
    if paused:
        return _paused(state, say, dice)
    if great:
        answers = tuple(answer.text for answer in state.answers)
        return replace(great, answers=answers, more=(state.need,) if state.need else ())
    if state.need or state.answers:
        return _unseen(state, say, dice) if state.eye in _EYES else _asked(state, say, dice)
    if state.eye in _EYES:
        return Call(say(_EYES[state.eye]), "unsure", say(f"eye_{state.eye.lower().replace(' ', '_')}"))
    if state.by_hand and not state.lines:
        return Call(say("head_on" if state.undo else "head_begin"), "info", _to_type(state, say))
    if state.position is None:
        return Call(say("head_set_up"), "info", say("waiting"))
    return _last(state, say)


def _to_type(state: ScreenState, say: Texts) -> str:
    """What can be typed next in a match without a camera; empty in others."""
    if not state.by_hand or state.position is None or state.count.over:
        return ""
    if not state.acts:
        return say("waiting_stuck")
    # Of a match that begins the first act alone.
    return say("waiting_by_hand", examples=", ".join(state.acts[: 3 if state.undo else 1]))


def _paused(state: ScreenState, say: Texts, dice: Dice) -> Call:
    """That nothing is read, and what can be answered all the same."""
    call = Call(say("head_paused"), "info", say("paused"))
    if not (state.need or state.answers):
        return call
    asked = _asked(state, say, dice)
    return replace(asked, headline=call.headline, tone=call.tone, words=call.words, asks=asked.words)


def _refused(line: Line, state: ScreenState, say: Texts, dice: Dice) -> Call:
    """A refusal, and what play waits for all the same, with its keys."""
    call = _ruled(line, say)
    if not (state.need or state.answers):
        return replace(call, asks=say("paused")) if state.eye == "PAUSED" else call
    asked = _asked(state, say, dice)
    return replace(asked, headline=call.headline, tone=call.tone, words=call.words, asks=asked.words, of=line)


def _unseen(state: ScreenState, say: Texts, dice: Dice) -> Call:
    """That the table cannot be seen, and what is wrong since before, if that can be answered all the same."""
    call = _asked(state, say, dice)
    wrong = next((line.text for line in reversed(state.lines) if line.kind in _WRONG), "") if state.wrong else ""
    return replace(call, asks=wrong) if call.answers else call


def _great(state: ScreenState, say: Texts) -> Call | None:
    """A goal, half-time or the end that was ruled just now, with the score; a match that is over stays so."""
    newest = state.lines[-1] if state.lines else None
    if newest is not None and newest.kind in GREAT and state.t - newest.t < GREAT_STANDS_S:
        return Call(f"{say(f'head_{newest.kind}')} {score_text(state)}", "legal", newest.text, of=newest)
    if state.count.over and not state.need and (newest is None or newest.kind in GREAT):
        words = newest.text if newest is not None else say("match_over")
        return Call(f"{say('head_full_time')} {score_text(state)}", "legal", words, of=newest)
    return None


def _last(state: ScreenState, say: Texts) -> Call:
    """The last ruling; what was wrong and is mended is over."""
    last = next((line for line in reversed(state.lines) if line.kind not in _NOTES), None)
    newest = state.lines[-1] if state.lines else None
    if newest is not None and newest.kind == "undone" and state.redo:
        return Call(say("head_back"), "info", newest.text, asks=_to_type(state, say), of=newest)
    if last is None or newest is None:
        words = newest.text if newest is not None else say("quiet")
        return Call(say("head_begin"), "info", words, asks=_to_type(state, say), of=newest)
    if newest.kind in _NOTES and state.redo:
        # What is no longer so must not go on standing here.
        return Call("", "info", newest.text, asks=_to_type(state, say), of=newest)
    if newest.kind in _NOTES and state.t - newest.t < NOTE_STANDS_S and last.kind not in _MENDED:
        return Call("", "info", newest.text, asks=_to_type(state, say), of=newest)
    if last.kind in _MENDED and not state.wrong and newest is not last:
        return Call(say("head_on"), "info", newest.text, of=newest)
    ruled = _ruled(last, say)
    placing = state.position is not None and state.position.placing
    return ruled if ruled.words and state.acts and not placing else replace(ruled, asks=_to_type(state, say))


def _asked(state: ScreenState, say: Texts, dice: Dice) -> Call:
    """What play waits for, under the word that fits it best."""
    answers = tuple(answer.text for answer in state.answers)
    awaits = state.position.awaits if state.position is not None else None
    lines_up = any(LineUp() in answer.given for answer in state.answers)
    more: list[str] = []
    tone: Tone
    if state.eye in _EYES:
        head, tone = say(_EYES[state.eye]), "unsure"
    elif state.wrong or state.eye == "OUT OF STEP":
        illegal = state.wrong == "illegal"
        head, tone = (say("head_illegal"), "illegal") if illegal else (say("head_out_of_step"), "unsure")
    elif state.held:
        head, tone = say("head_back"), "unsure"
    elif awaits is not None:
        head, tone = say(_AWAITS[awaits.type]), "unsure"
        if dice.number and not answers:
            head = _thrown(dice) if dice.faces else _level(state, dice, say) or head
            more.append(say("dice_keys", left=_left(dice, say)))
    elif lines_up:
        head, tone = say("head_begin"), "unsure"
    elif answers:
        head, tone = say("head_ask"), "unsure"
    else:
        head, tone = say(_waits_for(state)), "unsure"
    if state.chance:
        more.insert(0, state.chance)
    asked = state.need or next((line.text for line in reversed(state.lines) if line.kind == "ask"), "")
    dice_due = awaits is not None and bool(dice.number) and not answers
    if lines_up and not state.need:
        # It is offered and not asked: what was said last, and what else can be done, stand above it.
        newest = state.lines[-1] if state.lines else None
        return Call(
            head, tone, newest.text if newest else "", answers, tuple(more), asks=_to_type(state, say), of=newest
        )
    call = Call(head, tone, _without_head(asked, say), answers, tuple(more), dice_due)
    return _below_what_was_taken_back(call, state)


def _below_what_was_taken_back(call: Call, state: ScreenState) -> Call:
    """What is asked, below what was taken back just now, if the question does not say so itself."""
    newest = state.lines[-1] if state.lines else None
    if newest is None or newest.kind != "undone" or not state.redo:
        return call
    if state.held or state.wrong or state.eye == "OUT OF STEP":
        return call
    return replace(call, words=newest.text, asks=call.words, of=newest)


def _level(state: ScreenState, dice: Dice, say: Texts) -> str:
    """That the dice of both sides were seen, and decided nothing; empty if they were not thrown just now."""
    newest = state.lines[-1] if state.lines else None
    if newest is None or newest.kind != "roll" or not dice.duel:
        return ""
    faces = _FACES.search(newest.text.partition(" · ")[0])
    return f"{faces[1]} : {faces[2]}  {say('head_again')}" if faces and faces[1] else ""


def _waits_for(state: ScreenState) -> str:
    """The word over what play waits for where nothing has to be thrown, chosen or answered."""
    if state.unread and not state.marks.wanted:
        return "head_wait"
    position = state.position
    if position is None:
        return "head_set_up"
    return "head_begin" if position.restart == "kick_off" and not state.marks.wanted else "head_put"


def _without_head(text: str, say: Texts) -> str:
    """What the headline says already is not said again."""
    return text.replace(say("verdict"), ": ", 1)


def _thrown(dice: Dice) -> str:
    shown = [str(face) for face in dice.faces] + ["_"] * (dice.number - len(dice.faces))
    return (" : " if dice.duel else " ").join(shown)


def _left(dice: Dice, say: Texts) -> str:
    if dice.duel:
        return say("dice_both")
    return say("dice_one") if dice.number == 1 else say("dice_count", count=dice.number)


def _ruled(line: Line, say: Texts) -> Call:
    """A ruling: what was done large, what came of it below."""
    if line.kind in GREAT:
        return Call(say(f"head_{line.kind}"), "legal", line.text, of=line)
    if line.kind == "illegal":
        return Call(say("head_illegal"), "illegal", _without_head(line.text, say), of=line)
    if line.kind == "refused":
        return Call(say("head_refused"), "illegal", line.text, of=line)
    done, _, came = line.text.partition(" · ")
    if line.kind == "action":
        if came and done.startswith(_MEASURED):
            # Nobody at the table speaks in millimetres.
            headline, _, more = came.partition(" · ")
            return Call(headline, line.tone, " · ".join(filter(None, (more, done))), of=line)
        return Call(done, line.tone, came, of=line)
    if line.kind == "roll" and (faces := _FACES.search(done)):
        thrown = f"{faces[1]} : {faces[2]}" if faces[1] else faces[3]
        return Call(thrown.replace(",", ""), line.tone, line.text, of=line)
    return Call("", line.tone, line.text, of=line)


def earlier_than(call: Call, state: ScreenState) -> tuple[Line, ...]:
    """The newest rulings but for the one that is called: what play waits for may follow from one just made.

    An entry that was refused last, and seen, has made room for what play waits for.
    """
    newest = state.lines[-_EARLIER:]
    seen = newest[:-1] if newest and newest[-1].kind == "refused" else newest
    return tuple(line for line in seen if line is not call.of and line.text != state.need)
