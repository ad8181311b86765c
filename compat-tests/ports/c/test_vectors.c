/* Holds hrw_v1.h against a file of golden vectors: test VECTORS.json. */

#include "plans.h"

#include <inttypes.h>

/*
 * Scores whose logarithm fdlibm rounds otherwise than other libraries do, and four that a fused multiply-add would. The
 * file happens to have none.
 */
static const char *const LOGARITHMS[][2] = {
    {"63ca828dd5f4b3b2", "3fee25ac96d227b8"},
    {"b2221a58008a05a6", "3fd73596a352f95e"},
    {"9755d4c13a902931", "3fe0d25e35330be0"},
    {"51431193e6c3f339", "3ff25c2804c75090"},
    {"da71144896c8da19", "3fc44ee98d4c952e"},
    {"aa2ca1af6a107b75", "3fda2278c730c136"},
    {"29e821a4c74803e3", "3ffcf4a7ab2ff12e"},
    {"5eda92d864ac5db9", "3fefc559c25dbff8"},
    {"59fb23361057fff1", "3ff0bab0e0d7a125"},
    {"a8939faf83e6a804", "3fdabd05240a3c67"},
    {"b35a999bfa5a0b49", "3fd6c5b266ac0dfa"},
    {"5e01bd75ac871c80", "3ff0076a4b52944a"},
};

/* Ties, which no real hash gives: these words make the key "" and the ids bid the scores beside them; others bid mix(0). */
static const struct {
    const char *id;
    uint64_t word;
} WORDS[] = {
    {"low", UINT64_C(0x38124BFEA89606C3)},          /* 0000000000000001 */
    {"below", UINT64_C(0x00F7D3892B36B6CB)},        /* 7fffffffffffffff */
    {"above", UINT64_C(0xF2B4670DA0DE7A1C)},        /* 8000000000000001 */
    {"more", UINT64_C(0x1D990C5539FE7308)},         /* 8000000000000fff: the same time as above */
    {"plus", UINT64_C(0xFF5BF539D6611E4E)},         /* 63ca828dd5f4b3b2: most libraries' log is a bit more */
    {"beside plus", UINT64_C(0xE999575DF20553B1)},  /* b0c11fdecb91ce37 */
    {"minus", UINT64_C(0xE728556657EFA09B)},        /* 9755d4c13a902931: most libraries' log is a bit less */
    {"beside minus", UINT64_C(0xC8A25F0DC608E580)}, /* de28123c7fd39898 */
};

/* What ranks so, the best first. The candidates are given in the other order. */
static const struct {
    const char *name;
    hrw_candidate ranked[6];
    size_t count;
} ORDERS[] = {
    {"scores are unsigned", {{"above", 1, true}, {"below", 1, true}}, 2},
    {"with equal scores the smaller id as UTF-8 bytes wins",
        {{"10", 1, true}, {"9", 1, true}, {"a", 1, true}, {"ab", 1, true}, {u8"\uFFFD", 1, true}, {u8"\U0001F600", 1, true}}, 6},
    {"with equal times the higher score wins", {{"more", 2, true}, {"above", 2, true}, {"low", 1, true}}, 3},
    {"with equal times and scores the smaller id as UTF-8 bytes wins",
        {{u8"\uFFFD", 2, true}, {u8"\U0001F600", 2, true}, {"low", 1, true}}, 3},
    {"a logarithm a bit too large loses", {{"plus", 1, true}, {"beside plus", 0.393181956617967, true}}, 2},
    {"a logarithm a bit too small wins", {{"beside minus", 0.26973693712306, true}, {"minus", 1, true}}, 2},
};

static const struct {
    const char *name;
    hrw_candidate candidates[3];
    size_t count;
    int slot_bits, base;
} REFUSALS[] = {
    {"weight 0", {{"0", 0, true}}, 1, 0, 0},
    {"weight NaN", {{"0", 0.0 / 0.0, true}}, 1, 0, 0},
    {"weight 1e-7", {{"0", 1e-7, true}}, 1, 0, 0},
    {"weight 2e6", {{"0", 2e6, true}}, 1, 0, 0},
    {"an id twice", {{"0", 1, true}, {"1", 1, true}, {"0", 1, true}}, 3, 0, 0},
    {"no candidate", {{0}}, 0, 0, 0},
    {"none active", {{"0", 1, false}}, 1, 0, 0},
    {"slot bits 21", {{"0", 1, true}}, 1, 21, 0},
    {"a base with slots", {{"0", 1, true}}, 1, 1, 1},
    {"a base partition with a weight", {{"0", 2, true}}, 1, 0, 1},
};

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* Why the last check failed; begins with the first step that differs. */
static char why[8192];

static bool differs(const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(why, sizeof why, format, values);
    va_end(values);
    return false;
}

