"""What ``report.json`` in a report holds. Names and paths of the computer are not in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from calibration.pose import BoardPose, Lens
from engine.observation import Observation  # noqa: TC001 - msgspec has to know it
from engine.record.errors import LogError
from engine.referee.policy import DEFAULT, Policy, Word

FORMAT = 1
_MOST_PICTURES = 64
_MOST_SIDE_PX = 20_000

if TYPE_CHECKING:
    from calibration.pose import FloatArray


class ReportError(LogError):
    """A report that cannot be read or replayed; the message is one plain sentence naming the file."""


class PoseForm(msgspec.Struct, frozen=True):
    """Where the board lay, and the lens; see ``calibration.pose``."""

    rvec: list[float]
    tvec: list[float]
    camera_matrix: list[list[float]]
    distortion: list[float]
    size_px: tuple[int, int]
    measured: bool


class PictureForm(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the pictures, and what was read in it."""

    number: int
    """Of the frame, in its source."""
    t: float
    settled: bool
    pose: PoseForm | None = None
    expected: dict[str, str] | None = None
    seen: Observation | None = None


class PolicyForm(msgspec.Struct, frozen=True):
    """What became of acts against the rules; see ``engine.referee.policy``."""

    otherwise: Word = DEFAULT.otherwise
    rules: dict[str, Word] = {}


class ReportForm(msgspec.Struct, frozen=True):
    """How things stood when the report was saved."""

    format: int
    software: dict[str, str]
    """Versions by name."""
    source: str
    """``camera`` or ``recording``."""
    size_px: tuple[int, int]
    dice: str
    """``see``, ``ask`` or ``file``."""
    eye: str
    reason: str
    disturbance: str
    position: dict[str, Any] | None
    log_lines: int
    """How many lines the log had before the first input."""
    log_lines_now: int
    inputs_whole: bool
    pictures: list[PictureForm]
    policy: PolicyForm = PolicyForm()


def policy_form(policy: Policy) -> PolicyForm:
    """A match's policy."""
    return PolicyForm(policy.otherwise, dict(policy.rules))


def policy_of(form: PolicyForm) -> Policy:
    """The policy again."""
    return Policy(form.otherwise, form.rules)


def pose_form(pose: BoardPose) -> PoseForm:
    """A pose as numbers that give it back exactly."""
    lens = pose.lens
    return PoseForm(
        rvec=[float(x) for x in np.ravel(pose.rvec)],
        tvec=[float(x) for x in np.ravel(pose.tvec)],
        camera_matrix=[[float(x) for x in row] for row in lens.camera_matrix],
        distortion=[float(x) for x in np.ravel(lens.distortion)],
        size_px=lens.size_px,
        measured=lens.measured,
    )


def pose_of(form: PoseForm) -> BoardPose:
    """The pose again. Raises ReportError for numbers that are none."""
    shaped = (form.rvec, (3,)), (form.tvec, (3,)), (form.camera_matrix, (3, 3)), (form.distortion, (5,))
    rvec, tvec, matrix, distortion = (_array(values, shape) for values, shape in shaped)
    if not all(0 < side <= _MOST_SIDE_PX for side in form.size_px):
        raise ReportError(f"report.json: pictures of {form.size_px[0]} x {form.size_px[1]} cannot be")
    return BoardPose(Lens(matrix, distortion, form.size_px, form.measured), rvec, tvec, 0.0)


def _array(values: object, shape: tuple[int, ...]) -> FloatArray:
    try:
        array = np.asarray(values, np.float64)
    except ValueError as error:
        raise ReportError(f"report.json: a pose needs numbers of shape {shape}") from error
    if array.shape != shape or not np.isfinite(array).all() or np.abs(array).max() > 1e7:
        raise ReportError(f"report.json: a pose needs numbers of shape {shape}")
    return array


def read_report(content: bytes, where: str) -> ReportForm:
    """``report.json``. Raises ReportError."""
    try:
        report = msgspec.json.decode(content, type=ReportForm)
    except (ValueError, RecursionError) as error:
        raise ReportError(f"{where}: report.json cannot be read ({error})") from error
    if report.format > FORMAT:
        raise ReportError(f"{where}: was saved by a newer program; replay it with that")
    if len(report.pictures) > _MOST_PICTURES or report.log_lines < 0:
        raise ReportError(f"{where}: report.json says what no report says")
    return report
