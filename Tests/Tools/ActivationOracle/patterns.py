"""The patterns of MATCHES: a plain subset, in which all dialects of patterns agree."""

import re


class NotPlain(Exception):
    pass


def is_plain(pattern):
    """Whether a pattern is one that every implementation takes, with one meaning."""
    try:
        parser = _Plain(pattern)
        parser.alternatives(0)
        return parser.at == len(pattern)
    except NotPlain:
        return False


def matches(pattern, text, ignoring_case):
    if not is_plain(pattern):
        return None
    if any(ord(c) > 126 or ord(c) < 32 for c in pattern + text):
        return None
    return re.fullmatch(pattern, text, re.IGNORECASE if ignoring_case else 0) is not None


class _Plain:
    def __init__(self, text):
        self.text, self.at = text, 0

    def alternatives(self, depth):
        """Gives whether a quantifier and whether an alternation stands inside."""
        quantified = alternation = False
        while True:
            while self.at < len(self.text) and self.text[self.at] not in "|)":
                q, a = self.piece(depth)
                quantified, alternation = quantified or q, alternation or a
            if self.at < len(self.text) and self.text[self.at] == "|":
                self.at += 1
                alternation = True
                continue
            if depth == 0 and self.at < len(self.text):
                raise NotPlain
            return quantified, alternation

    def piece(self, depth):
        c = self.text[self.at]
        self.at += 1
        quantified = alternation = False
        if c == "(":
            if self.text[self.at:self.at + 1] == "?":
                raise NotPlain
            quantified, alternation = self.alternatives(depth + 1)
            if self.text[self.at:self.at + 1] != ")":
                raise NotPlain
            self.at += 1
        elif c == "[":
            end = self.text.find("]", self.at)
            inside = self.text[self.at:end]
            if end < 0 or not re.fullmatch(r"\^?(?:[a-z0-9]-[a-z0-9]|[a-zA-Z0-9_.])+", inside):
                raise NotPlain
            for pair in re.findall(r"(.)-(.)", inside):
                if pair[0] > pair[1] or pair[0].isdigit() != pair[1].isdigit():
                    raise NotPlain
            self.at = end + 1
        elif c == "\\":
            if self.text[self.at:self.at + 1] not in tuple(".*+?()[]|"):
                raise NotPlain
            self.at += 1
        elif not (c.isascii() and (c.isalnum() or c in " _/:@.")):
            raise NotPlain
        if self.text[self.at:self.at + 1] in ("*", "+", "?"):
            if quantified or alternation:
                raise NotPlain
            self.at += 1
            quantified = True
            if self.text[self.at:self.at + 1] in tuple("*+?{"):
                raise NotPlain
        return quantified, alternation
