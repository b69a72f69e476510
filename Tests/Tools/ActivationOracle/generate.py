#!/usr/bin/env python3
"""Generates cases of activation rules in the form of Cases/activation.json.

The expected values come from oracle.py, which knows nothing of OrielActivation.

    generate.py tables                    all systematic cases
    generate.py random SEED COUNT         random rules and requests
    generate.py compact > ../../OrielActivationTests/Cases/generated.json
                                          the committed choice of both

More cases than the committed ones are run so (any number of files, separated by colons):

    generate.py random 7 100000 > /tmp/more.json
    ORIEL_RULE_CASES=/tmp/more.json swift test --filter CaseTests
"""

import itertools
import json
import random
import sys

from conformance import built_in
from dictionary import KEYS, PREFIX
from oracle import judge

TYPE_SETS = [
    ["public.png"], ["public.jpeg", "public.file-url"], ["public.mpeg-4"],
    ["public.mpeg", "public.file-url"], ["public.url"], ["public.file-url"],
    ["public.url", "public.file-url"], ["public.url", "public.plain-text"],
    ["public.plain-text"], ["public.plain-text", "public.file-url"], ["public.rtf"],
    ["public.html"], ["public.html", "public.plain-text"], ["public.html", "public.url"],
    ["public.xhtml"], ["public.xml"], ["com.apple.webarchive"], ["com.apple.property-list"],
    ["com.apple.property-list", "public.url"], ["com.apple.xml-property-list"],
    ["com.apple.binary-property-list", "public.file-url"], ["com.adobe.pdf"],
    ["com.adobe.pdf", "public.file-url"], ["public.zip-archive"], ["public.directory"],
    ["public.folder", "public.file-url"], ["public.package"], ["com.apple.package"],
    ["com.apple.rtfd"], ["com.apple.application-bundle"], ["public.executable"],
    ["public.unix-executable", "public.file-url"], ["public.data"],
    ["public.data", "public.file-url"], ["public.data", "public.url"],
    ["public.x509-certificate"], ["public.item"], ["public.content"], ["public.mp3"],
    ["public.svg-image"], ["public.svg-image", "public.html"], ["public.email-message"],
    ["public.email-message", "public.file-url"], ["public.vcard"], ["public.contact"],
    ["com.example.kiln"], ["com.example.kiln", "public.file-url"],
    ["com.example.kiln", "public.png"], ["com.example.kiln", "public.url"], [],
    ["PUBLIC.PNG"], ["Public.URL", "PUBLIC.FILE-URL"], ["public.png", "public.mpeg"],
    ["public.jpeg", "public.url"], ["public.png", "public.plain-text", "public.url"],
    ["public.zip-archive", "public.url"], ["dyn.suffix.kiln"],
]
CATEGORY_KEYS = ["SupportsImageWithMaxCount", "SupportsMovieWithMaxCount",
                 "SupportsWebPageWithMaxCount", "SupportsWebURLWithMaxCount", "SupportsText",
                 "SupportsFileWithMaxCount"]
VERSIONS = [{}, {"DictionaryVersion": 1}, {"DictionaryVersion": 2},
            {"DictionaryVersion": 2, "UsesStrictMatching": True},
            {"UsesStrictMatching": True}, {"DictionaryVersion": 2, "UsesStrictMatching": False}]
VALUES = [0, 1, 2, 1000000, -1, True, False, {"$real": "2.0"}, {"$real": "1.5"},
          {"$real": "-2.0"}, {"$real": "0.0"}, {"$real": "1e3"}, "1", "2", "0", "007", "-1", "+1",
          " 1", "1 ", "", "YES", "true", "1.0", "0x1", "99999999999999999999", [], [1],
          {"a": 1}, {"$date": "2020-01-01T00:00:00Z"}, {"$data": "AQ=="}]

IMAGE = ("SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, "
         "ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO \"public.image\").@count > 0)")


def full(rule):
    return {PREFIX + key: value for key, value in rule.items()}


def case(what, section, rule, items, **more):
    return {"what": what, "section": section, "rule": rule, "items": items, **more}


def request(*attachments):
    return [{"attachments": [list(a) for a in attachments]}]


# Dictionaries

def values():
    for key in sorted(KEYS):
        for value in VALUES:
            for rule, items in [
                ({key: value}, request(["public.png"])),
                ({"SupportsText": 1, key: value}, request(["public.plain-text"])),
                ({"SupportsText": 1, "DictionaryVersion": 2, key: value},
                 request(["public.plain-text"], ["com.example.kiln"])),
            ]:
                yield case(f"{key} is {json.dumps(value)}", "values", full(rule), items)
    for key, types in [("SupportsImageWithMaxCount", "public.png"),
                       ("SupportsMovieWithMaxCount", "public.mpeg"),
                       ("SupportsWebPageWithMaxCount", "public.html"),
                       ("SupportsWebURLWithMaxCount", "public.url"),
                       ("SupportsText", "public.rtf"),
                       ("SupportsFileWithMaxCount", "com.adobe.pdf")]:
        for value in VALUES:
            for count in (1, 2, 3):
                yield case(f"{count} of {key} {json.dumps(value)}", "values",
                           full({key: value}), request(*[[types]] * count))


def categories():
    keys = [(k,) for k in CATEGORY_KEYS] + list(itertools.combinations(CATEGORY_KEYS, 2)) + [
        tuple(CATEGORY_KEYS)]
    for chosen in keys:
        for types in TYPE_SETS:
            for version in VERSIONS[:4]:
                rule = {**{k: 2 for k in chosen}, **version}
                yield case(f"{' '.join(chosen)}: {' '.join(types)}", "dict-category", full(rule),
                           request(types))


def pairs(source):
    for first, second in itertools.product(TYPE_SETS, TYPE_SETS):
        rule = {k: source.choice([1, 1, 2]) for k in source.sample(CATEGORY_KEYS,
                                                                  source.randint(1, 3))}
        rule.update(source.choice(VERSIONS))
        yield case("two attachments", "dict-pairs", full(rule), request(first, second))


