"""The version of the firmware, in this one place."""

__version__ = "0.1.0"
