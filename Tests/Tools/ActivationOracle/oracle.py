#!/usr/bin/env python3
"""A second implementation of activation rules, to judge the first one by.

It is written from the specification alone: naive, slow, and without a line in common with
OrielActivation. Where the specification leaves something open, it says so (None) instead of
choosing.

    oracle.py FILE...    checks the cases in the files and prints those with another result
"""

import json
import sys

from conformance import Types
from dictionary import PREFIX, DictionaryRule
from evaluator import Evaluator, KNOWN
from parser import Open, Parser, Refused, place


def requested(case):
    """The items of a case: each a list of attachments, each a list of types."""
    result = []
    for item in case.get("items") or []:
        attachments = [list(a) for a in item.get("attachments") or []]
        if "attachments_repeat" in item:
            types, count = item["attachments_repeat"]
            attachments += [types] * count
        if not attachments and item.get("text"):
            attachments = [["public.utf8-plain-text"]]
        result += [attachments] * item.get("times", 1)
    return result


def text_of(case):
    if "rule_parts" in case:
        return "".join(text * count for text, count in case["rule_parts"])
    return case.get("rule")


def judge(case):
    """What the specification says of a case; None for what it leaves open."""
    rule, types = text_of(case), Types(case.get("types"))
    result = {"offered": None, "valid": True, "lints": set(), "open_lints": set(),
              "error": None, "at": None, "quirks": set()}
    if types.cyclic:
        result["lints"].add("type-cycle")
    for keys in (case.get("beside") or {}).values():
        if any(k.startswith(PREFIX) for k in keys):
            result["lints"].add("misplaced-key")
    if case.get("point", "com.apple.share-services") == "com.apple.keyboard-service":
        result["lints"] |= {"rule-ignored"} if rule is not None else set()
        if isinstance(rule, str):
            result["valid"] = None
        return result
    if rule is None:
        result["lints"].add("no-rule")
        result["offered"] = False
    elif isinstance(rule, dict) and not any(key.startswith("$") for key in rule):
        one = DictionaryRule(rule)
        result["lints"] |= one.lints
        result["open_lints"] |= one.open_lints
        result["offered"] = one.matches(types, requested(case))
    elif isinstance(rule, str):
        predicate(rule, types, requested(case), result)
    else:
        result["offered"], result["valid"] = False, None
    return result


def predicate(text, types, items, result):
    try:
        parsed = Parser(text)
    except Refused as refused:
        result["valid"], result["offered"] = False, False
        result["error"] = refused.code
        if refused.at is not None and refused.code != "source-too-long":
            result["at"] = place(text, refused.at)
        return
    except Open:
        result["valid"] = None
        return
    result["quirks"] = parsed.quirks
    if parsed.quirks:
        result["valid"] = None
    try:
        evaluator = Evaluator(types, items)
        result["offered"] = evaluator.truth(parsed.tree)
    except TimeoutError:
        result["offered"] = False
        result["lints"].add("too-many-steps")
    if evaluator.steps > evaluator.FEW and "too-many-steps" not in result["lints"]:
        result["offered"] = None  # what a step is is not said
        result["open_lints"].add("too-many-steps")
    if parsed.quirks and result["offered"]:
        result["offered"] = None
    result["lints"] |= parsed.lints
    lint(parsed.tree, result)
    folded = fold(parsed.tree, types)
    if folded:
        result["lints"].add("offered-for-everything")
    elif folded is None and result["offered"] is not False:
        result["open_lints"].add("offered-for-everything")


# Lints

def lint(node, result):
    kind = node[0]
    if kind in ("and", "or"):
        for one in node[1]:
            lint(one, result)
    elif kind == "not":
        lint(node[1], result)
    elif kind == "compare":
        _, quantifier, left, operator, _, right = node
        l, r = kind_of(left, result), kind_of(right, result)
        if {l, r} & {"unknown"}:
            return
        if l == "many" and not quantifier:
            result["open_lints" if left[0] == "list" else "lints"].add("to-many-without-quantifier")
            result["open_lints"].add("type-mismatch")
            return
        if quantifier:
            l = element_kind(left)
        if quantifier or operator in ("IN", "BETWEEN") or l is None or l != r or l not in (
                "str", "num"):
            result["open_lints"].add("type-mismatch")
        elif (l == "num") != (operator in ORDER) and operator not in ("==", "!=", *ORDER):
            result["lints"].add("type-mismatch")
        if not quantifier and operator not in ("IN", "BETWEEN") and {l, r} in (
                {"str", "num"}, {"str", "bool"}):
            result["lints"].add("type-mismatch")


