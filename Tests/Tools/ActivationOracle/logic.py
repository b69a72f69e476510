"""Logic with a third value: None, for what the specification leaves open."""


def both(values):
    values = list(values)
    if any(v is False for v in values):
        return False
    return None if any(v is None for v in values) else True


def either(values):
    values = list(values)
    if any(v is True for v in values):
        return True
    return None if any(v is None for v in values) else False


def negated(value):
    return None if value is None else not value
