"""A table drawn in perspective: cubes that roll, hands that come and go, the truth of every picture."""

from vision.virtual.dataset import SAMPLE_GAME, Game, write_dataset, write_game
from vision.virtual.gallery import LOOKS
from vision.virtual.harder import HARDER, harder, look_named, swayed
from vision.virtual.looks import BoardLook, CubeLook, Lamp, Light, Look, Sensor, TableLook
from vision.virtual.motion import Motion, Phase
from vision.virtual.optics import CameraPlace, Shift
from vision.virtual.placing import TableError, pieces_named
from vision.virtual.renderer import Renderer, render
from vision.virtual.scene import Glare, Hand, Piece, Prop, Scene, TileOnSquare
from vision.virtual.table import Action, VirtualTable, scenes
from vision.virtual.truth import TrueCube, Truth

__all__ = [
    "HARDER",
    "LOOKS",
    "SAMPLE_GAME",
    "Action",
    "BoardLook",
    "CameraPlace",
    "CubeLook",
    "Game",
    "Glare",
    "Hand",
    "Lamp",
    "Light",
    "Look",
    "Motion",
    "Phase",
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
    "Truth",
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
