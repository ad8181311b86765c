"""What the programs here share: arguments, the files of a plan and of keys, and one line for each error."""

import argparse
import binascii
import json
import re
import sys
from typing import NamedTuple

import hrw_v1

_FIELDS = {"algorithm", "hash", "seed", "secretFile", "slotBits", "base", "candidates"}


class Plan(NamedTuple):
    """A placement, and the partitions that the topic must have for it."""

    placement: hrw_v1.Placement
    needed: list

    def check_topic(self, topic, partitions):
        """Refuses a topic that lacks a partition of the plan."""
        for partition in self.needed:
            if partition not in partitions:
                fail(f"partition {partition} of the plan; the topic {topic} has {sorted(partitions)}", 2)


def fail(message, code):
    """Ends the program with one line: code 2 for bad input, 1 for everything else."""
    print(" ".join(str(message).split()), file=sys.stderr)
    sys.exit(code)


class Parser(argparse.ArgumentParser):
    """Arguments of which a wrong one costs one line."""

    def __init__(self):
        super().__init__(allow_abbrev=False)
        self.add_argument("--plan", required=True, metavar="FILE", help="the topic's candidates and their rule, JSON")
        self.add_argument("--keys", required=True, metavar="FILE", help="a key in hex a line, - for none")

    def error(self, message):
        fail(message, 2)


def read_plan(path):
    try:
        with open(path, encoding="utf-8") as file:
            return _plan(json.load(file))
    except ImportError as e:
        fail(f"{e}; compat-tests/install-clients installs it", 2)
    except (OSError, ValueError, TypeError, AttributeError) as e:
        fail(f"--plan {path}: {e}", 2)


def read_keys(path):
    """A key in hex a line; an empty line is the empty key, "-" is None."""
    try:
        with open(path, encoding="ascii", newline="\n") as file:
            for number, line in enumerate(file, 1):
                digits = line.rstrip("\n")
                try:
                    yield None if digits == "-" else binascii.unhexlify(digits)
                except ValueError:
                    fail(f"--keys {path}: line {number}: {digits[:40]!r}; allowed: hex, nothing, or -", 2)
    except (OSError, UnicodeDecodeError) as e:
        fail(f"--keys {path}: {e}", 2)


def _plan(plan):
    _check_fields("plan", plan, _FIELDS)
    if plan.get("algorithm") != "hrw-v1":
        raise ValueError(f"algorithm {plan.get('algorithm')!r}; allowed: hrw-v1")
    candidates = [_candidate(c) for c in plan.get("candidates", [])]
    base = _base(plan.get("base"))
    placement = hrw_v1.Placement(candidates, _hash(plan), plan.get("slotBits", 0), base)
    return Plan(placement, [int(c.id) for c in candidates] + list(range(base or 0)))


def _check_fields(what, value, allowed):
    if not isinstance(value, dict):
        raise ValueError(f"{what} {value!r}; allowed: an object")
    unknown = set(value) - allowed
    if unknown:
        raise ValueError(f"the field {min(unknown)} of a {what}; allowed: {', '.join(sorted(allowed))}")


def _candidate(candidate):
    _check_fields("candidate", candidate, {"id", "weight", "state"})
    id = candidate.get("id")
    if not isinstance(id, str) or not re.fullmatch("0|[1-9][0-9]*", id):
        raise ValueError(f"the candidate id {id!r}; allowed: a partition number as text")
    return hrw_v1.Candidate(**candidate)


def _base(text):
    if text is None:
        return None
    match = re.fullmatch("murmur2/([0-9]+)", text)
    if not match:
        raise ValueError(f"base {text!r}; allowed: murmur2/n or null")
    return int(match[1])


def _hash(plan):
    if plan.get("hash") == "xxh3-64":
        seed = plan.get("seed", "0" * 16)
        if not re.fullmatch("[0-9a-f]{16}", seed):
            raise ValueError(f"seed {seed!r}; allowed: 16 lower-case hexadecimal digits")
        return hrw_v1.xxh3_64(int(seed, 16))
    if plan.get("hash") == "siphash-2-4":
        if not plan.get("secretFile"):
            raise ValueError("no secretFile; needed with siphash-2-4")
        with open(plan["secretFile"], "rb") as file:
            return hrw_v1.siphash_2_4(file.read())
    raise ValueError(f"hash {plan.get('hash')!r}; allowed: xxh3-64, siphash-2-4")
