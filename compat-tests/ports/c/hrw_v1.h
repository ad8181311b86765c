/*
 * hrw-v1: which partition owns a key, by rendezvous hashing, to the last bit as every other producer computes it.
 *
 * Copy this file beside your producer. It needs libxxhash (for hrw_xxh3) and libsodium (for hrw_siphash; take the function
 * and its include out if you do not use it). C11; GCC or Clang.
 */
#ifndef HRW_V1_H
#define HRW_V1_H

#include <float.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* An owner may depend on the last bit of a double. */
#if defined(__FAST_MATH__) || FLT_EVAL_METHOD != 0
#error "hrw-v1 needs doubles as IEEE 754 has them: no -ffast-math, and no x87 arithmetic"
#endif
#if defined(__GNUC__) && !defined(__clang__)
#define HRW_NO_FUSED_MULTIPLY_ADD __attribute__((optimize("fp-contract=off")))
#else
#define HRW_NO_FUSED_MULTIPLY_ADD
#endif

/* The hash of keys and ids. */
typedef struct hrw_hash {
    uint64_t (*of)(const struct hrw_hash *hash, const void *bytes, size_t length);
    uint64_t seed;
    unsigned char secret[16];
} hrw_hash;

/* What may own keys. id: a partition's number in decimal, for ever; UTF-8. Only active ones get keys. */
typedef struct {
    const char *id;
    double weight;
    bool active;
} hrw_candidate;

/* A key's owner and how it came about. owner: an index of the candidates. slot: -1 where there are no slots. */
typedef struct {
    size_t owner;
    uint64_t key_hash;
    int64_t slot;
    uint64_t score;
} hrw_explanation;

typedef struct {
    const char *id;
    double weight;
    uint64_t hash;
    /* The index of the candidate; HRW_NONE for a base partition, which contends whether it is a candidate or not. */
    size_t candidate;
} hrw_node;

typedef struct {
    double time;
    uint64_t score;
    const hrw_node *node;
} hrw_bid;

/* Nodes by id as bytes, so that of equal bids the first wins. */
typedef struct {
    size_t count;
    bool weighted;
    hrw_node *nodes;
} hrw_contest;

/* Owners of keys. May be used by many threads. */
typedef struct {
    hrw_hash hash;
    int slot_bits;
    int base;
    hrw_contest active;
    /* With a base: all base partitions and the active later ones, their ids, and the candidate of each base partition. */
    hrw_contest all;
    char (*base_ids)[24];
    size_t *homes;
} hrw_placement;

#define HRW_NONE SIZE_MAX

static inline uint64_t hrw_xxh3_of(const hrw_hash *hash, const void *bytes, size_t length) {
    return XXH3_64bits_withSeed(bytes, length, hash->seed);
}

/* The hash for keys that you make. */
static inline hrw_hash hrw_xxh3(uint64_t seed) {
    return (hrw_hash){.of = hrw_xxh3_of, .seed = seed};
}

static inline uint64_t hrw_siphash_of(const hrw_hash *hash, const void *bytes, size_t length) {
    unsigned char out[8];
    crypto_shorthash_siphash24(out, bytes, length, hash->secret);
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--) {
        word = word << 8 | out[i];
    }
    return word;
}

/* The hash for keys that strangers choose. secret: 16 bytes that only the producers know. */
static inline hrw_hash hrw_siphash(const unsigned char secret[16]) {
    hrw_hash hash = {.of = hrw_siphash_of};
    memcpy(hash.secret, secret, sizeof hash.secret);
    return hash;
}

