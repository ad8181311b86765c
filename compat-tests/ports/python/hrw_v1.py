"""hrw-v1: which partition owns a key, by rendezvous hashing, to the last bit as every other producer computes it.

Copy this file beside your producer. It needs the packages xxhash (for xxh3_64) or siphashc (for siphash_2_4).
"""

import functools
import math
import random
from typing import NamedTuple, Optional

_WORD = (1 << 64) - 1


def xxh3_64(seed=0):
    """The hash for keys that you make. seed: 0 to 2^64 - 1."""
    import xxhash

    if not 0 <= seed <= _WORD:
        raise ValueError(f"the seed {seed} is out of range; allowed: 0 to {_WORD}")
    return lambda data: xxhash.xxh3_64_intdigest(data, seed)


def siphash_2_4(secret):
    """The hash for keys that strangers choose. secret: 16 bytes that only the producers know."""
    import siphashc

    if len(secret) != 16:
        raise ValueError(f"a siphash-2-4 secret has {len(secret)} bytes; allowed: exactly 16 raw bytes")
    return lambda data: siphashc.siphash(secret, data)


class Candidate(NamedTuple):
    """What may own keys. id: a partition's number in decimal, for ever. Only state "active" gets keys."""

    id: str
    weight: float = 1.0
    state: str = "active"


class Explanation(NamedTuple):
    """A key's owner and how it came about. slot: None where there are no slots."""

    owner: str
    key_hash: int
    slot: Optional[int]
    score: int


class Placement:
    """Owners of keys. Immutable, and may be used by many threads.

    candidates: Candidates, in any order. hash: xxh3_64(seed) or siphash_2_4(secret). slot_bits: 0, or the b of 2^b
    slots (1 to 20). base: the n of murmur2/n, for a topic that Kafka's default partitioner filled over n partitions.
    """

    def __init__(self, candidates, hash=None, slot_bits=0, base=None):
        candidates = list(candidates)
        _check(candidates, slot_bits, base)
        self._hash = hash or xxh3_64()
        self._slot_bits = slot_bits
        self._base = base
        active = [c for c in candidates if c.state == "active"]
        self._active_ids = {c.id for c in active}
        self._active = _Contest(active, self._hash)
        if base:
            later = [c for c in active if int(c.id) >= base]
            self._all = _Contest([Candidate(str(p)) for p in range(base)] + later, self._hash)
        self._of_slot = functools.lru_cache(maxsize=None)(self._rank_slot)

    def owner(self, key):
        """The id of the candidate that owns the key. An empty key has an owner; None has not: see spread()."""
        return self.explain(key).owner

    def partition(self, key):
        """The owner as a number, where ids are partition numbers."""
        return int(self.owner(key))

    def explain(self, key):
        """The owner with the words that decided."""
        word = self._hash(key)
        if self._slot_bits:
            slot = word >> (64 - self._slot_bits)
            return Explanation(self._of_slot(slot)[0], word, slot, self._of_slot(slot)[1])
        owner, score = self._active.best(word) if not self._base else self._based(word, key)
        return Explanation(owner, word, None, score)

    def rank(self, key):
        """The ids of all active candidates, the best first. Not with a base, whose owners are not the first by rank."""
        if self._base:
            raise ValueError(f"no rank with the base murmur2/{self._base}; allowed: owner()")
        word = self._hash(key)
        return self._active.rank(self._slot_word(word >> (64 - self._slot_bits)) if self._slot_bits else word)

    def spread(self):
        """A partition for a record without a key: an active candidate at random, in proportion to the weights."""
        return int(self._active.best(random.getrandbits(64))[0])

    def _slot_word(self, slot):
        return self._hash(str(slot).encode())

    def _rank_slot(self, slot):
        return self._active.best(self._slot_word(slot))

    def _based(self, word, key):
        """A later partition that wins against all base partitions, or else the key's home, if that is active."""
        winner, score = self._all.best(word)
        if int(winner) >= self._base:
            return winner, score
        home = str((murmur2(key) & 0x7FFFFFFF) % self._base)
        if home in self._active_ids:
            return home, self._active.score(word, home)
        return self._active.best(word)


def kafka_python_partitioner(placement):
    """For kafka.KafkaProducer(partitioner=kafka_python_partitioner(placement))."""

    def partitioner(key, all_partitions, available):
        partition = placement.spread() if key is None else placement.partition(key)
        # The record would wait until it times out.
        if partition not in all_partitions:
            raise ValueError(f"partition {partition} of the placement; the topic has {all_partitions}")
        return partition

    return partitioner