static bool same_word(const char *step, const char *expected, uint64_t actual, int digits) {
    char text[17];
    snprintf(text, sizeof text, "%0*" PRIx64, digits, actual);
    return strcmp(expected, text) == 0 || differs("%s: expected %s, actual %s", step, expected, text);
}

static bool hash_of(const json_t *vector, hrw_hash *hash) {
    const char *name = json_string_value(json_object_get(vector, "hash"));
    const char *seed = json_string_value(json_object_get(vector, "seed"));
    const char *secret = json_string_value(json_object_get(vector, "secret"));
    uint64_t word;
    unsigned char bytes[16];
    if (name != NULL && strcmp(name, "xxh3-64") == 0 && seed != NULL && read_word(seed, 16, &word)) {
        *hash = hrw_xxh3(word);
        return true;
    }
    if (name != NULL && strcmp(name, "siphash-2-4") == 0 && secret != NULL && strlen(secret) == 32 &&
        read_bytes(secret, 32, bytes)) {
        *hash = hrw_siphash(bytes);
        return true;
    }
    return differs("malformed: the hash; allowed: xxh3-64 with a seed of 16 digits, siphash-2-4 with a secret of 32");
}

static bool candidates_of(const json_t *list, hrw_candidate **candidates) {
    size_t count = json_array_size(list);
    *candidates = calloc(count + 1, sizeof **candidates);
    for (size_t i = 0; i < count; i++) {
        const json_t *id = json_object_get(json_array_get(list, i), "id");
        const json_t *weight = json_object_get(json_array_get(list, i), "weight");
        if (!json_is_string(id) || !json_is_number(weight)) {
            return differs("malformed: candidate %zu; allowed: a text id and a number weight", i);
        }
        (*candidates)[i] = (hrw_candidate){json_string_value(id), json_number_value(weight), true};
    }
    return true;
}

static hrw_placement *place(const hrw_candidate *candidates, size_t count, hrw_hash hash, int slot_bits, int base) {
    char error[300];
    hrw_placement *placement = hrw_placement_new(candidates, count, hash, slot_bits, base, error, sizeof error);
    if (placement == NULL) {
        differs("malformed: %s", error);
    }
    return placement;
}

/* The index of the candidate that a vector names, or HRW_NONE. */
static size_t find(const hrw_candidate *candidates, size_t count, const json_t *id) {
    for (size_t i = 0; i < count; i++) {
        if (json_is_string(id) && strcmp(candidates[i].id, json_string_value(id)) == 0) {
            return i;
        }
    }
    return HRW_NONE;
}

static bool same_order(const hrw_placement *placement, const record_key *key, const hrw_candidate *candidates, size_t count,
    const json_t *rank) {
    size_t *ranked = calloc(count, sizeof *ranked);
    size_t ranks = hrw_rank(placement, key->bytes, key->length, ranked);
    bool same = json_array_size(rank) <= ranks || differs("malformed: rank; allowed: as many ids as candidates");
    for (size_t i = 0; same && i < json_array_size(rank); i++) {
        const json_t *expected = json_array_get(rank, i);
        same = find(candidates, count, expected) == ranked[i] ||
            differs("order: expected %s in place %zu, actual %s", json_string_value(expected), i, candidates[ranked[i]].id);
    }
    free(ranked);
    return same;
}

/* The steps of a rank in their order, once the placement is made. */
static bool check_steps(const json_t *vector, const hrw_placement *placement, const record_key *key,
    const hrw_candidate *candidates, size_t count) {
    const json_t *rank = json_object_get(vector, "rank"), *slot = json_object_get(vector, "slot");
    const char *key_hash = json_string_value(json_object_get(vector, "keyHash"));
    const char *score = json_string_value(json_object_get(vector, "scoreOfFirst"));
    if (key_hash == NULL || score == NULL || slot == NULL || json_array_size(rank) == 0) {
        return differs("malformed: a field of keyHash, scoreOfFirst, slot, rank is missing, or rank is empty");
    }
    for (size_t i = 0; i < json_array_size(rank); i++) {
        if (find(candidates, count, json_array_get(rank, i)) == HRW_NONE) {
            return differs("malformed: place %zu of rank; allowed: the ids of candidates", i);
        }
    }
    hrw_explanation actual = hrw_explain(placement, key->bytes, key->length);
    if (!same_word("hash", key_hash, actual.key_hash, 16)) {
        return false;
    }
    int64_t expected_slot = json_is_integer(slot) ? json_integer_value(slot) : -1;
    if (expected_slot != actual.slot) {
        return differs("slot: expected %" PRId64 ", actual %" PRId64 " (-1: none)", expected_slot, actual.slot);
    }
    /* Where another candidate came first with this very score, it is not the score that is wrong but the order. */
    size_t first = find(candidates, count, json_array_get(rank, 0));
    hrw_placement *alone = place(&candidates[first], 1, placement->hash, placement->slot_bits, 0);
    bool same_score = same_word("score", score, actual.score, 16) ||
        same_word("score", score, hrw_explain(alone, key->bytes, key->length).score, 16);
    hrw_placement_free(alone);
    return same_score && same_order(placement, key, candidates, count, rank) &&
        (actual.owner == first || differs("order: expected the owner %s, actual %s", candidates[first].id,
            candidates[actual.owner].id));
}

