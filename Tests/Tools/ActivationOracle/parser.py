"""The grammar of predicates, one function a rule, straight from the specification."""

from dictionary import KEYS, PREFIX

WHITE = set(" \t\n\r\v\f\u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000") | set(
    chr(c) for c in range(0x2000, 0x200b))
LETTERS = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
DIGITS = set("0123456789")
SYMBOLS = ["==", "!=", "<>", "<=", "=<", ">=", "=>", "=", "<", ">"]
SAME = {"=": "==", "<>": "!=", "=<": "<=", "=>": ">="}
WORDS = ["BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES", "UTI-CONFORMS-TO", "UTI-EQUALS"]
RESERVED = {"AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE", "IN", "BETWEEN", "BEGINSWITH",
            "ENDSWITH", "CONTAINS", "LIKE", "MATCHES", "TRUEPREDICATE", "FALSEPREDICATE",
            "SUBQUERY", "TRUE", "FALSE", "YES", "NO", "NIL", "NULL", "SELF"}
CALLS = {"FUNCTION", "CAST", "TERNARY", "BLOCK"}
NESTING, BYTES, NODES = 64, 65536, 10000


class Refused(Exception):
    """The rule is refused; code and place are None where the specification does not tell."""

    def __init__(self, at, code=None):
        self.at, self.code = at, code


class Open(Exception):
    """The specification does not tell whether this is a rule."""


