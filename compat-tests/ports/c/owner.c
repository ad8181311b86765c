/* Prints the partition of each key: owner --plan PLAN.json --keys KEYS.txt [--explain]. */

#include "plans.h"

#include <getopt.h>
#include <inttypes.h>

static void print_line(const plan *plan, const record_key *key, bool explain) {
    if (key->bytes == NULL) {
        puts(explain ? "- - - -" : "-");
        return;
    }
    hrw_explanation why = hrw_explain(plan->placement, key->bytes, key->length);
    printf("%" PRId32, plan->partitions[why.owner]);
    if (explain) {
        char slot[17] = "-";
        if (why.slot >= 0) {
            snprintf(slot, sizeof slot, "%" PRIx64, (uint64_t)why.slot);
        }
        printf(" %016" PRIx64 " %s %016" PRIx64, why.key_hash, slot, why.score);
    }
    putchar('\n');
}

int main(int argc, char **argv) {
    const struct option options[] = {{"plan", required_argument, NULL, 'p'}, {"keys", required_argument, NULL, 'k'},
        {"explain", no_argument, NULL, 'e'}, {0}};
    const char *plan_path = NULL, *keys_path = NULL;
    bool explain = false;
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (option) {
            case 'p': plan_path = optarg; break;
            case 'k': keys_path = optarg; break;
            case 'e': explain = true; break;
            default: fail(2, "%s; allowed: --plan FILE --keys FILE [--explain]", argv[optind - 1]);
        }
    }
    if (plan_path == NULL || keys_path == NULL || optind < argc) {
        fail(2, "usage: owner --plan FILE --keys FILE [--explain]");
    }
    plan plan = read_plan(plan_path);
    size_t count;
    record_key *keys = read_keys(keys_path, &count);
    for (size_t i = 0; i < count; i++) {
        print_line(&plan, &keys[i], explain);
    }
    return 0;
}