static bool key_of(const json_t *vector, record_key *key) {
    const char *digits = json_string_value(json_object_get(vector, "key"));
    if (digits == NULL) {
        return differs("malformed: no field key");
    }
    *key = (record_key){malloc(strlen(digits) / 2 + 1), strlen(digits) / 2};
    return read_bytes(digits, strlen(digits), key->bytes) || differs("malformed: key; allowed: hex");
}

static bool check_rank(const json_t *vector) {
    const json_t *list = json_object_get(vector, "candidates"), *slot_bits = json_object_get(vector, "slotBits");
    record_key key = {0};
    hrw_candidate *candidates = NULL;
    hrw_placement *placement = NULL;
    hrw_hash hash;
    bool passed = json_is_integer(slot_bits) || differs("malformed: slotBits; allowed: 0 to 20");
    passed = passed && hash_of(vector, &hash) && key_of(vector, &key) && candidates_of(list, &candidates);
    if (passed) {
        placement = place(candidates, json_array_size(list), hash, (int)json_integer_value(slot_bits), 0);
        passed = placement != NULL && check_steps(vector, placement, &key, candidates, json_array_size(list));
    }
    if (placement != NULL) {
        hrw_placement_free(placement);
    }
    free(candidates);
    free(key.bytes);
    return passed;
}

static bool check_logarithm(const char *score, const char *expected) {
    uint64_t word, bits;
    if (score == NULL || expected == NULL || !read_word(score, 16, &word)) {
        return differs("malformed: score or minusLogBits; allowed: 16 lower-case hexadecimal digits");
    }
    double actual = hrw_minus_log(word);
    memcpy(&bits, &actual, sizeof bits);
    return same_word("log", expected, bits, 16);
}

static bool check_minus_log(const json_t *vector) {
    return check_logarithm(json_string_value(json_object_get(vector, "score")),
        json_string_value(json_object_get(vector, "minusLogBits")));
}

static bool check_based(const json_t *vector) {
    const json_t *list = json_object_get(vector, "active"), *base = json_object_get(vector, "base");
    const char *murmur2 = json_string_value(json_object_get(vector, "murmur2"));
    const char *owner = json_string_value(json_object_get(vector, "owner"));
    record_key key = {0};
    hrw_candidate *candidates = NULL;
    hrw_placement *placement = NULL;
    hrw_hash hash;
    bool passed = (json_is_integer(base) && murmur2 != NULL && owner != NULL) ||
        differs("malformed: a field of base, murmur2, owner is missing");
    passed = passed && hash_of(vector, &hash) && key_of(vector, &key) && candidates_of(list, &candidates) &&
        same_word("murmur2", murmur2, hrw_murmur2(key.bytes, key.length), 8);
    if (passed) {
        placement = place(candidates, json_array_size(list), hash, 0, (int)json_integer_value(base));
        passed = placement != NULL;
    }
    if (passed) {
        const char *actual = candidates[hrw_owner(placement, key.bytes, key.length)].id;
        passed = strcmp(owner, actual) == 0 || differs("owner: expected %s, actual %s", owner, actual);
    }
    if (placement != NULL) {
        hrw_placement_free(placement);
    }
    free(candidates);
    free(key.bytes);
    return passed;
}

static uint64_t made_up(const hrw_hash *hash, const void *bytes, size_t length) {
    (void)hash;
    for (size_t i = 0; i < LENGTH(WORDS); i++) {
        if (strlen(WORDS[i].id) == length && memcmp(WORDS[i].id, bytes, length) == 0) {
            return WORDS[i].word;
        }
    }
    return 0;
}

static bool check_order(const hrw_candidate *expected, size_t count) {
    hrw_candidate candidates[6];
    size_t ranked[6];
    for (size_t i = 0; i < count; i++) {
        candidates[i] = expected[count - 1 - i];
    }
    hrw_placement *placement = place(candidates, count, (hrw_hash){.of = made_up}, 0, 0);
    hrw_rank(placement, "", 0, ranked);
    bool passed = true;
    for (size_t i = 0; passed && i < count; i++) {
        const char *actual = candidates[ranked[i]].id;
        passed = strcmp(expected[i].id, actual) == 0 ||
            differs("order: expected %s in place %zu, actual %s", expected[i].id, i, actual);
    }
    if (passed && hrw_owner(placement, "", 0) != ranked[0]) {
        passed = differs("order: the owner is not the first of the rank");
    }
    hrw_placement_free(placement);
    return passed;
}

