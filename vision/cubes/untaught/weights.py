"""How much each feature speaks for a cube: learnt from drawn and path-traced tables, all counting alike.

`python -m calibration.bench.generic_fit DIR…` makes these numbers from dataset folders.
"""

from typing import Final

WEIGHTS: Final[dict[str, float]] = {
    "outline": 5.562,
    "strong outline": 8.447,
    "contrast": 0.280,
    "least contrast": 0.585,
    "one-sided": -0.350,
    "uneven rim": -10.274,
    "other level": -3.604,
    "other colour": -1.955,
    "other rim": 4.318,
    "detail": 11.100,
    "sign": 0.613,
    "outline and contrast": 3.838,
    "outline and other": 1.398,
    "outline and sign": 0.185,
}
ALWAYS: Final = -9.527
