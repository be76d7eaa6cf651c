"""What the lens's calibration says and draws: pure functions of the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
from rich.text import Text

from calibration.lens.coverage import ENOUGH_VIEWS
from calibration.lens.robust import MIN_VIEWS
from calibration.lens.views import View
from engine.sentences import capital, in_language
from referee_tui.app.calibrate.cells import Painted
from referee_tui.app.calibrate.words import GRADE_STYLES
from referee_tui.app.preview import fitted
from referee_tui.lens.words import map_lines, refusals, result_lines, wish_line

if TYPE_CHECKING:
    from calibration.findings import Verdict as Colour
    from calibration.lens.solve import LensSolution
    from calibration.lens.verdict import Grade, Verdict
    from engine.texts import Texts
    from referee_tui.app.calibrate.lens_state import LensState

_CROSSING_BGR = (80, 220, 80)
_REFUSED_BGR = (61, 216, 255)
_WANTED_BGR = (255, 240, 120)
_VERDICTS: dict[Grade, tuple[str, Colour]] = {
    "good": ("lens_good", "green"),
    "usable": ("lens_usable", "yellow"),
    "not good enough": ("lens_bad", "red"),
}
_FIGURES = 3
"""Lines of the result that are shown after the verdict: RMS, focal length, distortion."""


def paint_lens(state: LensState, columns: int, lines: int) -> Painted | None:
    """The newest picture with the crossings seen, and a frame where the target is wanted next."""
    image = state.image
    if image is None or columns < 1 or lines < 1:
        return None
    view = fitted(image, columns, lines).copy()
    high, wide = view.shape[:2]
    third = state.coverage.next_third
    if third is not None and not state.gathered:
        row, column = third
        upper_left = wide * column // 3, high * row // 3
        lower_right = wide * (column + 1) // 3 - 1, high * (row + 1) // 3 - 1
        cv2.rectangle(view, upper_left, lower_right, _WANTED_BGR)
    if state.seen is not None:
        at = ((state.seen.corners_px + 0.5) / state.seen.size_px * (wide, high) - 0.5).round().astype(int)
        x, y = at.clip(0, np.array((wide - 1, high - 1))).T
        view[y, x] = _CROSSING_BGR if isinstance(state.answer, View) else _REFUSED_BGR
    return Painted(view)


def map_text(state: LensState, words: Texts) -> Text:
    """Where in the picture the target was seen so far, how tilted, how near."""
    coverage = state.coverage
    leans = ", ".join(words(f"edge_{lean}") for lean in sorted(coverage.leans))
    said = [
        *map_lines(coverage, state.seen),
        words("lens_map"),
        words("lens_lean", done=leans) if leans else words("lens_lean_none"),
        words("lens_near", done=words("yes" if coverage.near else "not_yet")),
    ]
    return Text("\n".join(said))


def lens_text(state: LensState, words: Texts, *, keeps: bool) -> Text:
    """How it goes: what became of the picture, how to hold the target next; at last the lens.

    ``keeps``: there is a place for it, or it is said that there is none.
    """
    if state.trouble:
        return _headed("board_no_camera", "red", in_language(state.trouble, words.language), words)
    if state.solution is not None and state.verdict is not None:
        return _result(state, state.solution, state.verdict, words, keeps=keeps)
    if state.no_lens:
        return _headed("lens_no_lens", "red", _sentence(state.no_lens, words), words)
    if state.gathered:
        return Text(words("lens_solving", views=len(state.taken)), style="bold")
    text = _answer(state, words)
    share = 100 * state.coverage.share
    text.append("\n" + words("lens_views", taken=len(state.taken), wanted=ENOUGH_VIEWS, share=share), "bold")
    text.append("\n" + words("lens_next", wish=in_language(wish_line(state.coverage), words.language)), "bold #ffd83d")
    if state.refused:
        tally = in_language(refusals(state.refused), words.language)
        text.append("\n" + words("lens_refused", refused=tally), "dim")
    return text


def too_few(state: LensState, words: Texts) -> str:
    """Why the lens cannot be measured yet; empty if it can."""
    if len(state.taken) >= MIN_VIEWS:
        return ""
    return words(
        "lens_few", views=len(state.taken), least=MIN_VIEWS, wish=in_language(wish_line(state.coverage), words.language)
    )


def _answer(state: LensState, words: Texts) -> Text:
    answer = state.answer
    if answer is None:
        return Text(words("lens_waiting"), style="bold")
    if isinstance(answer, View):
        return _headed("lens_taken", "green", "", words)
    return _headed("lens_not_taken", "yellow", _sentence(answer.reason, words), words)


def _result(state: LensState, solution: LensSolution, verdict: Verdict, words: Texts, *, keeps: bool) -> Text:
    key, grade = _VERDICTS[verdict.grade]
    text = _headed(key, grade, words("lens_keep" if keeps else "lens_nowhere") if state.good else "", words)
    for finding in verdict.findings:
        text.append(f"\n{_sentence(finding, words)}", "bold")
    for line in result_lines(solution, verdict, state.coverage)[1 : 1 + _FIGURES]:
        text.append(f"\n{in_language(line, words.language)}")
    return text


def _sentence(half: str, words: Texts) -> str:
    return f"{in_language(capital(half), words.language)}."


def _headed(key: str, grade: Colour, said: str, words: Texts) -> Text:
    return Text.assemble((f" {words(key)} ", GRADE_STYLES[grade]), " ", (said, "bold"))
