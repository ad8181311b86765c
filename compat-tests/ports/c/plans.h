/* What the programs here share: the files of a plan and of keys, and one line for each error. */
#ifndef PLANS_H
#define PLANS_H

#define _GNU_SOURCE
#include "hrw_v1.h"

#include <errno.h>
#include <jansson.h>

/* A placement of partitions. candidates: those of the placement, with their partition numbers. */
typedef struct {
    hrw_placement *placement;
    hrw_candidate *candidates;
    int32_t *partitions;
    size_t count;
} plan;

/* A record's key; bytes is NULL for a record without one. */
typedef struct {
    unsigned char *bytes;
    size_t length;
} record_key;

/* Ends the program with one line: code 2 for bad input, 1 for everything else. */
_Noreturn static inline void fail(int code, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    exit(code);
}

static inline bool is_one_of(const char *text, const char *const *allowed) {
    while (*allowed != NULL && strcmp(text, *allowed) != 0) {
        allowed++;
    }
    return *allowed != NULL;
}

/* The number that hex digits spell, or false where the text is anything else than so many lower-case ones. */
static inline bool read_word(const char *text, size_t digits, uint64_t *word) {
    *word = digits > 0 ? strtoull(text, NULL, 16) : 0;
    return strlen(text) == digits && strspn(text, "0123456789abcdef") == digits;
}

/* The bytes that hex digits spell, or false. bytes: room for half as many. */
static inline bool read_bytes(const char *digits, size_t count, unsigned char *bytes) {
    for (size_t i = 0; i < count; i += 2) {
        unsigned value;
        char pair[3] = {digits[i], i + 1 < count ? digits[i + 1] : 0, 0};
        if (strspn(pair, "0123456789abcdefABCDEF") != 2 || sscanf(pair, "%2x", &value) != 1) {
            return false;
        }
        bytes[i / 2] = (unsigned char)value;
    }
    return true;
}

static inline void check_fields(const char *path, const char *what, const json_t *object, const char *const *allowed) {
    if (!json_is_object(object)) {
        fail(2, "--plan %s: a %s is not an object; allowed: an object", path, what);
    }
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value) {
        if (!is_one_of(name, allowed)) {
            fail(2, "--plan %s: the field %s of a %s; allowed: those of the protocol", path, name, what);
        }
    }
}

/* A text field, or the default where it is absent or null. */
static inline const char *text_field(const char *path, const json_t *object, const char *name, const char *otherwise) {
    const json_t *value = json_object_get(object, name);
    if (value != NULL && !json_is_null(value) && !json_is_string(value)) {
        fail(2, "--plan %s: %s; allowed: a text", path, name);
    }
    return json_is_string(value) ? json_string_value(value) : otherwise;
}

static inline hrw_hash read_secret(const char *path, const char *file) {
    unsigned char secret[17];
    FILE *in = file == NULL ? NULL : fopen(file, "rb");
    if (in == NULL) {
        fail(2, "--plan %s: secretFile %s cannot be read; needed with siphash-2-4", path, file == NULL ? "null" : file);
    }
    size_t length = fread(secret, 1, sizeof secret, in);
    fclose(in);
    if (length != 16) {
        fail(2, "--plan %s: secretFile %s has not 16 bytes; allowed: exactly 16 raw bytes", path, file);
    }
    return hrw_siphash(secret);
}

static inline hrw_hash read_hash(const char *path, const json_t *root) {
    const char *name = text_field(path, root, "hash", "null");
    if (strcmp(name, "siphash-2-4") == 0) {
        return read_secret(path, text_field(path, root, "secretFile", NULL));
    }
    if (strcmp(name, "xxh3-64") != 0) {
        fail(2, "--plan %s: hash %s; allowed: xxh3-64, siphash-2-4", path, name);
    }
    const char *seed = text_field(path, root, "seed", "0000000000000000");
    uint64_t word;
    if (!read_word(seed, 16, &word)) {
        fail(2, "--plan %s: seed %s; allowed: 16 lower-case hexadecimal digits", path, seed);
    }
    return hrw_xxh3(word);
}

/* The n of murmur2/n, or 0 for no base. */
static inline int read_base(const char *path, const char *text) {
    if (text == NULL) {
        return 0;
    }
    const char *count = text + strlen("murmur2/");
    bool is_base = strncmp(text, "murmur2/", strlen("murmur2/")) == 0 && hrw_is_partition(count) && atoi(count) > 0;
    if (!is_base) {
        fail(2, "--plan %s: base %s; allowed: murmur2/1 to murmur2/1048576, or null", path, text);
    }
    return atoi(count);
}

