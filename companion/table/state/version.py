"""Which release of the program keeps this state."""

from importlib.metadata import PackageNotFoundError, version


def program_version() -> str:
    try:
        return version("himiki-companion")
    except PackageNotFoundError:
        return "unknown"