def bounds():
    for least in (None, 0, 1, 2, 3):
        for most in (None, 0, 1, 2, 3):
            for text in (None, 0, 1):
                for count in range(5):
                    for version in VERSIONS[:4]:
                        rule = {"SupportsAttachmentsWithMinCount": least,
                                "SupportsAttachmentsWithMaxCount": most, "SupportsText": text}
                        rule = {k: v for k, v in rule.items() if v is not None}
                        yield case(f"{count} attachments", "dict-bounds",
                                   full({**rule, **version}),
                                   request(*[["public.plain-text"]] * count))


def shapes():
    rules = [full({"SupportsText": 1}), full({"SupportsText": 1, "DictionaryVersion": 2}),
             full({"SupportsAttachmentsWithMaxCount": 2}), "TRUEPREDICATE", "FALSEPREDICATE",
             "extensionItems.@count == 1", "extensionItems.attachments.@count == 1",
             "extensionItems.attachments.registeredTypeIdentifiers.@count == 1",
             "ANY extensionItems.attachments.registeredTypeIdentifiers UTI-CONFORMS-TO "
             "'public.text'", "ALL extensionItems.attachments.registeredTypeIdentifiers "
             "UTI-CONFORMS-TO 'public.text'", "NONE extensionItems.attachments."
             "registeredTypeIdentifiers UTI-CONFORMS-TO 'public.text'", None]
    requests = [[], [{}], [{"attachments": None}], [{"attachments": []}], [{"text": "x"}],
                [{"text": ""}], [{"text": " "}], [{"text": "x", "attachments": [["public.png"]]}],
                [{"text": "x", "attachments": []}], [{"text": "x"}, {"text": "y"}],
                [{"text": "x", "times": 3}], [{"attachments": [[]]}], [{"attachments": [[], []]}],
                [{"attachments": [[], ["public.plain-text"]]}], [{}, {"text": "x"}],
                [{"attachments_repeat": [["public.plain-text"], 3]}], None]
    for rule in rules:
        for items in requests:
            yield case("unusual requests", "shapes", rule, items)
    yield case("a point without rules", "no-rule", None, request(["public.png"]),
               point="com.apple.keyboard-service")
    yield case("a point without rules", "no-rule", {}, request(["public.png"]),
               point="com.apple.keyboard-service")
    for value in ([], ["TRUEPREDICATE"], 1, True, {"$real": "1.0"}):
        yield case("a value that is no rule", "kinds", value, request(["public.png"]))
    for where in ("attributes", "extension", "root"):
        for rule in (full({"SupportsText": 1}), IMAGE + ".@count > 0", None):
            yield case("keys beside the rule", "misplaced", rule, request(["public.png"]),
                       beside={where: full({"SupportsImageWithMaxCount": 1})})
    for key in ("SupportsText", "NSExtensionActivationsupportstext", "NSExtensionActivation",
                PREFIX + "SupportsTexts", PREFIX + "SupportsImageWithMaxCounts",
                PREFIX + "SupportsAudioWithMaxCount", "x", ""):
        yield case("an unknown key", "unknown-key", {key: 1, PREFIX + "SupportsText": 1},
                   request(["public.plain-text"]))


def declared():
    for kind in ("exported", "imported"):
        for parents in (["public.image"], ["public.text"], ["public.file-url"], ["public.url"],
                        ["public.data"], ["public.content"], [], ["com.example.none"],
                        ["Public.Image", "public.plain-text"], ["com.example.glaze"]):
            types = {kind: [{"id": "com.Example.kiln", "conformsTo": parents},
                            {"id": "com.example.glaze", "conformsTo": ["public.movie"]}]}
            for rule in [full({k: 1}) for k in CATEGORY_KEYS] + [IMAGE + ".@count > 0"]:
                yield case(f"declared {parents}", "types-declared", rule,
                           request(["com.example.kiln"]), types=types)
    both = {"exported": [{"id": "com.example.kiln", "conformsTo": ["public.image"]}],
            "imported": [{"id": "com.example.kiln", "conformsTo": ["public.movie"]},
                         {"id": "public.png", "conformsTo": ["public.movie"]}]}
    for rule in [full({k: 1}) for k in CATEGORY_KEYS]:
        for one in ("com.example.kiln", "public.png"):
            yield case("exported and imported", "types-declared", rule, request([one]), types=both)
    chain = [{"id": f"com.example.k{n}", "conformsTo": [f"com.example.k{n + 1}"]}
             for n in range(50)] + [{"id": "com.example.k50", "conformsTo": ["public.image"]}]
    for kind in ("exported", "imported"):
        yield case("a long chain", "types-declared", IMAGE + ".@count > 0",
                   request(["com.example.k0"]), types={kind: chain})
        ring = chain[:-1] + [{"id": "com.example.k50", "conformsTo": ["com.example.k0"]}]
        yield case("a ring", "types-cycle", IMAGE + ".@count > 0", request(["com.example.k7"]),
                   types={kind: ring})
    yield case("below a ring", "types-cycle", IMAGE + ".@count > 0", request(["com.example.out"]),
               types={"exported": ring + [{"id": "com.example.out", "conformsTo":
                                           ["com.example.k0", "public.png"]}]})


# Predicates