/* SplitMix64's finaliser. */
static inline uint64_t hrw_mix(uint64_t z) {
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/*
 * -log of the score as a real between 0 and 1, as fdlibm's __ieee754_log rounds it. The C library's log differs from it in
 * the last bit here and there, and so would owners.
 */
HRW_NO_FUSED_MULTIPLY_ADD static inline double hrw_minus_log(uint64_t score) {
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif
    double x = ((double)(score >> 12) + 0.5) * 0x1p-52;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int32_t high = (int32_t)(bits >> 32 & 0xfffff);
    int32_t carry = (high + 0x95f64) & 0x100000;
    int32_t k = (int32_t)(bits >> 52) - 1023 + (carry >> 20);
    bits = (bits & 0xffffffff) | (uint64_t)(high | (carry ^ 0x3ff00000)) << 32;
    memcpy(&x, &bits, sizeof x);
    double f = x - 1;
    double ln2_high = k * 6.93147180369123816490e-01;
    double ln2_low = k * 1.90821492927058770002e-10;
    if (f >= -0x1p-20 && f < 0x1p-20) {
        double r = f * f * (0.5 - 0.33333333333333333 * f);
        return -(ln2_high - ((r - ln2_low) - f));
    }
    double s = f / (2 + f);
    double z = s * s;
    double w = z * z;
    double t1 = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
    double t2 = z * (6.666666666666735130e-01 +
        w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
    double r = t2 + t1;
    if (high >= 0x6147a && high <= 0x6b851) {
        double h = 0.5 * f * f;
        return -(ln2_high - ((h - (s * (h + r) + ln2_low)) - f));
    }
    return -(ln2_high - ((s * (f - r) - ln2_low) - f));
}

/* The 32-bit hash of Kafka's default partitioner in Java. */
static inline uint32_t hrw_murmur2(const void *key, size_t length) {
    const uint32_t m = 0x5bd1e995;
    const unsigned char *bytes = key;
    size_t words = length & ~(size_t)3;
    uint32_t h = 0x9747b28c ^ (uint32_t)length;
    for (size_t i = 0; i < words; i += 4) {
        uint32_t k = bytes[i] | (uint32_t)bytes[i + 1] << 8 | (uint32_t)bytes[i + 2] << 16 | (uint32_t)bytes[i + 3] << 24;
        k *= m;
        h = h * m ^ (k ^ k >> 24) * m;
    }
    if (words < length) {
        for (size_t i = words; i < length; i++) {
            h ^= (uint32_t)bytes[i] << 8 * (i - words);
        }
        h *= m;
    }
    h = (h ^ h >> 13) * m;
    return h ^ h >> 15;
}

static inline hrw_bid hrw_bid_of(const hrw_contest *contest, size_t i, uint64_t word) {
    const hrw_node *node = &contest->nodes[i];
    uint64_t score = hrw_mix(word ^ node->hash);
    return (hrw_bid){contest->weighted ? hrw_minus_log(score) / node->weight : 0, score, node};
}

/* Negative where the first bid is the better one: the smaller time, the higher score, the smaller id as bytes. */
static inline int hrw_compare_bids(const void *first, const void *second) {
    const hrw_bid *a = first, *b = second;
    if (a->time != b->time) {
        return a->time < b->time ? -1 : 1;
    }
    if (a->score != b->score) {
        return a->score > b->score ? -1 : 1;
    }
    return a->node < b->node ? -1 : a->node > b->node;
}

static inline hrw_bid hrw_best(const hrw_contest *contest, uint64_t word) {
    hrw_bid best = hrw_bid_of(contest, 0, word);
    for (size_t i = 1; i < contest->count; i++) {
        hrw_bid bid = hrw_bid_of(contest, i, word);
        if (hrw_compare_bids(&bid, &best) < 0) {
            best = bid;
        }
    }
    return best;
}

static inline uint64_t hrw_slot_hash(const hrw_placement *placement, int64_t slot) {
    char decimal[24];
    int length = snprintf(decimal, sizeof decimal, "%lld", (long long)slot);
    return placement->hash.of(&placement->hash, decimal, (size_t)length);
}

/* A later partition that wins against all base partitions, or else the key's home, if that is active. */
static inline hrw_bid hrw_based(const hrw_placement *placement, uint64_t word, const void *key, size_t length) {
    hrw_bid winner = hrw_best(&placement->all, word);
    if (winner.node->candidate != HRW_NONE) {
        return winner;
    }
    size_t home = placement->homes[(hrw_murmur2(key, length) & 0x7fffffff) % (uint32_t)placement->base];
    for (size_t i = 0; home != HRW_NONE && i < placement->active.count; i++) {
        if (placement->active.nodes[i].candidate == home) {
            return hrw_bid_of(&placement->active, i, word);
        }
    }
    return hrw_best(&placement->active, word);
}

/* The owner with the words that decided. An empty key has an owner; a key that is NULL has not: see hrw_spread. */
static inline hrw_explanation hrw_explain(const hrw_placement *placement, const void *key, size_t length) {
    uint64_t word = placement->hash.of(&placement->hash, key, length);
    int64_t slot = placement->slot_bits > 0 ? (int64_t)(word >> (64 - placement->slot_bits)) : -1;
    hrw_bid bid;
    if (slot >= 0) {
        bid = hrw_best(&placement->active, hrw_slot_hash(placement, slot));
    } else {
        bid = placement->base > 0 ? hrw_based(placement, word, key, length) : hrw_best(&placement->active, word);
    }
    return (hrw_explanation){bid.node->candidate, word, slot, bid.score};
}

/* The index of the candidate that owns the key. */
static inline size_t hrw_owner(const hrw_placement *placement, const void *key, size_t length) {
    return hrw_explain(placement, key, length).owner;
}

/* An active candidate for a record without a key, in proportion to the weights. random: a random word. */
static inline size_t hrw_spread(const hrw_placement *placement, uint64_t random) {
    return hrw_best(&placement->active, random).node->candidate;
}

/*
 * All active candidates, the best first, as indices; returns how many. Not with a base, whose owners are not the first by rank.
 * ranked: room for every candidate.
 */
static inline size_t hrw_rank(const hrw_placement *placement, const void *key, size_t length, size_t *ranked) {
    uint64_t word = placement->hash.of(&placement->hash, key, length);
    if (placement->slot_bits > 0) {
        word = hrw_slot_hash(placement, (int64_t)(word >> (64 - placement->slot_bits)));
    }
    size_t count = placement->active.count;
    hrw_bid *bids = calloc(count, sizeof *bids);
    for (size_t i = 0; i < count; i++) {
        bids[i] = hrw_bid_of(&placement->active, i, word);
    }
    qsort(bids, count, sizeof *bids, hrw_compare_bids);
    for (size_t i = 0; i < count; i++) {
        ranked[i] = bids[i].node->candidate;
    }
    free(bids);
    return count;
}

static inline int hrw_compare_nodes(const void *first, const void *second) {
    return strcmp(((const hrw_node *)first)->id, ((const hrw_node *)second)->id);
}

static inline void hrw_add(hrw_contest *contest, const hrw_hash *hash, const char *id, double weight, size_t candidate) {
    /* The extra mix keeps key "3" from cancelling candidate "3". */
    uint64_t node_hash = hrw_mix(hash->of(hash, id, strlen(id)));
    contest->nodes[contest->count++] = (hrw_node){id, weight, node_hash, candidate};
}

static inline void hrw_close(hrw_contest *contest) {
    qsort(contest->nodes, contest->count, sizeof *contest->nodes, hrw_compare_nodes);
    for (size_t i = 1; i < contest->count; i++) {
        contest->weighted |= contest->nodes[i].weight != contest->nodes[0].weight;
    }
}

/* Whether the text is a partition number, in decimal without leading zeros. */
static inline bool hrw_is_partition(const char *id) {
    size_t length = strspn(id, "0123456789");
    return id[length] == 0 && length > 0 && length <= 9 && (id[0] != '0' || length == 1);
}

/* Writes why into error, which has room for so many characters; false. */
static inline bool hrw_refuse(char *error, size_t room, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(error, room, format, values);
    va_end(values);
    return false;
}

static inline bool hrw_check_candidate(const hrw_candidate *candidates, size_t i, int base, char *error, size_t room) {
    const char *id = candidates[i].id;
    double weight = candidates[i].weight;
    if (id == NULL || id[0] == 0) {
        return hrw_refuse(error, room, "a candidate id is empty; allowed: any non-empty text");
    }
    for (size_t j = 0; j < i; j++) {
        if (strcmp(id, candidates[j].id) == 0) {
            return hrw_refuse(error, room, "the candidate id \"%s\" stands twice; allowed: distinct ids", id);
        }
    }
    /* Written so that NaN fails too. */
    if (!(weight >= 1e-6 && weight <= 1e6)) {
        const char *allowed = "1e-6 to 1e6 (leave it out for nothing)";
        return hrw_refuse(error, room, "the weight %g of candidate \"%s\"; allowed: %s", weight, id, allowed);
    }
    if (base > 0 && !hrw_is_partition(id)) {
        const char *allowed = "partition numbers without leading zeros";
        return hrw_refuse(error, room, "the candidate id \"%s\" with a base; allowed: %s", id, allowed);
    }
    if (base > 0 && atoi(id) < base && weight != 1) {
        const char *format = "the weight %g of partition %s of the base murmur2/%d; allowed there: 1";
        return hrw_refuse(error, room, format, weight, id, base);
    }
    return true;
}

static inline bool hrw_check(const hrw_candidate *candidates, size_t count, int slot_bits, int base, char *error, size_t room) {
    size_t active = 0;
    for (size_t i = 0; i < count; i++) {
        if (!hrw_check_candidate(candidates, i, base, error, room)) {
            return false;
        }
        active += candidates[i].active;
    }
    if (active == 0) {
        return hrw_refuse(error, room, "none of the %zu candidates is active; allowed: at least one", count);
    }
    if (slot_bits < 0 || slot_bits > 20) {
        return hrw_refuse(error, room, "slot bits %d; allowed: 0 (no slots) to 20", slot_bits);
    }
    if (base < 0 || base > 1 << 20) {
        return hrw_refuse(error, room, "the base murmur2/%d; allowed: murmur2/1 to murmur2/%d", base, 1 << 20);
    }
    if (base > 0 && slot_bits > 0) {
        return hrw_refuse(error, room, "slot bits %d with the base murmur2/%d; allowed with a base: 0", slot_bits, base);
    }
    return true;
}

static inline void hrw_open_base(hrw_placement *placement, const hrw_candidate *candidates, size_t count) {
    size_t base = (size_t)placement->base;
    placement->all.nodes = calloc(base + count, sizeof(hrw_node));
    placement->base_ids = calloc(base, sizeof *placement->base_ids);
    placement->homes = malloc(base * sizeof *placement->homes);
    for (size_t p = 0; p < base; p++) {
        snprintf(placement->base_ids[p], sizeof placement->base_ids[p], "%zu", p);
        hrw_add(&placement->all, &placement->hash, placement->base_ids[p], 1, HRW_NONE);
        placement->homes[p] = HRW_NONE;
    }
    for (size_t i = 0; i < count; i++) {
        size_t partition = (size_t)atoi(candidates[i].id);
        if (!candidates[i].active) {
            continue;
        }
        if (partition < base) {
            placement->homes[partition] = i;
        } else {
            hrw_add(&placement->all, &placement->hash, candidates[i].id, candidates[i].weight, i);
        }
    }
    hrw_close(&placement->all);
}

/*
 * Owners among the candidates, which are in any order and must outlive the placement. slot_bits: 0, or the b of 2^b slots (1
 * to 20). base: 0, or the n of murmur2/n for a topic that Kafka's default partitioner filled over n partitions.
 * Returns NULL, and why in error, which has room for so many characters.
 */
static inline hrw_placement *hrw_placement_new(const hrw_candidate *candidates, size_t count, hrw_hash hash, int slot_bits,
    int base, char *error, size_t room) {
    if (!hrw_check(candidates, count, slot_bits, base, error, room)) {
        return NULL;
    }
    hrw_placement *placement = calloc(1, sizeof *placement);
    placement->hash = hash;
    placement->slot_bits = slot_bits;
    placement->base = base;
    placement->active.nodes = calloc(count, sizeof(hrw_node));
    for (size_t i = 0; i < count; i++) {
        if (candidates[i].active) {
            hrw_add(&placement->active, &hash, candidates[i].id, candidates[i].weight, i);
        }
    }
    hrw_close(&placement->active);
    if (base > 0) {
        hrw_open_base(placement, candidates, count);
    }
    return placement;
}

static inline void hrw_placement_free(hrw_placement *placement) {
    free(placement->active.nodes);
    free(placement->all.nodes);
    free(placement->base_ids);
    free(placement->homes);
    free(placement);
}

#endif