class _Contest:
    """Candidates that bid for a word; no bid depends on who else bids."""

    def __init__(self, candidates, hash):
        self._weighted = len({c.weight for c in candidates}) > 1
        # The extra mix keeps key "3" from cancelling candidate "3".
        self._nodes = {c.id: (mix(hash(c.id.encode())), c.weight, c.id.encode()) for c in candidates}

    def score(self, word, id):
        return mix(word ^ self._nodes[id][0])

    def best(self, word):
        """The winner's id and score."""
        _, minus_score, _, id = min(self._bids(word))
        return id, -minus_score

    def rank(self, word):
        return [id for _, _, _, id in sorted(self._bids(word))]

    def _bids(self, word):
        """What is compared, the smallest first: the time, the higher score, the smaller id as bytes."""
        for id, (node, weight, utf8) in self._nodes.items():
            score = mix(word ^ node)
            yield minus_log(score) / weight if self._weighted else 0.0, -score, utf8, id


def mix(z):
    """SplitMix64's finaliser."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _WORD
    return z ^ z >> 31


def minus_log(score):
    """-log of the score as a real between 0 and 1, as fdlibm's __ieee754_log rounds it.

    math.log differs from it in the last bit here and there, and so would owners.
    """
    u = ((score >> 12) + 0.5) * 2.0**-52
    half, k = math.frexp(u)
    x, k = 2 * half, k - 1
    high = int((x - 1) * 2**20)  # the upper 20 bits of the fraction of 1 <= x < 2
    if high >= 0x6A09C:
        x, k = x / 2, k + 1
    f = x - 1
    ln2_high, ln2_low = k * 6.93147180369123816490e-01, k * 1.90821492927058770002e-10
    if -(2.0**-20) <= f < 2.0**-20:
        r = f * f * (0.5 - 0.33333333333333333 * f)
        return -(ln2_high - ((r - ln2_low) - f))
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    t1 = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01))
    t2 = z * (
        6.666666666666735130e-01
        + w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01))
    )
    r = t2 + t1
    if 0x6147A <= high <= 0x6B851:
        h = 0.5 * f * f
        return -(ln2_high - ((h - (s * (h + r) + ln2_low)) - f))
    return -(ln2_high - ((s * (f - r) - ln2_low) - f))


def murmur2(key):
    """The 32-bit hash of Kafka's default partitioner in Java."""
    m, mask = 0x5BD1E995, 0xFFFFFFFF
    h = 0x9747B28C ^ len(key)
    words = len(key) & ~3
    for i in range(0, words, 4):
        k = int.from_bytes(key[i : i + 4], "little") * m & mask
        h = h * m & mask ^ (k ^ k >> 24) * m & mask
    if len(key) > words:
        h = (h ^ int.from_bytes(key[words:], "little")) * m & mask
    h = (h ^ h >> 13) * m & mask
    return h ^ h >> 15


def _check(candidates, slot_bits, base):
    ids = set()
    for id, weight, state in candidates:
        if not isinstance(id, str) or not id:
            raise ValueError(f"the candidate id {id!r}; allowed: any non-empty text")
        if id in ids:
            raise ValueError(f'the candidate id "{id}" stands twice; allowed: distinct ids')
        ids.add(id)
        # Written so that NaN fails too.
        if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not 1e-6 <= weight <= 1e6:
            raise ValueError(f'the weight {weight} of candidate "{id}"; allowed: 1e-6 to 1e6 (leave it out for nothing)')
        if state not in ("active", "filling", "draining"):
            raise ValueError(f'the state {state!r} of candidate "{id}"; allowed: active, filling, draining')
    if not any(c.state == "active" for c in candidates):
        raise ValueError(f"none of the {len(candidates)} candidates is active; allowed: at least one")
    if isinstance(slot_bits, bool) or not isinstance(slot_bits, int) or not 0 <= slot_bits <= 20:
        raise ValueError(f"slot bits {slot_bits}; allowed: 0 (no slots) to 20")
    if base is not None:
        _check_base(candidates, slot_bits, base)


def _check_base(candidates, slot_bits, base):
    if isinstance(base, bool) or not isinstance(base, int) or not 1 <= base <= 1 << 20:
        raise ValueError(f"the base murmur2/{base}; allowed: murmur2/1 to murmur2/{1 << 20}")
    if slot_bits:
        raise ValueError(f"slot bits {slot_bits} with the base murmur2/{base}; allowed with a base: 0")
    for id, weight, _ in candidates:
        if not (id.isascii() and id.isdigit()) or str(int(id)) != id:
            raise ValueError(f'the candidate id "{id}" with a base; allowed: partition numbers without leading zeros')
        if int(id) < base and weight != 1:
            raise ValueError(f"the weight {weight} of partition {id} of the base murmur2/{base}; allowed there: 1")