def every_operator():
    operators = ["==", "=", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>", "IN", "BETWEEN",
                 "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES", "UTI-CONFORMS-TO",
                 "UTI-EQUALS"]
    operands = ["1", "2", "1.0", "1.5", "'public.png'", "'png'", "\"PUBLIC.PNG\"", "''", "TRUE",
                "no", "NIL", "SELF", "{1, 2}", "{'public.png'}", "{}", "extensionItems",
                "extensionItems.@count", "extensionItems.attachments.@count", "sourceApplication",
                "extensionItems.attachments.registeredTypeIdentifiers",
                "SUBQUERY(extensionItems, $i, TRUEPREDICATE)",
                "SUBQUERY(extensionItems, $i, TRUEPREDICATE).@count"]
    for operator in operators:
        for left in operands:
            for right in operands:
                for quantifier in ("", "ANY ", "all ", "None "):
                    if quantifier and left[0] in "123'\"TNS" and not left.startswith("SUB"):
                        continue
                    yield case(f"operator {operator}", "operators",
                               f"{quantifier}{left} {operator} {right}", request(["public.png"]))
    for operator in operators:
        for mark in ("[c]", "[d]", "[cd]", "[dc]", "[C]", " [ c ] ", "[]", "[x]", "[c", "c]", "[cc]",
                     "[c][d]", "[c d]", "[n]", "[cdn]"):
            for left, right in (("'PNG'", "'png'"), ("'caf\u00e9'", "'cafe'"), ("1", "1"),
                                ("'CAF\u00c9'", "'cafe'")):
                yield case(f"{operator}{mark}", "operators", f"{left} {operator}{mark} {right}",
                           request(["public.png"]))


def keywords(source):
    rules = ["TRUEPREDICATE", "NOT FALSEPREDICATE", "TRUEPREDICATE AND NOT FALSEPREDICATE",
             "TRUE == YES OR FALSE == NO", "NIL == NULL", "1 IN {1}", "1 BETWEEN {0, 2}",
             "'ab' BEGINSWITH 'a'", "'ab' ENDSWITH 'b'", "'abc' CONTAINS 'b'", "'ab' LIKE 'a?'",
             "'ab' MATCHES 'a.'", "'public.png' UTI-CONFORMS-TO 'public.image'",
             "'public.png' UTI-EQUALS 'public.png'", "ANY {1, 2} == 1", "SOME {1, 2} == 1",
             "ALL {1, 2} > 0", "NONE {1, 2} == 3", IMAGE + ".@count == 1",
             "SUBQUERY(extensionItems, $i, SELF == 'x').@count == 0"]
    def turn(text, how):
        parts = text.split("'")
        for n in range(0, len(parts), 2):
            words = []
            for word in parts[n].replace("(", "( ").replace("{", "{ ").split(" "):
                if word.strip("({,)").isupper() or word.startswith("UTI"):
                    word = how(word)
                words.append(word)
            parts[n] = " ".join(words)
        return "'".join(parts)
    mixed = lambda w: "".join(source.choice([c.lower(), c.upper()]) for c in w)
    for rule in rules:
        for how in (str.upper, str.lower, str.title, mixed, mixed):
            yield case("keywords in any case", "keywords", turn(rule, how), request(["public.png"]))


def white(source):
    tokens = [["SUBQUERY", "(", "extensionItems", ",", "$i", ",", "$i", ".", "attachments", ".",
               "@count", "==", "1", ")", ".", "@count", ">=", "1"],
              ["(", "extensionItems", ".", "@count", "==", "1", "||", "FALSEPREDICATE", ")", "&&",
               "!", "(", "1", "IN", "{", "2", ",", "3", "}", ")"],
              ["NOT", "(", "'a'", "CONTAINS", "[", "cd", "]", "'B'", ")", "AND", "(", "1", "<", "2",
               ")"]]
    spaces = [" ", "\t", "\n", "\r\n", "\r", "\u00a0", "\u2003", "\u2028", "\u3000", "\v", "\f",
              "  ", " \n ", "\u0085"]
    wordy = lambda t: t[0].isalnum() or t[0] in "_"
    for line in tokens:
        for space in spaces + [None] * 6:
            text = ""
            for token in line:
                need = text and wordy(token) and wordy(text[-1])
                if space:
                    text += space
                elif need or source.random() < 0.3:
                    text += source.choice(spaces[:4])
                text += token
            yield case("white space", "whitespace", text + (space or ""), request(["public.png"]))
    for c in ("\u200b", "\ufeff", "\u0000", "\u001f", "\u00ad", "\u180e"):
        yield case("no white space", "whitespace", f"1 =={c} 1", request(["public.png"]))


def strings():
    for text, value in [("\\\\", "\\"), ('\\"', '"'), ("\\'", "'"), ("\\n", "\n"), ("\\t", "\t"),
                        ("\\r", "\r"), ("\\u0041", "A"), ("\\u00e9", "\u00e9"), ("\\u4e2d", "\u4e2d"),
                        ("a\\\\nb", "a\\nb"), ("\\u00", None), ("\\u", None), ("\\x41", None),
                        ("\\", None), ("\\ud800", None), ("\\0", None), ("\\u00zz", None),
                        ("$i", "$i"), ("%@", "%@"), ("(", "("), ("", ""), (" ", " "),
                        ("\\U0041", None), ("\\a", None), ("\\.", None), ("\\u00410", "A0")]:
        for quote, other in (("'", '"'), ('"', "'")):
            yield case("strings", "strings", f"{quote}{text}{quote} == {quote}{text}{quote}",
                       request(["public.png"]))
            yield case("strings", "strings", f"1 == 1 AND {quote}{text}{quote} != 'zzz'",
                       request(["public.png"]))
            if value and value not in '\\"\'':
                literal = value.replace("\\", "\\\\").replace(other, "\\" + other)
                yield case("strings", "strings",
                           f"{quote}{text}{quote} == {other}{literal}{other}",
                           request(["public.png"]))
    for rule in ("'a\"b' == \"a\\\"b\"", "\"it's\" == 'it\\'s'", "'a' == 'A'", "'\u00e9' == 'e'",
                 "'\u00e9' == 'e\u0301'", "'a\nb' == 'a\\nb'", "'a\tb' == 'a\\tb'"):
        yield case("strings", "strings", rule, request(["public.png"]))


