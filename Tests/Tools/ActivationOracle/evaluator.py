"""What predicates are: evaluated over everything, with None for what is open."""

import unicodedata

import patterns
from logic import both, either, negated
from parser import WORDS

CHILD = {"root": "extensionItems", "item": "attachments", "attachment": "registeredTypeIdentifiers"}
KNOWN = set(CHILD.values()) | {"@count"}

UNKNOWN = ("unknown",)  # the value of a key path that is not known
UNSURE = ("unsure",)    # a value that the specification leaves open


def root(items):
    attachment = lambda types: ("attachment", [("str", t) for t in types])
    return ("root", [("item", [attachment(a) for a in item]) for item in items])


class Evaluator:
    # Fewer steps than FEW are never too many, more than STEPS always are.
    FEW, STEPS = 200_000, 3_000_000

    def __init__(self, types, items):
        self.types, self.root, self.steps = types, root(items), 0

    # Predicates

    def truth(self, node, scope=()):
        self.steps += 1
        if self.steps > self.STEPS:
            raise TimeoutError
        kind = node[0]
        if kind == "constant":
            return node[1]
        if kind == "not":
            return negated(self.truth(node[1], scope))
        if kind == "and":
            return both(self.truth(n, scope) for n in node[1])
        if kind == "or":
            return either(self.truth(n, scope) for n in node[1])
        _, quantifier, left, operator, marks, right = node
        return self.comparison(quantifier, left, operator, marks, right, scope)

    def comparison(self, quantifier, left, operator, marks, right, scope):
        l, r = self.value(left, scope), self.value(right, scope)
        if UNKNOWN in (l, r):
            return False
        if quantifier:
            if l[0] != "many":
                return None
            # Whether NONE over elements that do not compare is true is not said.
            each = [self.compare(e, operator, r, marks) for e in l[1]]
            if quantifier == "ANY":
                return either(each)
            if quantifier == "ALL":
                return both(each)
            if any(not self.compares(e, operator, r) for e in l[1]):
                return None
            return negated(either(each))
        if l[0] == "many":
            if left[0] == "list":
                return None
            return False
        return self.compare(l, operator, r, marks)

    def compares(self, l, operator, r):
        if operator in ("IN", "BETWEEN"):
            return r[0] == "many"
        return l[0] == r[0]

    def compare(self, l, operator, r, marks):
        if UNSURE in (l, r):
            return None
        if operator == "IN":
            if r[0] == "many":
                return either(self.equal(l, e) for e in r[1])
            return None if l[0] == r[0] == "str" else False
        if operator == "BETWEEN":
            if r[0] != "many" or len(r[1]) != 2:
                return False
            low, high = r[1]
            if l[0] == "num" == low[0] == high[0]:
                return None if low[1] > high[1] else low[1] <= l[1] <= high[1]
            if UNSURE in (low, high):
                return None
            if l[0] in ("num", "str") and {low[0], high[0]} <= {"num", "str"} and (
                    l[0] != low[0] or l[0] != high[0]):
                return False
            return None
        if operator in WORDS:
            if l[0] == r[0] == "str":
                return self.texts(l[1], operator, r[1], marks)
            return None if "nil" in (l[0], r[0]) else False
        if operator == "==":
            return self.equal(l, r)
        if operator == "!=":
            if l[0] == r[0]:
                return negated(self.equal(l, r))
            return self.foreign(l, r)
        if l[0] == r[0] == "num" or (l[0] == r[0] == "str" and (l[1] + r[1]).isascii()):
            a, b = l[1], r[1]
            return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[operator]
        return None if l[0] == r[0] else self.foreign(l, r)

    @staticmethod
    def foreign(l, r):
        """The comparison of two different kinds: false; but some kinds may be one."""
        objects = {"root", "item", "attachment"}
        if {l[0], r[0]} == {"num", "bool"} or "nil" in (l[0], r[0]) or {l[0], r[0]} <= objects:
            return None
        return False

    def equal(self, l, r):
        if UNSURE in (l, r):
            return None
        if l[0] != r[0]:
            return self.foreign(l, r)
        if l[0] == "str":
            if l[1] == r[1]:
                return True
            same = unicodedata.normalize("NFC", l[1]) == unicodedata.normalize("NFC", r[1])
            return None if same else False
        if l[0] in ("num", "bool"):
            return l[1] == r[1]
        return True if l[0] == "nil" else None

    def texts(self, l, operator, r, marks):
        if operator.startswith("UTI"):
            if operator == "UTI-CONFORMS-TO":
                if l == r == "":
                    return None
                return self.types.conforms(l, r)
            if l == r:
                return True if l else None
            return None if l.lower() == r.lower() else False
        if operator == "MATCHES":
            if marks not in ("", "c"):
                return None
            return patterns.matches(r, l, marks == "c")
        if not (l + r).isascii():
            if any(ord(c) > 0x17f for c in l + r):
                return None
        if "d" in marks:
            strip = lambda t: "".join(
                c for c in unicodedata.normalize("NFD", t) if not unicodedata.combining(c))
            l, r = strip(l), strip(r)
        if "c" in marks:
            l, r = l.lower(), r.lower()
        if operator == "LIKE":
            return None if "\\" in r else like(r, l)
        if r == "":
            return None
        return {"BEGINSWITH": l.startswith(r), "ENDSWITH": l.endswith(r), "CONTAINS": r in l}[
            operator]

    # Values

    def value(self, node, scope):
        kind = node[0]
        if kind == "string":
            return ("str", node[1])
        if kind == "number":
            return ("num", node[1])
        if kind == "boolean":
            return ("bool", node[1])
        if kind == "nil":
            return ("nil",)
        if kind == "self":
            return self.root
        if kind == "list":
            values = [self.value(n, scope) for n in node[1]]
            if UNKNOWN in values:
                return UNKNOWN
            return UNSURE if UNSURE in values else ("many", values)
        if kind == "path":
            start = self.root if node[1] is None else dict(scope)[node[1]]
            return self.path(start, node[2])
        _, source, name, inner, keys = node
        values = self.value(source, scope)
        if values == UNKNOWN:
            return UNKNOWN
        if values[0] != "many":
            return UNSURE
        chosen, unsure = [], 0
        for one in values[1]:
            answer = self.truth(inner, scope + ((name, one),))
            if answer:
                chosen.append(one)
            unsure += answer is None
        if any(k not in KNOWN for k in keys):
            return UNKNOWN
        return UNSURE if unsure else self.path(("many", chosen), keys)

    def path(self, value, keys):
        if any(k not in KNOWN for k in keys):
            return UNKNOWN
        for key in keys:
            if key == "@count":
                if value[0] != "many":
                    return UNSURE
                value = ("num", len(value[1]))
                continue
            if value[0] == "many":
                result = []
                for one in value[1]:
                    if CHILD.get(one[0]) != key:
                        return UNSURE
                    result += one[1]
                value = ("many", result)
            elif CHILD.get(value[0]) == key:
                value = ("many", value[1])
            else:
                return UNSURE  # a known key in another place
        return value


def like(pattern, text):
    if pattern == "":
        return text == ""
    if pattern[0] == "*":
        return any(like(pattern[1:], text[n:]) for n in range(len(text) + 1))
    return text != "" and pattern[0] in ("?", text[0]) and like(pattern[1:], text[1:])
