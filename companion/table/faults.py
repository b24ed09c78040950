"""What cannot be done with a table, and why."""


class NoSuchGame(LookupError):
    def __init__(self, number: int) -> None:
        super().__init__(f"there is no game {number}")


class GameUnreadable(ValueError):
    """Events from elsewhere that are not those of a game."""

    def __init__(self, fault: Exception) -> None:
        super().__init__(f"this game cannot be read: {fault}")


class GameWentOn(RuntimeError):
    """What was asked for belongs to a position that stands no more."""


class NoVirtualTable(ValueError):
    def __init__(self) -> None:
        super().__init__("this table has a real camera: move the cubes by hand")