def precedence():
    atoms = ["TRUEPREDICATE", "FALSEPREDICATE"]
    for a, b, c in itertools.product(atoms, repeat=3):
        for one, two in itertools.product((" AND ", " OR ", "&&", "||"), repeat=2):
            for form in ("{a}{1}{b}{2}{c}", "NOT {a}{1}{b}{2}{c}", "{a}{1}!{b}{2}{c}",
                         "({a}{1}{b}){2}{c}", "{a}{1}({b}{2}{c})", "NOT ({a}{1}{b}){2}NOT {c}",
                         "!!{a}{1}NOT NOT {b}{2}!NOT {c}"):
                text = form.replace("{a}", a).replace("{b}", b).replace("{c}", c)
                yield case("precedence", "precedence",
                           text.replace("{1}", one).replace("{2}", two), request(["public.png"]))


def variables():
    requests = [request(["public.png"]), request(["public.png"], ["com.adobe.pdf"]),
                [{"attachments": [["public.png"]]}, {"attachments": []}, {"text": "x"}],
                request(["public.png", "public.url"], ["public.jpeg"])]
    rules = [
        "SUBQUERY(extensionItems, $i, $i.attachments.@count == {n}).@count == 1",
        "SUBQUERY(extensionItems, $x, SUBQUERY($x.attachments, $x, "
        "$x.registeredTypeIdentifiers.@count == {n}).@count > 0 AND $x.attachments.@count > 0)"
        ".@count > 0",
        "SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, SUBQUERY("
        "$a.registeredTypeIdentifiers, $t, $t UTI-CONFORMS-TO 'public.image').@count == {n})"
        ".@count > 0).@count > 0",
        "SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, $i.attachments.@count == {n})"
        ".@count == $i.attachments.@count).@count == 1",
        "SUBQUERY(extensionItems.attachments, $a, ANY $a.registeredTypeIdentifiers "
        "UTI-CONFORMS-TO 'public.image').@count == {n}",
        "SUBQUERY(extensionItems.attachments.registeredTypeIdentifiers, $t, $t == 'public.png')"
        ".@count == {n}",
        "SUBQUERY({1, 2, 3}, $x, $x > {n}).@count == 1",
        "SUBQUERY({1, 2, 3}, $x, SUBQUERY({1, 2}, $y, $y < $x).@count == {n}).@count == 1",
        "SUBQUERY(SUBQUERY(extensionItems, $i, $i.attachments.@count > 0), $j, "
        "$j.attachments.@count == {n}).@count == 1",
        "SUBQUERY(extensionItems, $i, TRUEPREDICATE).attachments.@count == {n}",
        "ANY SUBQUERY(extensionItems, $i, $i.attachments.@count == {n}).attachments."
        "registeredTypeIdentifiers UTI-CONFORMS-TO 'public.image'",
        "SUBQUERY(extensionItems, $i, extensionItems.@count == {n}).@count == 1",
        "SUBQUERY(extensionItems, $I, $I.attachments.@count == {n}).@count == 1",
        "SUBQUERY(extensionItems, $_i9, $_i9.attachments.@count == {n}).@count == 1",
        "SUBQUERY(extensionItems, $i, $I.attachments.@count == {n}).@count == 1",
        "SUBQUERY(extensionItems, $i, TRUEPREDICATE).@count == $i.attachments.@count",
        "$i.attachments.@count == {n}",
        "SUBQUERY($i.attachments, $i, TRUEPREDICATE).@count == {n}",
        "SUBQUERY(extensionItems, $i, $i.'attachments'.@count == {n}).@count == 1",
        "extensionItems.\"attachments\".@count == {n}",
        "SUBQUERY(extensionItems, $i, $i.attachments.@count BETWEEN {{n}, 2}).@count == 1",
        "SUBQUERY(extensionItems, $i, 'public.png' IN $i.attachments.registeredTypeIdentifiers)"
        ".@count == {n}",
        "ANY extensionItems.attachments.registeredTypeIdentifiers IN {'public.png', 'x'}",
        "SUBQUERY(extensionItems, $i, {1} == 1).@count == {n}",
        "SUBQUERY(extensionItems, $i, $i == 1).@count == {n}",
        "SUBQUERY(extensionItems, $i, $i != $i).@count == {n}",
        "SUBQUERY(extensionItems, $i, {n}).@count == 1", "SUBQUERY(extensionItems, $i).@count == 1",
        "SUBQUERY(extensionItems, i, TRUEPREDICATE).@count == {n}",
        "SUBQUERY(extensionItems, $, TRUEPREDICATE).@count == {n}",
        "SUBQUERY(extensionItems, $1, TRUEPREDICATE).@count == {n}",
        "SUBQUERY(extensionItems, $i, $.attachments.@count == {n}).@count == 1",
        "SUBQUERY(extensionItems, $i, TRUEPREDICATE) .@count == {n}",
        "SUBQUERY(extensionItems, $i, TRUEPREDICATE). @count == {n}",
        "SUBQUERY(extensionItems, $i, TRUEPREDICATE)",
    ]
    for rule in rules:
        for n in range(4):
            for items in requests:
                yield case("variables", "variables", rule.replace("{n}", str(n)), items)


