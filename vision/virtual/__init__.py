"""A table drawn in perspective: cubes that roll, hands that come and go, the truth of every picture."""

from vision.virtual.dataset import SAMPLE_GAME, FilmedGame, write_dataset, write_game
from vision.virtual.gallery import LOOKS
from vision.virtual.harder import HARDER, harder, look_named, swayed
from vision.virtual.motion import Motion, MotionPhase
from vision.virtual.painting.renderer import Renderer, render
from vision.virtual.painting.truth import DrawnTruth, TrueCube
from vision.virtual.placing import TableError, pieces_named
from vision.virtual.scenes.looks import BoardLook, CubeLook, DrawnLight, DrawnLook, Lamp, Sensor, TableLook
from vision.virtual.scenes.optics import CameraPlace, Shift
from vision.virtual.scenes.scene import DrawnHand, LampGlare, Piece, Prop, Scene, TileOnSquare
from vision.virtual.table import Action, VirtualTable, scenes

__all__ = [
    "HARDER",
    "LOOKS",
    "SAMPLE_GAME",
    "Action",
    "BoardLook",
    "CameraPlace",
    "CubeLook",
    "DrawnHand",
    "DrawnLight",
    "DrawnLook",
    "DrawnTruth",
    "FilmedGame",
    "Lamp",
    "LampGlare",
    "Motion",
    "MotionPhase",
    "Piece",
    "Prop",
    "Renderer",
    "Scene",
    "Sensor",
    "Shift",
    "TableError",
    "TableLook",
    "TileOnSquare",
    "TrueCube",
    "VirtualTable",
    "harder",
    "look_named",
    "pieces_named",
    "render",
    "scenes",
    "swayed",
    "write_dataset",
    "write_game",
]
