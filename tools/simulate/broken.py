"""What a check raises."""


class Broken(Exception):
    """Something does not hold. The text says what; `rule` is the name of the rule."""

    def __init__(self, rule: str, text: str) -> None:
        self.rule = rule
        super().__init__(f"{rule}: {text}")
