"""What cannot be done with a table, and why."""


class NoSuchGame(LookupError):
    def __init__(self, number: int) -> None:
        super().__init__(f"there is no game {number}")


class GameUnreadable(ValueError):
    """Events from elsewhere that are not those of a game."""

    def __init__(self, fault: Exception) -> None:
        super().__init__(f"this game cannot be read: {fault}")


class GameDecided(ValueError):
    def __init__(self, number: int) -> None:
        super().__init__(f"game {number} is over: there is nothing to go on with")


class OtherGame(ValueError):
    """The table is set up for another one, and cannot be for this one now."""

    def __init__(self, played: str, asked: str, why: object = "start it anew for that") -> None:
        super().__init__(f"{played} is played at this table, not {asked}: {why}")


class GameWentOn(RuntimeError):
    """What was asked for belongs to a position that stands no more."""


class NoVirtualTable(ValueError):
    def __init__(self) -> None:
        super().__init__("this table has a real camera: what lies there is moved by hand")