def paths():
    names = ["userInfo", "userInfo.@count", "extensionItems.userInfo",
             "extensionItems.attachments.suggestedName", "extensionItems.title.@count",
             "extensionItems.attachments.data.@count", "extensionItems.Attachments.@count",
             "ExtensionItems.@count", "extensionItems.count", "extensionItems.'user info'",
             "extensionItems.attributedContentText.length", "attachments.@count",
             "registeredTypeIdentifiers.@count", "extensionItems.registeredTypeIdentifiers.@count",
             "extensionItems.extensionItems.@count", "extensionItems.@count.@count",
             "extensionItems.@count.x", "x.extensionItems.@count"]
    forms = ["{} == 0", "{} != 0", "{} == 1", "1 == {}", "NOT {} == 0", "NOT ({} > 0)",
             "ANY {} == 'x'", "ALL {} == 'x'", "NONE {} == 'x'", "NOT ALL {} == 'x'",
             "SUBQUERY({}, $x, TRUEPREDICATE).@count == 0",
             "NOT SUBQUERY({}, $x, TRUEPREDICATE).@count == 0",
             "SUBQUERY({}, $x, FALSEPREDICATE).@count != 7", "1 IN {1, {}}", "{} IN {0, 1}",
             "{} == NIL", "{} == {}", "{} BETWEEN {0, 9}", "1 BETWEEN {0, {}}",
             "'x' CONTAINS {}", "{} UTI-CONFORMS-TO 'public.data'",
             "SUBQUERY(extensionItems, $i, {} == 0).@count == 0",
             "SUBQUERY(extensionItems, $i, $i.{} == 0).@count == 0",
             "SUBQUERY(extensionItems, $i, TRUEPREDICATE).{} == 0",
             "ALL SUBQUERY({}, $x, TRUEPREDICATE) == 'x'"]
    for name in names:
        for form in forms:
            for items in ([], request(["public.png"])):
                yield case("key paths", "unknown-path", form.replace("{}", name), items)


def quantifiers():
    lists = ["registeredTypeIdentifiers", "registeredTypeIdentifiers.@count"]
    for quantifier in ("ANY", "SOME", "ALL", "NONE", ""):
        for test in ("UTI-CONFORMS-TO 'public.image'", "UTI-EQUALS 'public.png'",
                     "== 'public.png'", "!= 'public.png'", "BEGINSWITH 'public.'",
                     "ENDSWITH[c] 'PNG'", "CONTAINS 'p'", "LIKE 'public.*'", "LIKE '*.p?g'",
                     "MATCHES 'public[.].*'", "MATCHES '(public|com)[.][a-z]+'", "== 1", "< 2",
                     "IN {'public.png'}", "IN 'public.png'", "> 'public'", "<= 'public.png'"):
            for path in ("extensionItems.attachments.registeredTypeIdentifiers", None):
                for types in ([], ["public.png"], ["public.png", "com.adobe.pdf"],
                              ["com.adobe.pdf"], ["public.jpeg", "public.file-url"]):
                    if path:
                        rule = f"{quantifier} {path} {test}"
                    else:
                        rule = (f"SUBQUERY(extensionItems.attachments, $a, {quantifier} "
                                f"$a.registeredTypeIdentifiers {test}).@count > 0")
                    yield case(f"{quantifier} {test}", "quantifiers", rule.strip(),
                               request(types))


def texts():
    for pattern, text in [
        ("", ""), ("", "a"), ("*", ""), ("*", "abc"), ("?", ""), ("?", "a"), ("a*c", "abc"),
        ("a*c", "ac"), ("a*c", "acb"), ("a?c", "abc"), ("a?c", "ac"), ("*b*", "abc"), ("**", "x"),
        ("a*b*c", "aXbYc"), ("a*b*c", "acb"), ("[a]", "a"), ("a.c", "abc"), ("a+", "aa"), ("a", "b"),
        ("*.png", "x.png"), ("*?", "x"), ("?*?", "x"), ("A", "a"), ("\u00e9", "e"), ("*\u00e9*", "xey")]:
        for mark in ("", "[c]", "[d]", "[cd]"):
            yield case("LIKE", "like", f"'{text}' LIKE{mark} '{pattern}'", request(["public.png"]))
    for pattern, text in [
        ("", ""), ("", "a"), ("a", "a"), ("a", "ab"), ("b", "ab"), ("a.*", "abc"), (".*b", "ab"),
        (".*", ""), ("a|b", "b"), ("a|b", "ab"), ("ab|cd", "cd"), ("(a|b)c", "bc"), ("a?b", "b"),
        ("a+", ""), ("a+", "aaa"), ("[a-c]+", "abc"), ("[^a]", "b"), ("[^a]", "a"), ("[.]", "."),
        ("a[.]b", "aXb"), ("(ab)+", "abab"), ("(ab)*", ""), ("(ab)?c", "abc"), ("x*y*z*", "xxzz"),
        ("public[.](png|jpeg)", "public.jpeg"), ("(a*)*", "b"), ("(a+)+", "aaaa"), ("(a|b)*", "ab"),
        ("(a|aa)+", "aaa"), ("(a)\\\\1", "aa"), ("(?=a)a", "a"), ("(?!a)b", "b"), ("(?<=a)b", "b"),
        ("(?:ab)", "ab"), ("(?i)a", "A"), ("a{2}", "aa"), ("a{2,3}", "aaaa"), ("a{1000}", "a"),
        ("(", "a"), (")", "a"), ("[", "a"), ("*a", "a"), ("a**", "a"), ("a\\\\.b", "a.b"),
        ("a\\\\.b", "aXb"), ("\\\\d+", "12"), ("\\\\w+", "ab"), ("^a$", "a"), ("^a", "ab"),
        ("a.c", "a\\nc"), ("\\\\", "a"), ("(a|b|c)d", "cd"), ("((a))", "a"), ("(((a*)))*", "aa"),
        ("((a|b))+", "ab"), ("a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac"),
        (".*.*.*.*=.*", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), ("(.*)(.*)x", "aaaaaaaaaaaaaaaaa")]:
        for mark in ("", "[c]"):
            yield case("MATCHES", "matches", f"'{text}' MATCHES{mark} '{pattern}'",
                       request(["public.png"]))
            if text.isalpha():
                yield case("MATCHES", "matches", f"'{text.upper()}' MATCHES{mark} '{pattern}'",
                           request(["public.png"]))


