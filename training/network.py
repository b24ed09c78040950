"""The witness while it learns: layers, how squares are told from learnt cubes, and what is kept of it."""

from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import nn

from vision.cubes.profile import KINDS
from vision.cubes.witness.patches import SIDE
from vision.cubes.witness.telling import NUMBERS

Tensor = Any
"""PyTorch's own types are known only where it is installed."""

_LAYERS: Final = ((6, 24, 5, 2), (24, 40, 3, 2), (40, 64, 3, 1))
"""Channels in and out, samples across and stride of convolutions; a last one looks at all that is left."""

_LEFT: Final = SIDE // 4
"""Places along a side that are left after two halvings."""

_OPSET: Final = 11
"""Version of the operators that OpenCV 4.6 reads as 5 does."""
_IR: Final = 6
"""Version of the file format that does."""


def new_network() -> Any:
    layers: list[Any] = []
    for into, out, across, stride in _LAYERS:
        layers += [
            nn.Conv2d(into, out, across, stride, across // 2, bias=False),
            nn.BatchNorm2d(out),
            nn.ReLU(),
        ]
    layers += [nn.Conv2d(_LAYERS[-1][1], NUMBERS + 2, _LEFT)]
    return nn.Sequential(*layers).to(memory_format=torch.channels_last)


def told(numbers: Tensor, learnt: Tensor, kinds: Tensor) -> Tensor:
    """As `vision.cubes.witness.telling` has it: logits of nothing, each kind, and something else."""
    apart = torch.cdist(numbers[:, :NUMBERS], learnt[:, :NUMBERS]) ** 2
    of_kinds = []
    for kind in range(len(KINDS)):
        mine = kinds == kind
        of_kinds.append(torch.logsumexp(-apart[:, mine], dim=1) - torch.log(mine.sum().float()))
    return torch.stack([numbers[:, NUMBERS], *of_kinds, numbers[:, NUMBERS + 1]], dim=1)


def save(network: Any, path: Path) -> None:
    """As ONNX, what normalises in the layers before it."""
    weights: dict[str, NDArray[np.float32]] = {}
    nodes, last = [], "squares"
    layers = list(network)
    for number, layer in enumerate(layers):
        if not isinstance(layer, nn.Conv2d):
            continue
        kernel = layer.weight.detach().numpy().astype(np.float64)
        bias = np.zeros(len(kernel)) if layer.bias is None else layer.bias.detach().numpy().astype(np.float64)
        follows = layers[number + 1] if number + 1 < len(layers) else None
        if isinstance(follows, nn.BatchNorm2d):
            scale = (follows.weight / torch.sqrt(follows.running_var + follows.eps)).detach().numpy()
            bias = follows.bias.detach().numpy() - follows.running_mean.numpy() * scale
            kernel = kernel * scale[:, None, None, None]
        name, out = f"conv{number}", f"out{number}"
        weights[f"{name}.weight"] = kernel.astype(np.float32)
        weights[f"{name}.bias"] = bias.astype(np.float32)
        nodes.append(
            onnx.helper.make_node(
                "Conv",
                [last, f"{name}.weight", f"{name}.bias"],
                [out],
                name=name,
                kernel_shape=list(layer.kernel_size),
                strides=list(layer.stride),
                pads=[*layer.padding, *layer.padding],
            )
        )
        last = out
        if follows is not None:
            last = f"relu{number}"
            nodes.append(onnx.helper.make_node("Relu", [out], [last], name=last))
    real = onnx.TensorProto.FLOAT
    graph = onnx.helper.make_graph(
        nodes,
        "witness",
        [onnx.helper.make_tensor_value_info("squares", real, ["n", _LAYERS[0][0], SIDE, SIDE])],
        [onnx.helper.make_tensor_value_info(last, real, ["n", NUMBERS + 2, 1, 1])],
        [onnx.numpy_helper.from_array(values, name) for name, values in weights.items()],
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", _OPSET)])
    model.ir_version = _IR
    model.producer_name = ""
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())
