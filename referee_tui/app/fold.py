"""From the session's updates to what the screen shows. Pure, and run in the match's thread."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.chance import outlook
from engine.inference.reading import ball_space
from engine.referee import Confirm
from engine.referee.words import to_put
from referee_tui.app.board_view import Marks
from referee_tui.app.state import Line, Look, ScreenState, Tone
from referee_tui.following.acts_now import acts_now
from referee_tui.following.update import offered_after
from referee_tui.words import rulings

if TYPE_CHECKING:
    from engine.board import Board
    from engine.grid import Grid, Space
    from engine.inference import Table
    from engine.match import Position
    from engine.ruleset import Ruleset
    from referee_tui.following.update import SessionUpdate

TONES: dict[str, Tone] = {
    "action": "legal", "roll": "legal", "ruling": "legal", "goal": "legal", "half_time": "legal", "full_time": "legal",
    "illegal": "illegal", "refused": "illegal", "ask": "unsure", "out_of_step": "unsure", "note": "info",
}  # fmt: skip
"""The look of each kind of message."""

_STANDS_WHILE_OUT_OF_STEP = frozenset({"illegal", "out_of_step"})
_MOST_MOVED = 3
"""An act moves a piece, perhaps a second, and the ball; more is a new line-up, which leaves no trail."""


def fold(rules: Ruleset, state: ScreenState, update: SessionUpdate, table: Table) -> ScreenState:
    """The state after an update; ``table`` is where things lay at the last look that was understood."""
    offered = offered_after(state.offered, update)
    return replace(
        state,
        position=update.position,
        count=rules.counter(update.position) if update.position is not None else state.count,
        played_s=update.played_s,
        eye=update.eye,
        disturbed=update.disturbance.words if update.disturbance is not None else "",
        need=_need(state, update),
        unread=update.unread,
        lines=state.lines + _lines(state, update),
        heard=state.heard + update.says,
        wrong=_wrong(state, update),
        held=any(Confirm() in answer.given for answer in update.answers),
        answers=update.answers or offered,
        offered=offered,
        chance=_chance(rules, state, update.position),
        acts=state.acts if update.position is state.position else acts_now(rules, update.position),
        undo=update.undo,
        redo=update.redo,
        dice_thrown=update.dice_thrown,
        refusals=state.refusals + sum(said.kind == "refused" for said in update.says),
        marks=Marks(
            trail=_trail(rules.board, state, update),
            wanted=_wanted(update.position, table),
            doubtful=_doubtful(state, update),
        ),
        t=state.start_t + update.t,
        look=Look(update.frame.image, update.pose) if update.frame is not None else state.look,
    )


def _lines(state: ScreenState, update: SessionUpdate) -> tuple[Line, ...]:
    """What is new among the rulings; a request that stands in the line for it is not said twice."""
    t = state.start_t + update.t
    return tuple(
        Line(t, line.text, TONES.get(line.kind, "info"), _kind(state, update, line.kind), line.rule)
        for line in rulings(update.says)
        if not (line.kind == "ask" and line.text == update.reason)
    )


def _kind(state: ScreenState, update: SessionUpdate, kind: str) -> str:
    """``undone`` for what is said of an undo: what could be taken back before can be done again now."""
    return "undone" if kind == "note" and update.redo and update.redo == state.undo else kind


def _need(state: ScreenState, update: SessionUpdate) -> str:
    """What play waits for, in one sentence; what was wrong stands as long as table and match differ."""
    if update.reason:
        return update.reason
    # That the camera was lost is over with the first picture, what was wrong before it was lost is not.
    stood = _still_wrong(state) if state.eye == "NO CAMERA" else state.need
    if update.eye in {"HAND", "SETTLING"}:
        # Why nothing could be read is over once that is not said any more, as is a question that has its answer.
        return "" if _stands(state, update) or state.unread or not state.wrong else stood
    if update.eye != "OUT OF STEP":
        return ""
    wrong = [said.text for said in update.says if said.kind in _STANDS_WHILE_OUT_OF_STEP]
    return wrong[-1] if wrong else stood


def _still_wrong(state: ScreenState) -> str:
    wrong = [line.text for line in state.lines if line.kind in _STANDS_WHILE_OUT_OF_STEP]
    return wrong[-1] if state.wrong and wrong else ""


def _wrong(state: ScreenState, update: SessionUpdate) -> str:
    kinds = [said.kind for said in update.says if said.kind in _STANDS_WHILE_OUT_OF_STEP]
    if kinds:
        return kinds[-1]
    return "" if update.eye in {"IN STEP", "ASKING"} or _stands(state, update) else state.wrong


def _stands(state: ScreenState, update: SessionUpdate) -> bool:
    """Whether people have just agreed on what was against the rules: it is not to be answered any more."""
    return state.wrong == "illegal" and bool(state.answers and update.says and not update.answers)


def _chance(rules: Ruleset, state: ScreenState, position: Position | None) -> str:
    """Worked out once for each position."""
    if position is state.position:
        return state.chance
    if position is None or position.awaits is None or position.awaits.type != "roll":
        return ""
    found = outlook(rules, position)
    return found.words() if found.decides else ""


def _doubtful(state: ScreenState, update: SessionUpdate) -> frozenset[Space]:
    asked = {said.space for said in update.says if said.space and TONES.get(said.kind) in {"illegal", "unsure"}}
    if asked:
        return frozenset(asked)
    return frozenset() if update.eye == "IN STEP" else state.marks.doubtful


def _trail(board: Board, state: ScreenState, update: SessionUpdate) -> tuple[Space, ...]:
    """The spaces of what changed last, from its start to its end; none once all is set up anew, as after a goal."""
    before, after = state.position, update.position
    if before is None or after is None or not update.says:
        return state.marks.trail
    if after.placing and not before.placing:
        return ()
    runs = [
        (start, after.pieces[piece])
        for piece, start in before.pieces.items()
        if piece in after.pieces and after.pieces[piece] != start
    ]
    if {start for start, _ in runs} == {end for _, end in runs}:
        # Two pieces have each other's numbers: nothing lies elsewhere than before.
        runs.clear()
    ball = (ball_space(before), ball_space(after))
    if ball[0] and ball[1] and ball[0] != ball[1]:
        runs.append((ball[0], ball[1]))
    if not runs or len(runs) > _MOST_MOVED:
        return () if runs else state.marks.trail
    return tuple(dict.fromkeys(space for start, end in runs for space in _run(board.grid, start, end)))


def _run(grid: Grid, start: Space, end: Space) -> tuple[Space, ...]:
    line = grid.line(start, end)
    return (start, *(line.between if line else ()), end)


def _wanted(position: Position | None, table: Table) -> dict[str, Space]:
    """What has to be put where; before a kick-off the players choose that themselves."""
    return {} if position is None or position.placing else to_put(position, table)
