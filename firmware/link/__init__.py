"""The board's way to a club's broker. Loaded only where the board file has a "link"."""