static bool check_refusal(const hrw_candidate *candidates, size_t count, int slot_bits, int base) {
    char error[300] = "none";
    hrw_placement_new(candidates, count, hrw_xxh3(0), slot_bits, base, error, sizeof error);
    return strstr(error, "; allowed") != NULL ||
        differs("refusal: expected an error that says what is allowed, actual %s", error);
}

/* Counts of the sections in the order of their first case, for the closing line. */
static char counts[400];
static size_t all_passed, all_failed;

static void close_section(const char *section, size_t passed) {
    size_t used = strlen(counts);
    snprintf(counts + used, sizeof counts - used, "%s%s %zu", used == 0 ? "" : ", ", section, passed);
    all_passed += passed;
}

/* Prints a line for a case that failed; 1 if it passed. */
static size_t report(const char *section, const char *name, bool passed) {
    if (!passed) {
        printf("%s %s: %s\n", section, name, why);
        all_failed++;
    }
    return passed;
}

static void run_vectors(const char *section, const json_t *vectors, bool (*check)(const json_t *)) {
    size_t passed = 0;
    for (size_t i = 0; i < json_array_size(vectors); i++) {
        const json_t *vector = json_array_get(vectors, i);
        const char *key = json_string_value(json_object_get(vector, "key"));
        const char *score = json_string_value(json_object_get(vector, "score"));
        char name[4096];
        snprintf(name, sizeof name, "[%zu] %s %s", i, key ? "key" : "score", key ? key : score ? score : "none");
        bool is_object = json_is_object(vector) || differs("malformed: no object");
        passed += report(section, name, is_object && check(vector));
    }
    close_section(section, passed);
}

static void run_own_cases(void) {
    size_t passed = 0;
    for (size_t i = 0; i < LENGTH(LOGARITHMS); i++) {
        passed += report("log", LOGARITHMS[i][0], check_logarithm(LOGARITHMS[i][0], LOGARITHMS[i][1]));
    }
    close_section("log", passed);
    passed = 0;
    for (size_t i = 0; i < LENGTH(ORDERS); i++) {
        passed += report("order", ORDERS[i].name, check_order(ORDERS[i].ranked, ORDERS[i].count));
    }
    close_section("order", passed);
    passed = 0;
    for (size_t i = 0; i < LENGTH(REFUSALS); i++) {
        bool refused =
            check_refusal(REFUSALS[i].candidates, REFUSALS[i].count, REFUSALS[i].slot_bits, REFUSALS[i].base);
        passed += report("refusal", REFUSALS[i].name, refused);
    }
    close_section("refusal", passed);
}

/* The file, if it is one of vectors. */
static json_t *read_vectors(const char *path) {
    json_error_t error;
    json_t *file = json_load_file(path, 0, &error);
    if (file == NULL) {
        fail(2, "%s: %s", path, error.text);
    }
    const char *protocol = json_string_value(json_object_get(file, "protocol"));
    if (protocol == NULL || strcmp(protocol, "hrw-v1") != 0) {
        fail(2, "%s: no file of vectors; allowed: an object whose protocol is hrw-v1", path);
    }
    const char *name;
    json_t *section;
    json_object_foreach(file, name, section) {
        bool known = is_one_of(name, (const char *const[]){"rank", "minusLog", "based", "bounded", NULL});
        if (strcmp(name, "protocol") != 0 && !(known && json_is_array(section))) {
            fail(2, "%s: %s; allowed: lists named rank, minusLog, based, bounded", path, name);
        }
    }
    return file;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fail(2, "usage: test VECTORS.json");
    }
    json_t *file = read_vectors(argv[1]);
    const char *const sections[] = {"rank", "minusLog", "based"};
    bool (*const checks[])(const json_t *) = {check_rank, check_minus_log, check_based};
    size_t vectors = 0;
    for (size_t i = 0; i < LENGTH(sections); i++) {
        json_t *section = json_object_get(file, sections[i]);
        vectors += json_array_size(section);
        if (json_array_size(section) > 0) {
            run_vectors(sections[i], section, checks[i]);
        }
    }
    if (vectors == 0) {
        fail(2, "%s: no vectors; allowed: at least one in rank, minusLog, based", argv[1]);
    }
    run_own_cases();
    printf("c: %zu passed, %zu failed (%s)\n", all_passed, all_failed, counts);
    json_decref(file);
    return all_failed > 0;
}