def constants():
    for rule in ("1 == 1", "1 < 2", "'a' == 'a'", "'a' IN {'a', 'b'}", "2 BETWEEN {1, 3}",
                 "TRUE == TRUE", "NOT FALSEPREDICATE", "NOT NOT TRUEPREDICATE", "1 == 1 AND 2 == 2",
                 "TRUEPREDICATE OR extensionItems.@count == 1", "extensionItems.@count == 1 OR 1 == 1",
                 "NOT (1 == 2)", "NOT (FALSEPREDICATE AND extensionItems.@count == 1)",
                 "ANY {1, 2} == 2", "ALL {} == 1", "NONE {1} == 2", "'abc' CONTAINS 'b'",
                 "'abc' LIKE 'a*'", "'abc' MATCHES 'a.c'", "1 == 2 OR 1 == 1",
                 "(TRUEPREDICATE)", "((1 == 1))", "1 == 1.0", "FALSE == NO",
                 "1 == 2", "FALSEPREDICATE OR FALSEPREDICATE", "TRUEPREDICATE AND FALSEPREDICATE",
                 "TRUEPREDICATE AND extensionItems.@count == 1",
                 "FALSEPREDICATE OR extensionItems.@count == 1"):
        for items in ([], request(["public.png"])):
            yield case("constants", "constants", rule, items)


def refusals():
    good = "extensionItems.@count == 1"
    for before in ("", "TRUEPREDICATE AND ", "NOT ", "(", "TRUEPREDICATE\n\tOR\n ",
                   "'\u00e9' == 'x' OR ", "FALSEPREDICATE\r\n || "):
        for rule in (
            "FUNCTION('a', 'length') == 1", "CAST('1', 'NSNumber') == 1", "Cast ('1', 'x') == 1",
            "TERNARY(TRUEPREDICATE, 1, 2) == 1", "[Thing make] == 1", "@selector(x) == 1",
            "extensionItems.@count == %@", "%K == 1", "%d == 1", "1 %@ 2", "%", "1 == 1 %@",
            "$ == 1", "$.attachments.@count == 1", "$i.attachments.@count == 1", "$i == 1", "1 == $",
            "1 == $i", "\\\"1\\\" == 1", "1 == \\", "1 \\ 1", "1 == 1 \\", "extensionItems.@count",
            "extensionItems.@count 1", "1", "'a'", "'a' 'b'", "'a", "\"a", "1 == 'a", "1 == \"a' ",
            "1 == 'a\\'", "{1, 2}", "{1, 2", "{1, } == 1", "{,} == 1", "1 == {1 2}",
            "NSExtensionActivationSupportsText", "NSExtensionActivationSupportsImageWithMaxCount",
            "NSExtensionActivationDictionaryVersion", "1 == 1)", "1 == 1 2", "1 == 1 x",
            "1 == 1 == 1", "TRUEPREDICATE TRUEPREDICATE", "TRUEPREDICATE == 1", "()", "( )", "",
            " ", "NOT", "AND", "1 == 1 AND", "1 == 1 OR", "AND 1 == 1", "1 == 1 AND AND 2 == 2",
            "1 == 1 && || 2 == 2", "(1) == 1", "(extensionItems.@count) == 1", "1 == (1)", "1 + 1 == 2",
            "1 == 1 + 1", "ANY", "ANY 1", "ANY (1 == 1)", "ANY NOT 1 == 1", "ANY ANY {1} == 1",
            "1 = = 1", "1 === 1", "1 ! = 1", "1 ~= 1", "1 == 1;", "1 == 1 // x", "/* x */ 1 == 1",
            "1 & 1", "1 == 1 & 2 == 2", "1 == 1 | 2 == 2", "extensionItems. == 1",
            "extensionItems..@count == 1", ".extensionItems == 1", "extensionItems.@ == 1",
            "extensionItems.1 == 1", "extensionItems[0] == 1", "extensionItems.@countx == 1",
            "extensionItems.@sum.x == 1", "@count == 1", "SELF.extensionItems.@count == 1",
            "SELF == 1 2", "length('a') == 1", "SUBQUERY == 1", "SUBQUERY(extensionItems) == 1",
            "SUBQUERY extensionItems, $i, TRUEPREDICATE == 1",
            "SUBQUERY(extensionItems, $i, 1).@count == 1", "SUBQUERY(extensionItems, $i, "
            "TRUEPREDICATE.@count == 1", "SUBQUERY(extensionItems, $i TRUEPREDICATE).@count == 1",
            "SUBQUERY(, $i, TRUEPREDICATE).@count == 1", "1 IN", "1 BETWEEN", "1 BETWEEN 2",
            "1 BETWEEN {1}", "1 BETWEEN {1, 2, 3}", "1 IN 1", "IN {1}", "1 NOT IN {1}",
            "NOT 1 IN {1}", "1 ==", "== 1", "1 CONTAINS", "1 UTI-CONFORMS 'x'", "'x' UTI 'x'",
            "'x' UTI-CONFORMS-TOO 'x'", "'x' UTI - EQUALS 'x'", "1 LIKE[c", "'a' LIKE[] 'a'", "-1 == 1", "+1 == 1", "1. == 1",
            ".5 == 1", "0x1 == 1", "1e2 == 100", "1_000 == 1000", "1a == 1", "01 == 1",
            "99999999999999999999 == 1", "TRUE", "TRUE == 1", "NOT TRUE", "yes", "#and == 1",
            "a-b == 1", "a:b == 1", "block", "BLOCKPREDICATE(x)", "block(x) == 1", "^{ return 1; }",
            "NOTE == 1", "NOTTRUEPREDICATE", "TRUEPREDICATES", "\u00e9 == 1", "`a` == 1",
            "\u201ca\u201d == 'a'", "1 == 1\u0000", "{1, {2, 3}} == 1", "ANY {1, {2}} == 1"):
            yield case("refusals", "refused", before + rule, request(["public.png"]))
    for length in range(len(IMAGE) + 11):
        yield case("cut short", "refused", (IMAGE + ".@count > 0")[:length], request(["public.png"]))
        yield case("begun late", "refused", (IMAGE + ".@count > 0")[length:], request(["public.png"]))


