"""The configuration: one TOML file (see `himiki config`)."""

from companion.config.reading import ConfigError, read_config
from companion.config.settings import Config

__all__ = ["Config", "ConfigError", "read_config"]