class Parser:
    def __init__(self, text):
        self.text, self.at, self.depth = text, 0, 0
        self.bound, self.lints, self.quirks = [], set(), set()
        self.few = self.many = 0  # the nodes by the narrowest and by the widest way of counting
        if len(text.encode("utf-8", "surrogatepass")) > BYTES:
            raise Refused(None, "source-too-long")
        self.tree = self.predicate()
        self.white()
        if self.at < len(text):
            self.foreign()
            raise Refused(self.at, "trailing-text")
        if self.few > NODES:
            raise Refused(None, "too-many-nodes")
        if self.many > NODES:
            raise Open  # what a node is is not said

    # Characters

    def white(self):
        self.many += 1
        while self.at < len(self.text) and self.text[self.at] in WHITE:
            self.at += 1

    def peek(self):
        self.white()
        return self.text[self.at] if self.at < len(self.text) else ""

    def foreign(self):
        """Refuses what can stand nowhere outside a string."""
        c = self.peek()
        if c == "\\":
            raise Refused(self.at, "backslash")
        if c == "%":
            raise Refused(self.at, "format-specifier")
        if c in "\"'" and c:
            start = self.at
            self.string()
            self.at = start
        if c == "$" and not self.text[self.at + 1:self.at + 2] in (LETTERS or [""]):
            if self.text[self.at + 1:self.at + 2] > "\x7f":
                raise Open
            raise Refused(self.at, "dollar-without-name")

    def take(self, symbol):
        self.white()
        if self.text.startswith(symbol, self.at):
            self.at += len(symbol)
            return True
        return False

    def word(self):
        """The word at this place in upper case, not taken, with where it ends."""
        self.white()
        end = self.at
        if end < len(self.text) and self.text[end] in LETTERS:
            while end < len(self.text) and self.text[end] in LETTERS | DIGITS:
                end += 1
            word = self.text[self.at:end].upper()
            if word == "UTI":
                for long in ("UTI-CONFORMS-TO", "UTI-EQUALS"):
                    stop = self.at + len(long)
                    if self.text[self.at:stop].upper() == long:
                        if self.text[stop:stop + 1] in LETTERS | DIGITS and stop < len(self.text):
                            raise Open
                        return long, stop
            if end < len(self.text) and self.text[end] > "\x7f" and self.text[end] not in WHITE:
                raise Open  # which letters make identifiers is not said
            return word, end
        if end < len(self.text) and self.text[end] > "\x7f":
            raise Open
        return "", end

    def keyword(self, *words):
        word, end = self.word()
        if word in words:
            self.at = end
            return word
        return None

    def enter(self, at):
        self.depth += 1
        if self.depth > NESTING:
            raise Refused(at, "nesting-too-deep")

    # The grammar

    def predicate(self):
        parts, mixed = [], False
        while True:
            part, is_and = self.conjunction()
            parts.append(part)
            mixed = mixed or is_and
            if not (self.take("||") or self.keyword("OR")):
                break
        if len(parts) > 1 and mixed:
            self.lints.add("mixed-and-or")
        return parts[0] if len(parts) == 1 else ("or", parts)

    def conjunction(self):
        parts = [self.inversion()]
        while self.take("&&") or self.keyword("AND"):
            parts.append(self.inversion())
        return (parts[0], False) if len(parts) == 1 else (("and", parts), True)

    def inversion(self):
        c, at = self.peek(), self.at
        if c == "!" and self.text[at:at + 2] != "!=":
            self.at += 1
        elif not self.keyword("NOT"):
            return self.primary()
        self.enter(at)
        result = ("not", self.inversion())
        self.depth -= 1
        return result

    def primary(self):
        word = self.keyword("TRUEPREDICATE", "FALSEPREDICATE")
        if word:
            self.few += 1
            return ("constant", word == "TRUEPREDICATE")
        if self.peek() == "(":
            self.enter(self.at)
            self.at += 1
            inner = self.predicate()
            self.close(")")
            self.depth -= 1
            return inner
        quantifier = self.keyword("ANY", "SOME", "ALL", "NONE")
        self.few += 1
        left = self.operand()
        operator = self.operator()
        marks = ""
        if operator in WORDS:
            marks = self.modifier()
        elif self.peek() == "[":
            raise Refused(None)
        right = self.operand()
        if operator == "BETWEEN" and not (right[0] == "list" and len(right[1]) == 2):
            self.quirks.add("BETWEEN without a list of two")
        if operator in ("MATCHES", "LIKE") and right[0] != "string":
            self.quirks.add("a pattern that is no string")
        if operator == "LIKE" and right[0] == "string" and "\\" in right[1]:
            self.quirks.add("a backslash in LIKE")
        if operator == "MATCHES" and right[0] == "string":
            import patterns
            if not patterns.is_plain(right[1]):
                self.quirks.add("a pattern that may be refused")
        return ("compare", {"SOME": "ANY"}.get(quantifier, quantifier), left, operator, marks,
                right)

    def operator(self):
        self.foreign()
        for symbol in SYMBOLS:
            if self.take(symbol):
                return SAME.get(symbol, symbol)
        word = self.keyword("BETWEEN", "IN", *WORDS)
        if word:
            return word
        if self.peek() == "[":
            raise Refused(self.at)  # a message send, or only no operator?
        raise Refused(self.at, "missing-operator")

    def modifier(self):
        if not self.take("["):
            return ""
        self.white()
        end = self.text.find("]", self.at)
        inside = self.text[self.at:end] if end >= 0 else ""
        if inside.strip() in ("c", "d", "cd"):
            self.at = end + 1
            return inside.strip()
        if inside.strip().lower() in ("c", "d", "cd", "dc"):
            raise Open
        raise Refused(None)

    def close(self, symbol):
        if not self.take(symbol):
            self.foreign()
            raise Refused(None)

    def operand(self):
        self.foreign()
        c, at = self.peek(), self.at
        if c == "":
            raise Refused(None)
        if c in "\"'":
            return ("string", self.string())
        if c == "{":
            return self.list()
        if c == "$":
            return self.variable()
        if c in DIGITS or c in "-+.":
            return self.number()
        if c == "@":
            raise Open  # may a key path begin with @count?
        word, end = self.word()
        if not word:
            raise Refused(None)
        if word == "SUBQUERY":
            return self.subquery()
        if word in ("TRUE", "YES", "FALSE", "NO", "NIL", "NULL", "SELF"):
            self.at = end
            if self.peek() == ".":
                raise Open  # SELF.key is common elsewhere, and not in the grammar
            if word in ("NIL", "NULL"):
                return ("nil",)
            return ("self",) if word == "SELF" else ("boolean", word in ("TRUE", "YES"))
        if word in RESERVED or word.startswith("UTI-"):
            raise Refused(None)
        after = end
        while after < len(self.text) and self.text[after] in WHITE:
            after += 1
        if self.text[after:after + 1] == "(":
            raise Refused(None)  # FUNCTION(, CAST(, TERNARY(, and all other calls
        name = self.text[at:end]
        if name.startswith(PREFIX):
            if name[len(PREFIX):] in KEYS and self.text[after:after + 1] != ".":
                raise Refused(at, "dictionary-key-name")
            self.quirks.add("a key name in a path")
        if word in CALLS:
            raise Refused(at)
        self.at = end
        return ("path", None, [name] + self.keys())

    def keys(self):
        result = []
        while self.peek() == ".":
            self.at += 1
            c, at = self.peek(), self.at
            if c and c in "\"'":
                result.append(self.string())
                continue
            if c == "@":
                if self.text[at:at + 6] == "@count" and not (
                        self.text[at + 6:at + 7] in LETTERS | DIGITS and at + 6 < len(self.text)):
                    self.at += 6
                    result.append("@count")
                    continue
                raise Open
            word, end = self.word()
            if not word:
                self.foreign()
                raise Refused(None)
            if word in RESERVED or "-" in word:
                raise Open  # is a keyword an identifier after a dot?
            if self.text[end:end + 1] == "(" or self.text[at:end].startswith(PREFIX):
                raise Open
            result.append(self.text[at:end])
            self.at = end
        return result

    def variable(self):
        at = self.at
        self.at += 1
        word, end = self.word() if self.text[self.at:self.at + 1] in LETTERS else ("", self.at)
        name = self.text[at + 1:end]
        if not name:
            raise Refused(at, "dollar-without-name")
        self.at = end
        if name not in self.bound:
            raise Refused(at)
        return ("path", name, self.keys())

    def subquery(self):
        self.enter(self.at)
        self.at += len("SUBQUERY")
        self.close("(")
        source = self.operand()
        self.close(",")
        self.foreign()
        if self.peek() != "$":
            raise Refused(None)
        at = self.at
        self.at += 1
        word, end = self.word() if self.text[self.at:self.at + 1] in LETTERS else ("", self.at)
        if not word:
            raise Refused(at, "dollar-without-name")
        name = self.text[at + 1:end]
        self.at = end
        self.close(",")
        self.bound.append(name)
        inner = self.predicate()
        self.bound.pop()
        self.close(")")
        self.depth -= 1
        return ("subquery", source, name, inner, self.keys())

    def list(self):
        self.enter(self.at)
        self.at += 1
        result = []
        if not self.take("}"):
            result.append(self.operand())
            while self.take(","):
                result.append(self.operand())
            self.close("}")
        self.depth -= 1
        return ("list", result)

    def number(self):
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in DIGITS | set("+-.") | LETTERS:
            self.at += 1
        text = self.text[start:self.at]
        whole, dot, part = text.partition(".")
        digits = lambda t: t != "" and all(c in DIGITS for c in t)
        if digits(whole) and (digits(part) if dot else True) and len(text) < 16:
            return ("number", float(text) if dot else int(text))
        if digits(whole[1:]) and whole[0] == "-" and (digits(part) if dot else True):
            self.quirks.add("a negative number")
            return ("number", float(text) if dot else int(text))
        raise Open  # other forms of numbers

    def string(self):
        quote, start = self.text[self.at], self.at
        self.at += 1
        result = []
        while True:
            c = self.text[self.at:self.at + 1]
            if c == "":
                raise Refused(start, "unterminated-string")
            self.at += 1
            if c == quote:
                return "".join(result)
            if c != "\\":
                result.append(c)
                continue
            c = self.text[self.at:self.at + 1]
            self.at += 1
            simple = {"\\": "\\", '"': '"', "'": "'", "n": "\n", "t": "\t", "r": "\r"}
            if c in simple and c:
                result.append(simple[c])
            elif c == "u" and len(h := self.text[self.at:self.at + 4]) == 4 and all(
                    x in "0123456789abcdefABCDEF" for x in h):
                if 0xD800 <= int(h, 16) < 0xE000:
                    raise Open
                result.append(chr(int(h, 16)))
                self.at += 4
            elif c == "":
                raise Refused(start, "unterminated-string")
            else:
                raise Open  # an escape that is not listed


def place(text, at):
    """The line and column, from 1, of a place; None when it is not clear how to count."""
    before = text[:at]
    plain = before.replace("\r\n", "\n")
    if any(c in plain for c in "\r\v\f\u0085\u2028\u2029") or any(
            ord(c) > 0x2ff and not 0x4e00 <= ord(c) < 0xa000 for c in plain):
        return None
    line = plain.count("\n") + 1
    return [line, len(plain) - (plain.rfind("\n") + 1) + 1]
