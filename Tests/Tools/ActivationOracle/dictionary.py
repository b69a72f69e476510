"""The dictionary form of activation rules, straight from the specification's tables."""

from logic import both, either, negated

PREFIX = "NSExtensionActivation"
KEYS = {
    "SupportsAttachmentsWithMinCount", "SupportsAttachmentsWithMaxCount",
    "SupportsFileWithMaxCount", "SupportsImageWithMaxCount", "SupportsMovieWithMaxCount",
    "SupportsText", "SupportsWebURLWithMaxCount", "SupportsWebPageWithMaxCount",
    "DictionaryVersion", "UsesStrictMatching",
}
CATEGORIES = ["image", "movie", "webPage", "webURL", "text", "file"]
MAXIMUM = {
    "image": "SupportsImageWithMaxCount", "movie": "SupportsMovieWithMaxCount",
    "webPage": "SupportsWebPageWithMaxCount", "webURL": "SupportsWebURLWithMaxCount",
    "text": "SupportsText", "file": "SupportsFileWithMaxCount",
}
FILE_TYPES = ["public.data", "public.directory", "public.package", "com.apple.package",
              "public.file-url"]
FILE_MARKS = ["public.content", "public.archive", "public.executable", "public.directory",
              "public.package", "com.apple.package", "public.file-url"]


def number(key, value, lints):
    """The number that a value stands for."""
    def bad():
        lints.add("bad-value")
        return 0

    def coerced(result):
        lints.add("coerced-value")
        return result

    if value is True or value is False:
        if key in ("SupportsText", "UsesStrictMatching"):
            return int(value)
        return coerced(int(value))
    if isinstance(value, int):
        return value if value >= 0 else bad()
    if isinstance(value, str):
        if value and all(c in "0123456789" for c in value):
            return coerced(int(value))
        return bad()
    if isinstance(value, dict) and list(value) == ["$real"]:
        try:
            real = float(value["$real"])
        except ValueError:
            return bad()
        if real != real or real in (float("inf"), float("-inf")) or real < 0 or real != int(real):
            return bad()
        return coerced(int(real))
    return bad()


class DictionaryRule:
    def __init__(self, rule):
        self.lints = set()
        self.open_lints = set()
        n = {}
        for key, value in rule.items():
            short = key[len(PREFIX):] if key.startswith(PREFIX) else None
            if short not in KEYS:
                self.lints.add("unknown-key")
            else:
                n[short] = number(short, value, self.lints)
        self.declared = [c for c in CATEGORIES if n.get(MAXIMUM[c], 0) > 0]
        self.maximum = {c: n[MAXIMUM[c]] for c in self.declared if c != "text"}
        self.least = n.get("SupportsAttachmentsWithMinCount", 0)
        self.most = n.get("SupportsAttachmentsWithMaxCount", 0)
        version = n.get("DictionaryVersion", 1)
        if version not in (1, 2):
            version = 1
            self.open_lints.add("bad-value")  # "with a lint": the code is not said
        self.version = version
        self.strict = version == 2 and n.get("UsesStrictMatching", 0) > 0
        if not self.declared and not self.least and not self.most:
            (self.lints if not rule else self.open_lints).add("declares-nothing")

    @staticmethod
    def type_belongs(types, attachment, one, category):
        """Whether one type of an attachment makes it belong to a category."""
        is_a = lambda other: types.conforms(one, other)
        if category == "image":
            return is_a("public.image")
        if category == "movie":
            return is_a("public.movie")
        if category == "webPage":
            return either(is_a(t) for t in ("com.apple.property-list", "public.html",
                                            "com.apple.webarchive"))
        if category == "webURL":
            return both([is_a("public.url"), negated(is_a("public.file-url"))])
        if category == "text":
            return both([is_a("public.text"), negated(is_a("public.html"))])
        kind = either(is_a(t) for t in FILE_TYPES)
        mark = either(
            None if m == "public.file-url" and t.lower() != m and is_so else is_so
            for t in attachment for m in FILE_MARKS for is_so in [types.conforms(t, m)]
        )  # "registers public.file-url": whether a special case of it counts is open
        return both([kind, mark])

    def matches(self, types, items):
        """True, False, or None when the specification leaves it open."""
        every = [a for item in items for a in item]
        if not self.declared and not self.least and not self.most:
            return False
        if not every:
            return False
        if len(every) < self.least or (self.most and len(every) > self.most):
            return False
        if not self.declared:
            return True
        belongs = self.type_belongs
        counts = {c: 0 for c in CATEGORIES}
        unmatched = 0
        for attachment in every:
            for category in self.declared:
                answer = either(belongs(types, attachment, t, category) for t in attachment)
                if answer is None:
                    return None
                if answer:
                    counts[category] += 1
                    break
            else:
                unmatched += 1
        for category, most in self.maximum.items():
            if counts[category] > most:
                return False
        if unmatched == len(every):
            return False
        if self.strict:
            return unmatched == 0
        if self.version == 2:
            return True
        for attachment in every:
            good = [either(belongs(types, attachment, t, c) for c in self.declared)
                    for t in attachment]
            for one, answer in zip(attachment, good):
                if answer is None:
                    return None
                if answer:
                    continue
                neutral = any(g for g, t in zip(good, attachment)
                              if t.lower() != "public.file-url")
                if one.lower() == "public.file-url" and neutral:
                    continue
                if types.conforms(one, "public.file-url") and one.lower() != "public.file-url" \
                        and neutral:
                    return None  # a special case of a file URL: neutral or not?
                return False
        return True