static inline hrw_candidate read_candidate(const char *path, const json_t *object) {
    check_fields(path, "candidate", object, (const char *const[]){"id", "weight", "state", NULL});
    const char *id = text_field(path, object, "id", "null");
    const char *state = text_field(path, object, "state", "active");
    const json_t *weight = json_object_get(object, "weight");
    if (!hrw_is_partition(id)) {
        fail(2, "--plan %s: the candidate id \"%s\"; allowed: a partition number as text", path, id);
    }
    if (!is_one_of(state, (const char *const[]){"active", "filling", "draining", NULL})) {
        fail(2, "--plan %s: the state %s of candidate \"%s\"; allowed: active, filling, draining", path, state, id);
    }
    if (weight != NULL && !json_is_number(weight)) {
        fail(2, "--plan %s: the weight of candidate \"%s\" is no number; allowed: 1e-6 to 1e6", path, id);
    }
    return (hrw_candidate){id, weight == NULL ? 1 : json_number_value(weight), strcmp(state, "active") == 0};
}

/* The plan in the file, which is kept until the program ends. */
static inline plan read_plan(const char *path) {
    json_error_t error;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL) {
        fail(2, "--plan %s: %s", path, error.text);
    }
    const char *const fields[] = {"algorithm", "hash", "seed", "secretFile", "slotBits", "base", "candidates", NULL};
    check_fields(path, "plan", root, fields);
    const char *algorithm = text_field(path, root, "algorithm", "null");
    if (strcmp(algorithm, "hrw-v1") != 0) {
        fail(2, "--plan %s: algorithm %s; allowed: hrw-v1", path, algorithm);
    }
    const json_t *slot_bits = json_object_get(root, "slotBits");
    if (slot_bits != NULL && !json_is_integer(slot_bits)) {
        fail(2, "--plan %s: slotBits is no integer; allowed: 0 (no slots) to 20", path);
    }
    const json_t *list = json_object_get(root, "candidates");
    plan plan = {.count = json_array_size(list)};
    plan.candidates = calloc(plan.count + 1, sizeof *plan.candidates);
    plan.partitions = calloc(plan.count + 1, sizeof *plan.partitions);
    for (size_t i = 0; i < plan.count; i++) {
        plan.candidates[i] = read_candidate(path, json_array_get(list, i));
        plan.partitions[i] = atoi(plan.candidates[i].id);
    }
    char why[300];
    int base = read_base(path, text_field(path, root, "base", NULL));
    int bits = (int)json_integer_value(slot_bits);
    plan.placement = hrw_placement_new(plan.candidates, plan.count, read_hash(path, root), bits, base, why, sizeof why);
    if (plan.placement == NULL) {
        fail(2, "--plan %s: %s", path, why);
    }
    return plan;
}

static inline record_key read_key(const char *path, size_t number, const char *line, size_t length) {
    record_key key = {NULL, length / 2};
    if (length == 1 && line[0] == '-') {
        return (record_key){NULL, 0};
    }
    key.bytes = malloc(key.length + 1);
    if (!read_bytes(line, length, key.bytes)) {
        fail(2, "--keys %s: line %zu: \"%.40s\"; allowed: hex, nothing, or -", path, number, line);
    }
    return key;
}

/* A key in hex a line; an empty line is the empty key, "-" is none. count: how many there are. */
static inline record_key *read_keys(const char *path, size_t *count) {
    FILE *in = fopen(path, "rb");
    if (in == NULL) {
        fail(2, "--keys %s: %s", path, strerror(errno));
    }
    record_key *keys = NULL;
    char *line = NULL;
    size_t size = 0, room = 0;
    ssize_t length;
    for (*count = 0; (length = getline(&line, &size, in)) >= 0; (*count)++) {
        if (length > 0 && line[length - 1] == '\n') {
            line[--length] = 0;
        }
        if (*count == room) {
            room = room * 2 + 1024;
            keys = realloc(keys, room * sizeof *keys);
        }
        keys[*count] = read_key(path, *count + 1, line, (size_t)length);
    }
    free(line);
    fclose(in);
    return keys;
}

#endif
