"""`python3 -m tools COMMAND`. Any Python 3 can read this file, to be told if it is too old."""

import sys

if sys.version_info < (3, 10):
    sys.stderr.write(
        "The tools need Python 3.10 or newer and this is %d.%d: "
        "start them with a newer one, as in `python3.12 -m tools`.\n" % sys.version_info[:2]
    )
    sys.exit(2)

from tools.cli import main

sys.exit(main(sys.argv[1:]))
