"""The number net: a small convolutional net, quick enough to read a whole table between two frames."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
import onnx
import onnx.checker
import onnx.helper
import onnx.numpy_helper
import torch
from torch import nn

from vision.faces import FACE_SIZE_PX
from vision.numbers import CANNOT_READ

if TYPE_CHECKING:
    from pathlib import Path

OUTPUTS = CANNOT_READ + 3
"""15 numbers, "cannot be read", and the numeral's up direction (x, y)."""

_SMALL = 64
"""Weights of at most this many numbers (biases) are not worth halving."""


def _block(inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> list[nn.Module]:
    return [
        nn.Conv2d(inputs, outputs, kernel, stride=stride, padding=kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    ]


class _Residual(nn.Module):
    """Two convolutions whose answer is added to what came in."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *_block(channels, channels),
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """The same shape."""
        return torch.relu(seen + self.layers(seen))


class NumberNet(nn.Module):
    """(N, 3, FACE_SIZE_PX, FACE_SIZE_PX) as ``vision.numbers.normalised`` gives them -> (N, OUTPUTS)."""

    def __init__(self) -> None:
        """Random weights."""
        super().__init__()
        self.layers = nn.Sequential(
            *_block(3, 16, kernel=5, stride=2),
            *_block(16, 48, stride=2),
            *_block(48, 64),
            *_block(64, 96, stride=2),
            _Residual(96),
            # Where on the face a stroke lies is told on: a 7 turned round is no 1 with a foot.
            *_block(96, 32, kernel=1),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(32 * (FACE_SIZE_PX // 8) ** 2, 128),
            nn.ReLU(inplace=True),
            nn.Linear(128, OUTPUTS),
        )
        self.register_buffer("scale", torch.ones(OUTPUTS))

    def forward(self, faces: torch.Tensor) -> torch.Tensor:
        """Logits of the 16 answers, then the up direction."""
        return self.layers(faces) * self.scale

    def cool(self, temperature: float) -> None:
        """Divides the logits by a temperature, so that they are calibrated probabilities."""
        self.scale[: CANNOT_READ + 1] = 1.0 / temperature


def export(net: NumberNet, path: Path) -> None:
    """Writes the net as ONNX for any number of faces, its weights in half precision: that halves the file."""
    net.eval()
    whole = io.BytesIO()
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, FACE_SIZE_PX, FACE_SIZE_PX),),
        whole,
        input_names=["faces"],
        output_names=["answers"],
        dynamic_axes={"faces": {0: "n"}, "answers": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    path.write_bytes(_halved(whole.getvalue()))


def _halved(model: bytes) -> bytes:
    """The same model with each large weight stored as float16 and widened when it is loaded."""
    parsed = onnx.load_model_from_string(model)
    graph = parsed.graph
    large = [
        tensor for tensor in graph.initializer if tensor.data_type == onnx.TensorProto.FLOAT and _size(tensor) > 64
    ]
    widened = []
    for tensor in large:
        halved = f"{tensor.name}_half"
        widened.append(onnx.helper.make_node("Cast", [halved], [tensor.name], to=onnx.TensorProto.FLOAT))
        weights = onnx.numpy_helper.to_array(tensor).astype(np.float16)
        tensor.CopyFrom(onnx.numpy_helper.from_array(weights, halved))
    nodes = [*widened, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(parsed)
    return bytes(parsed.SerializeToString())


def _size(tensor: onnx.TensorProto) -> int:
    return int(np.prod(tensor.dims))
