"""The number net: a small convolutional net, quick enough to read a whole table between two frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn

from vision.numbers import CANNOT_READ, FACE_SIZE_PX

if TYPE_CHECKING:
    from pathlib import Path

OUTPUTS = CANNOT_READ + 3
"""15 numbers, "cannot be read", and the numeral's up direction (x, y)."""


def _block(inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> list[nn.Module]:
    return [
        nn.Conv2d(inputs, outputs, kernel, stride=stride, padding=kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    ]


class NumberNet(nn.Module):
    """(N, 3, FACE_SIZE_PX, FACE_SIZE_PX) as ``vision.numbers.normalised`` gives them -> (N, OUTPUTS)."""

    def __init__(self) -> None:
        """Random weights."""
        super().__init__()
        self.layers = nn.Sequential(
            *_block(3, 32, kernel=5, stride=2),
            *_block(32, 48, stride=2),
            *_block(48, 64),
            *_block(64, 96, stride=2),
            *_block(96, 96),
            nn.AvgPool2d(FACE_SIZE_PX // 8),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(96, OUTPUTS),
        )
        self.register_buffer("scale", torch.ones(OUTPUTS))

    def forward(self, faces: torch.Tensor) -> torch.Tensor:
        """Logits of the 16 answers, then the up direction."""
        return self.layers(faces) * self.scale

    def cool(self, temperature: float) -> None:
        """Divides the logits by a temperature, so that they are calibrated probabilities."""
        self.scale[: CANNOT_READ + 1] = 1.0 / temperature


def export(net: NumberNet, path: Path) -> None:
    """Writes the net as ONNX for any number of faces."""
    net.eval()
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, FACE_SIZE_PX, FACE_SIZE_PX),),
        str(path),
        input_names=["faces"],
        output_names=["answers"],
        dynamic_axes={"faces": {0: "n"}, "answers": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
