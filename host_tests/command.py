"""A command of tools/ as the command line runs it, in this process."""

import argparse
import sys
from types import ModuleType

from tools.refusal import Refusal


def run(command: ModuleType, *options: str) -> int:
    """The exit status of a command's module under these options."""
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    try:
        status: int = command.run(parser.parse_args(options))
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 2
    return status
