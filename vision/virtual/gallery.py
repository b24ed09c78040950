"""Ready-made looks by name: boards, cubes, tables, lights and cameras that have little in common."""

from typing import Final

from vision.virtual.scenes.looks import BoardLook, CubeLook, DrawnLight, DrawnLook, Lamp, Sensor, TableLook
from vision.virtual.scenes.optics import CameraPlace

_DAYLIGHT: Final = DrawnLight((Lamp(-9, 9, 14, 3.5, (0.50, 0.50, 0.50)),), (0.40, 0.37, 0.35))
_EVENING: Final = DrawnLight((Lamp(9, 6, 9, 0.8, (0.30, 0.55, 0.75)),), (0.08, 0.10, 0.12))

_KITCHEN: Final = DrawnLook(
    name="kitchen",
    camera=CameraPlace(field=55, above=12.6, tilt=10, side=180, roll=-8, aim=(3.1, 2.4), k1=0.02),
    usual=_DAYLIGHT,
    calibration=_DAYLIGHT,
    changed=_EVENING,
)

_BULB: Final = DrawnLook(
    name="bulb",
    camera=CameraPlace(field=60, above=11.5, tilt=30, side=100, roll=14, aim=(3.0, 2.6), k1=-0.03),
    usual=DrawnLight((Lamp(9.5, -2.5, 10, 0.25, (0.34, 0.60, 0.86)),), (0.06, 0.07, 0.08)),
    calibration=DrawnLight((Lamp(9.5, -2.5, 10, 0.25, (0.42, 0.58, 0.70)),), (0.14, 0.15, 0.15)),
    changed=_DAYLIGHT,
    cubes=CubeLook(
        edge=0.74,
        rounding=0.05,
        family="pictogram",
        inks_on_white=("#dd2a1c", "#1d3fa8", "#157a30"),
        inks_on_black=("#f0381e", "#2f55c0", "#1fa040"),
        gloss=0.2,
    ),
    board=BoardLook(
        dark="#3f3a38",
        light="#c8923e",
        frame="#6e2320",
        dark_line="#b08a4a",
        light_line="#2c2119",
        pattern="stars",
        markers=True,
    ),
    table=TableLook("cloth", "#55585c", "#3d4043", 20),
    sensor=Sensor(noise=0.005, shot=0.03, vignette=0.35),
    skin="rosy",
    sleeve="navy",
)

_STUDY: Final = DrawnLook(
    name="study",
    camera=CameraPlace(field=80, above=10.0, tilt=14, side=10, roll=12, aim=(3.2, 2.7), k1=-0.12, k2=0.02),
    usual=DrawnLight((Lamp(-4, 10, 9, 1.8, (0.19, 0.22, 0.24)),), (0.08, 0.08, 0.085)),
    calibration=DrawnLight((Lamp(-4, 10, 9, 1.8, (0.28, 0.30, 0.32)),), (0.14, 0.14, 0.15)),
    changed=DrawnLight((Lamp(8, -6, 12, 0.6, (0.50, 0.46, 0.42)),), (0.12, 0.11, 0.10)),
    cubes=CubeLook(
        edge=0.66,
        rounding=0.06,
        print="disc",
        sign_size=0.50,
        inks_on_white=("#cf1f22", "#1d3da6", "#12713a"),
        inks_on_black=("#d8281f", "#2148b8", "#1f8a45"),
    ),
    board=BoardLook(
        dark="#3a4650",
        light="#a9aeae",
        frame="#3a4650",
        dark_line="#8d979c",
        light_line="#4a5052",
        outer_line=False,
        cells="rounded",
        split_frame=True,
        pattern="weave",
        line=0.018,
        margins=(0.75, 0.8, 0.8, 0.8),
    ),
    table=TableLook("laminate", "#4a403a", "#2e2824", 30),
    sensor=Sensor(noise=0.009, shot=0.045, blotch=0.5, blur=0.8, vignette=0.45),
    skin="brown",
    sleeve="green",
)

_GARDEN: Final = DrawnLook(
    name="garden",
    camera=CameraPlace(field=62, above=9.5, tilt=38, side=185, roll=-3, aim=(3.0, 3.0), k1=-0.02),
    usual=DrawnLight((Lamp(20, 18, 30, 0.5, (0.72, 0.78, 0.80)),), (0.24, 0.20, 0.17)),
    calibration=DrawnLight((Lamp(6, 20, 30, 8, (0.45, 0.45, 0.45)),), (0.36, 0.34, 0.32)),
    changed=DrawnLight((Lamp(-12, 14, 26, 6, (0.32, 0.30, 0.28)),), (0.34, 0.31, 0.28)),
    cubes=CubeLook(
        edge=0.72,
        rounding=0.03,
        print="whole",
        family="geometric",
        sign_size=0.58,
        white="#f2f0ea",
        black="#161617",
        inks_on_white=("#e0503c", "#4f8fd6", "#5fae5a"),
        inks_on_black=("#a8201c", "#1e3f94", "#1b6a34"),
        sign_on_colour="#f7f5ee",
        layout="crossed",
    ),
    board=BoardLook(
        dark="#2c4a3a",
        light="#d8cfae",
        frame="#8a7a52",
        dark_line="#d8cfae",
        light_line="#2c4a3a",
        pattern="none",
        watermark=0.0,
        line=0.035,
        margins=(0.5, 0.5, 0.5, 0.5),
    ),
    table=TableLook("marble", "#cfcac2", "#8c8a88", 15),
    sensor=Sensor(noise=0.003, shot=0.012, blur=0.5, vignette=0.15),
    skin="tan",
    sleeve=None,
)

