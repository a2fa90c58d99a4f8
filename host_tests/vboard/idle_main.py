"""A firmware that does nothing: what is seen on the board then is boot.py's doing."""


class Idle:
    def __init__(self, board):
        self.board = board

    def step(self, now_ms):
        pass


def build(board):
    return Idle(board)