ORDER = ("<", ">", "<=", ">=")


def element_kind(node):
    if node[0] == "path" and node[2] and node[2][-1] == "registeredTypeIdentifiers":
        return "str"
    return None


def kind_of(node, result):
    result.setdefault("ignored", set())
    simple = {"string": "str", "number": "num", "boolean": "bool", "nil": "nil", "self": "object"}
    if node[0] in simple:
        return simple[node[0]]
    if node[0] == "list":
        kinds = [kind_of(n, result) for n in node[1]]
        return "unknown" if "unknown" in kinds else "many"
    if node[0] == "subquery":
        lint(node[3], result)
        source = kind_of(node[1], result)
        keys = node[4]
        if any(k not in KNOWN for k in keys):
            result["lints"].add("unknown-key-path")
            return "unknown"
        if source == "unknown":
            return "unknown"
        if source != "many":
            result["open_lints"] |= {"type-mismatch", "unknown-key-path",
                                     "to-many-without-quantifier"}
            return None
        return path_kind("many", keys, result)
    if any(k not in KNOWN for k in node[2]):
        result["lints"].add("unknown-key-path")
        return "unknown"
    return path_kind("object" if node[1] is None or node[2] else None, node[2], result)


def path_kind(start, keys, result):
    if not keys:
        return start
    if "@count" in keys[:-1]:
        result["open_lints"] |= {"unknown-key-path", "type-mismatch"}
        return None
    # A known key in another place: what is to be reported is open.
    result["open_lints"].add("unknown-key-path")
    if keys[-1] == "@count":
        return "num"
    return "many"


def fold(node, types):
    """True or False when constants alone decide; "input" when the input does; None: open."""
    kind = node[0]
    if kind == "constant":
        return node[1]
    if kind == "not":
        inner = fold(node[1], types)
        return inner if inner in ("input", None) else not inner
    if kind in ("and", "or"):
        parts = [fold(n, types) for n in node[1]]
        end = kind == "or"
        if end in parts:
            return end
        if None in parts:
            return None
        return "input" if "input" in parts else not end
    if any(has_path(n) for n in (node[2], node[5])):
        return None
    if any(n[0] in ("subquery", "self") or n[0] == "list" and any(
            m[0] not in ("string", "number", "boolean") for m in n[1]) for n in (node[2], node[5])):
        return None
    if node[3].startswith("UTI"):
        return None
    return Evaluator(types, []).truth(node)


def has_path(node):
    if node[0] == "list":
        return any(has_path(n) for n in node[1])
    return node[0] in ("path", "subquery")


# Checking case files

def differences(case):
    """Where a case's expected values differ from the oracle's."""
    own, result = judge(case), []
    for key in ("offered", "valid"):
        if case.get(key) is not None and own[key] is not None and case[key] != own[key]:
            result.append(f"{key}: case {case[key]}, oracle {own[key]}")
    for key in ("error", "at"):
        if case.get(key) is not None and own[key] is not None and case[key] != own[key]:
            result.append(f"{key}: case {case[key]}, oracle {own[key]}")
    for one in case.get("lints") or []:
        if one not in own["lints"] | own["open_lints"] and own["valid"] is not None:
            result.append(f"lint {one} missing in {sorted(own['lints'])}")
    for one in case.get("no_lints") or []:
        if one in own["lints"]:
            result.append(f"lint {one} must not be")
    return result


if __name__ == "__main__":
    failed = total = opened = 0
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            for case in json.load(file):
                total += 1
                found = differences(case)
                own = judge(case)
                if case.get("offered") is not None and own["offered"] is None:
                    opened += 1
                    print(f"{case['id']}: open for the oracle, {case['offered']} in the file")
                if found:
                    failed += 1
                    print(f"{case['id']}: {'; '.join(found)}")
    print(f"{total} cases, {failed} differ, {opened} open")
    sys.exit(failed > 0)