_WORKSHOP: Final = DrawnLook(
    name="workshop",
    camera=CameraPlace(field=66, above=10.8, tilt=20, side=265, roll=6, aim=(2.8, 2.5), k1=0.01),
    usual=DrawnLight(
        (Lamp(-7, 12, 12, 2.0, (0.34, 0.34, 0.34)), Lamp(12, -3, 9, 0.5, (0.14, 0.24, 0.34))),
        (0.20, 0.21, 0.22),
    ),
    calibration=DrawnLight((Lamp(-7, 12, 12, 2.0, (0.42, 0.45, 0.47)),), (0.26, 0.27, 0.28)),
    changed=DrawnLight((Lamp(12, -3, 9, 0.5, (0.26, 0.46, 0.66)),), (0.10, 0.12, 0.14)),
    cubes=CubeLook(
        edge=0.68,
        rounding=0.035,
        print="bare",
        family="pictogram",
        white="#d9b98a",
        black="#4a2c1c",
        bare_on_white="#33190c",
        bare_on_black="#e2c690",
        grain=0.22,
        gloss=0.05,
        layout="loose",
    ),
    board=BoardLook(
        dark="#6e4a30",
        light="#c9a878",
        frame="#8d6844",
        dark_line="#2d1a10",
        light_line="#2d1a10",
        pattern="none",
        watermark=0.2,
        line=0.03,
        margins=(0.8, 0.8, 0.8, 0.8),
        thickness=0.15,
    ),
    table=TableLook("checked", "#d8d4cc", "#b4443c", 5),
    sensor=Sensor(noise=0.006, shot=0.022, blur=0.7, jpeg=85),
    skin="light",
    sleeve="red",
)

_SHELF: Final = DrawnLook(
    name="shelf",
    camera=CameraPlace(field=100, above=6.6, tilt=16, side=200, roll=-20, aim=(3.1, 2.4), k1=-0.22, k2=0.045),
    usual=DrawnLight(
        (Lamp(3, 12, 12, 4, (0.40, 0.42, 0.44)), Lamp(-6, -4, 10, 1, (0.20, 0.18, 0.16))), (0.24, 0.24, 0.24)
    ),
    calibration=DrawnLight((Lamp(3, 12, 12, 4, (0.48, 0.48, 0.48)),), (0.32, 0.32, 0.32)),
    changed=DrawnLight((Lamp(-6, -4, 10, 1, (0.50, 0.44, 0.38)),), (0.10, 0.10, 0.10)),
    cubes=CubeLook(
        edge=0.76,
        rounding=0.07,
        family="letters",
        sign_size=0.54,
        inks_on_white=("#c4301c", "#20569c", "#2c7a2a"),
        inks_on_black=("#ff6a4a", "#66a6ff", "#6fd070"),
        white="#e6e4dd",
        black="#26282c",
        gloss=0.3,
    ),
    board=BoardLook(
        dark="#4b2a55",
        light="#b8c4cc",
        frame="#241a2c",
        dark_line="#cfc2da",
        light_line="#3c4450",
        pattern="waves",
        watermark=0.08,
    ),
    table=TableLook("laminate", "#d9d6d0", "#bdb8b0", 0),
    sensor=Sensor(noise=0.006, shot=0.025, blur=0.75, vignette=0.5, jpeg=80),
    skin="dark",
    sleeve="grey",
)

_CEILING: Final = DrawnLook(
    name="ceiling",
    camera=CameraPlace(field=48, above=15.5, tilt=2.5, side=40, roll=90, aim=(3.0, 2.5)),
    usual=DrawnLight((Lamp(3, 2, 12, 2.5, (0.42, 0.52, 0.58)),), (0.22, 0.24, 0.25)),
    calibration=DrawnLight((Lamp(3, 2, 12, 2.5, (0.48, 0.52, 0.54)),), (0.26, 0.27, 0.28)),
    changed=DrawnLight((Lamp(14, 9, 9, 2, (0.40, 0.36, 0.32)),), (0.16, 0.15, 0.14)),
    cubes=CubeLook(
        edge=0.64,
        rounding=0.04,
        print="disc",
        family="geometric",
        sign_size=0.46,
        inks_on_white=("#d9541e", "#2a86b8", "#6a8f1e"),
        inks_on_black=("#e8641e", "#3a9ad0", "#86ac2a"),
        layout="aligned",
    ),
    board=BoardLook(
        dark="#1f1f23",
        light="#e4e2dc",
        frame="#c9c6be",
        dark_line="#6a6a70",
        light_line="#a8a59c",
        pattern="none",
        watermark=0.05,
        line=0.012,
        outer_line=False,
        margins=(0.35, 0.35, 0.35, 0.35),
    ),
    table=TableLook("planks", "#b89a74", "#8f7350", 80),
    sensor=Sensor(noise=0.008, shot=0.03, blur=0.9),
    skin="light",
    sleeve="white",
)

_TAGGED: Final = DrawnLook(
    name="tagged",
    camera=_KITCHEN.camera,
    usual=_DAYLIGHT,
    calibration=_DAYLIGHT,
    changed=_EVENING,
    cubes=CubeLook(tags=True),
    board=BoardLook(markers=True),
)

LOOKS: Final[dict[str, DrawnLook]] = {
    look.name: look for look in (_KITCHEN, _BULB, _STUDY, _GARDEN, _WORKSHOP, _SHELF, _CEILING, _TAGGED)
}
"""The last one has ArUco tags glued on its cubes, for comparisons."""
