"""What the chip runs after boot.py. It compiles this file at each start; the rest is compiled."""

import marker

marker.run()