def limits():
    def parts(what, *pieces, items=None):
        return {"what": what, "section": "bounds", "rule_parts": [list(p) for p in pieces],
                "items": items if items is not None else request(["public.png"])}
    for depth in (1, 2, 62, 63, 64, 65, 66, 100, 10000):
        yield parts(f"{depth} parentheses", ("(", depth), ("TRUEPREDICATE", 1), (")", depth))
        yield parts(f"{depth} NOT", ("NOT ", depth), ("TRUEPREDICATE", 1))
        yield parts(f"{depth} !", ("!", depth), ("FALSEPREDICATE", 1))
        yield parts(f"{depth} NOT and parentheses", ("NOT (", depth // 2), ("TRUEPREDICATE", 1),
                    (")", depth // 2))
        yield parts(f"{depth} lists", ("1 IN ", 1), ("{", depth), ("1", 1), ("}", depth))
        yield parts(f"{depth} open parentheses", ("(", depth))
        yield parts(f"{depth} one after another", ("(TRUEPREDICATE) AND ", depth), ("1 == 1", 1))
        yield parts(f"{depth} parentheses and a list", ("(", depth), ("1 IN {1}", 1), (")", depth))
        yield parts(f"{depth} parentheses and NOT", ("(", depth), ("NOT FALSEPREDICATE", 1),
                    (")", depth))
        yield parts(f"{depth} SUBQUERY", ("SUBQUERY(extensionItems, $i, ", depth),
                    ("TRUEPREDICATE", 1), (").@count == 1", depth))
    for length in (65535, 65536, 65537, 70000):
        yield parts(f"{length} bytes", ("TRUEPREDICATE", 1), (" ", length - 13))
        yield parts(f"{length} bytes in a string", ("'a' != '", 1), ("b", length - 9), ("'", 1))
        yield parts(f"{length} bytes of two each", ("'a' != '", 1), ("\u00e9", (length - 9) // 2),
                    ("b", (length - 9) % 2), ("'", 1))
    for count in (10, 900, 1200, 10001, 10500):
        yield parts(f"{count} comparisons", ("0==1||", count), ("1==1", 1))
    for count in (1, 3, 40, 101, 1100):
        yield {"what": f"{count} items by {count} items by {count}", "section": "steps",
               "rule": "SUBQUERY(extensionItems, $a, SUBQUERY(extensionItems, $b, SUBQUERY("
                       "extensionItems, $c, $a.attachments.@count == 1).@count > 0).@count > 0)"
                       ".@count > 0",
               "items": [{"attachments": [["public.png"]], "times": count}]}


# Random ones

class Random:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.types = sorted(built_in()) + ["com.example.kiln", "com.example.glaze"]

    def space(self):
        return self.r.choice([" "] * 8 + ["  ", "\n", "\t"])

    def text(self):
        r = self.r
        word = r.choice([r.choice(self.types)] * 4 + ["public", "png", "a", ".", "com.example."])
        if r.random() < 0.1:
            word = word.upper()
        quote = r.choice("'\"")
        return quote + word + quote

    def collection(self, scope, depth):
        r = self.r
        choices = ["extensionItems", "extensionItems.attachments",
                   "extensionItems.attachments.registeredTypeIdentifiers"]
        for name, kind in scope:
            if kind == "item":
                choices += [f"${name}.attachments",
                            f"${name}.attachments.registeredTypeIdentifiers"] * 2
            elif kind == "attachment":
                choices += [f"${name}.registeredTypeIdentifiers"] * 3
        choice = r.choice(choices)
        kind = {"Items": "item", "ments": "attachment", "fiers": "type"}[choice[-5:]]
        if depth > 0 and r.random() < 0.35:
            name = r.choice(["i", "a", "t", "x", "item"])
            inner = [s for s in scope if s[0] != name] + [(name, kind)]
            choice = f"SUBQUERY({choice},{self.space()}${name}, {self.predicate(inner, depth - 1)})"
        if r.random() < 0.02:
            return r.choice(["userInfo", "extensionItems.title"]), "type"
        return choice, kind

    def comparison(self, scope, depth):
        r, s = self.r, self.space()
        kind = r.randrange(12)
        if kind < 5:
            collection, _ = self.collection(scope, depth)
            operator = r.choice(["==", "!=", "<", "<=", ">", ">=", "=", "=>", "=<", "<>"])
            if r.random() < 0.15:
                return f"{collection}.@count{s}BETWEEN {{{r.randint(0, 2)}, {r.randint(1, 4)}}}"
            if r.random() < 0.1:
                return f"{collection}.@count IN {{0, {r.randint(1, 3)}}}"
            right = r.choice([str(r.randint(0, 3))] * 5 + ["1.5", "extensionItems.@count", "'1'"])
            return f"{collection}.@count{s}{operator} {right}"
        operator = r.choice(["UTI-CONFORMS-TO"] * 6 + ["UTI-EQUALS", "==", "!=", "BEGINSWITH",
                                                      "ENDSWITH", "CONTAINS[c]", "LIKE", "<"])
        if kind < 10:
            collection, element = self.collection(scope, depth)
            for _ in range(6):
                if element == "type":
                    break
                collection, element = self.collection(scope, depth)
            quantifier = r.choice(["ANY"] * 6 + ["ALL", "NONE", "SOME", "any", ""])
            return f"{quantifier} {collection} {operator}{s}{self.text()}".strip()
        strings = [f"${n}" for n, k in scope if k == "type"] * 3 + [self.text()]
        return f"{r.choice(strings)} {operator} {self.text()}"

    def predicate(self, scope=(), depth=3):
        r, scope = self.r, list(scope)
        kind = r.randrange(10)
        if kind == 0 and depth > 0:
            return r.choice(["NOT ", "!", "not "]) + self.primary(scope, depth - 1)
        if kind < 5 and depth > 0:
            parts = [self.primary(scope, depth - 1) for _ in range(r.randint(2, 3))]
            text = parts[0]
            for part in parts[1:]:
                text += r.choice([" AND ", " OR ", "&&", " || ", " and ", "\nOR\n"]) + part
            return text
        return self.primary(scope, depth)

    def primary(self, scope, depth):
        r = self.r
        if r.random() < 0.03:
            return r.choice(["TRUEPREDICATE", "FALSEPREDICATE", "1 == 1"])
        if r.random() < 0.3 and depth > 0:
            return f"({self.predicate(scope, depth - 1)})"
        return self.comparison(scope, depth)

    def dictionary(self):
        r = self.r
        rule = {k: r.choice([0, 1, 1, 1, 2, 3]) for k in
                r.sample(CATEGORY_KEYS, r.randint(0, 4))}
        if r.random() < 0.3:
            rule["SupportsAttachmentsWithMaxCount"] = r.randint(0, 3)
        if r.random() < 0.2:
            rule["SupportsAttachmentsWithMinCount"] = r.randint(0, 3)
        rule.update(r.choice(VERSIONS))
        if r.random() < 0.1:
            rule[r.choice(sorted(KEYS))] = r.choice(VALUES)
        return full(rule)

    def items(self):
        r = self.r
        result = []
        for _ in range(r.choice([0, 1, 1, 1, 1, 2, 3])):
            attachments = []
            for _ in range(r.choice([0, 1, 1, 1, 2, 2, 3])):
                if r.random() < 0.6:
                    attachments.append(list(r.choice(TYPE_SETS)))
                else:
                    attachments.append(r.sample(self.types, r.choice([1, 1, 1, 2, 3])))
            item = {"attachments": attachments}
            if r.random() < 0.2:
                item["text"] = r.choice(["x", ""])
            result.append(item)
        return result

    def declarations(self):
        r = self.r
        if r.random() < 0.8:
            return {}
        one = lambda: {"id": r.choice(["com.example.kiln", "com.example.glaze", "public.png"]),
                       "conformsTo": r.sample(self.types, r.randint(0, 2))}
        return {"types": {kind: [one() for _ in range(r.randint(1, 2))]
                          for kind in ("exported", "imported") if r.random() < 0.7}}

    def mutated(self, text):
        r = self.r
        for _ in range(r.choice([1, 1, 1, 2, 3])):
            at = r.randrange(len(text) + 1)
            to = min(len(text), at + r.choice([1, 1, 1, 2, 5]))
            kind = r.randrange(5)
            if kind == 0:
                text = text[:at] + text[to:]
            elif kind == 1:
                text = text[:at] + r.choice("()[]{}$%\\'\",.@=!<>&| \nxA1-") + text[at:]
            elif kind == 2:
                text = text[:at] + r.choice("()[]{}$%\\'\",.@=!<>&| \nxA1-") + text[at + 1:]
            elif kind == 3:
                text = text[:at] + text[at:to] * 2 + text[to:]
            else:
                text = text[:at] + r.choice([" AND ", " OR ", " NOT ", "ANY ", "TRUEPREDICATE",
                                             "$a", "SUBQUERY(", "@count", "[cd]", "==", "{1}"]) \
                    + text[at:]
        return text

    def cases(self, count):
        for _ in range(count):
            kind = self.r.randrange(10)
            more = self.declarations()
            if kind < 3:
                yield case("random dictionary", "random", self.dictionary(), self.items(), **more)
            elif kind < 8:
                yield case("random predicate", "random", self.predicate(), self.items(), **more)
            else:
                yield case("random mutation", "mutation", self.mutated(self.predicate()),
                           self.items())


# All of them

# What may not be reported unless the oracle says so, by the form of the rule.
ABSENT = {
    str: ["mixed-and-or", "unknown-key-path", "to-many-without-quantifier", "type-mismatch",
          "offered-for-everything", "coerced-value", "no-rule"],
    dict: ["coerced-value", "bad-value", "unknown-key", "declares-nothing", "misplaced-key",
           "offered-for-everything", "no-rule"],
}


def judged(cases, name, with_places=True):
    """Cases with what the oracle expects."""
    for number, one in enumerate(cases):
        own = judge(one)
        result = {"id": f"{name}-{number}", **one, "offered": own["offered"],
                  "valid": own["valid"]}
        if own["lints"]:
            result["lints"] = sorted(own["lints"])
        if own["valid"]:
            result["no_lints"] = [
                c for c in ABSENT.get(type(one.get("rule", "")), ["type-cycle"]) if c not in own["lints"] | own["open_lints"]]
        if own["valid"] is False and with_places and one["section"] != "mutation":
            for key in ("error", "at"):
                if own[key] is not None:
                    result[key] = own[key]
        yield result


def tables():
    source = random.Random(4)
    for section in (values, categories, bounds, shapes, declared, every_operator, strings,
                    precedence, variables, paths, quantifiers, texts, constants, refusals, limits):
        yield from judged(section(), section.__name__)
    for section in (pairs, keywords, white):
        yield from judged(section(source), section.__name__)


def randomly(seed, count):
    yield from judged(Random(seed).cases(count), f"random-{seed}")


def compact():
    """A choice in which every section and every expected result has its share."""
    source = random.Random(7)
    groups = {}
    for one in list(tables()) + list(randomly(1, 6000)):
        if one["offered"] is None and one["valid"] is None:
            continue
        key = (one["id"].rstrip("0123456789"), one["offered"], one["valid"], one.get("error"))
        groups.setdefault(key, []).append(one)
    for key in sorted(groups, key=str):
        group = groups[key]
        for one in source.sample(group, min(len(group), 50)):
            yield {k: v for k, v in one.items() if v not in ([], None) or k == "items"}


if __name__ == "__main__":
    chosen = sys.argv[1:]
    if chosen == ["tables"]:
        cases = tables()
    elif chosen == ["compact"]:
        cases = compact()
    elif len(chosen) == 3 and chosen[0] == "random":
        cases = randomly(int(chosen[1]), int(chosen[2]))
    else:
        sys.exit(__doc__)
    first = True
    for one in cases:
        sys.stdout.write(("[\n" if first else ",\n") + json.dumps(one))
        first = False
    sys.stdout.write("\n]\n")
