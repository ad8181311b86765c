/*
 * Writes keys to a topic, each to its owner: produce --client librdkafka --bootstrap-server HOST:PORT --topic T --plan PLAN.json
 * --keys KEYS.txt.
 */

#include "plans.h"

#include <getopt.h>
#include <librdkafka/rdkafka.h>
#include <time.h>
#include <unistd.h>

#define SECONDS 30
/* For keys of 1 MiB, which the client refuses by default. */
#define LARGEST_MESSAGE "1114112"

typedef struct {
    const char *client, *bootstrap, *topic, *plan, *keys;
} arguments;

/* What was delivered so far. */
typedef struct {
    size_t acknowledged;
    size_t failed;
    rd_kafka_resp_err_t error;
} report;

_Noreturn static void refuse_client(const char *what, const char *why) {
    fail(1, "librdkafka: %s: %s", what, why);
}

/* A word for records without a key. librdkafka may ask from several threads. */
static uint64_t random_word(void) {
    static _Thread_local uint64_t state;
    if (state == 0) {
        state = hrw_mix((uint64_t)time(NULL) ^ (uint64_t)getpid() << 32 ^ (uint64_t)(uintptr_t)&state);
    }
    return hrw_mix(state += UINT64_C(0x9E3779B97F4A7C15));
}

/* The partitioner. A partition that the topic lacks fails the record with RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION. */
static int32_t partition_of(const rd_kafka_topic_t *topic, const void *key, size_t length, int32_t partitions,
    void *topic_opaque, void *message_opaque) {
    (void)topic, (void)partitions, (void)message_opaque;
    const plan *plan = topic_opaque;
    size_t owner = key == NULL ? hrw_spread(plan->placement, random_word()) : hrw_owner(plan->placement, key, length);
    return plan->partitions[owner];
}

static void on_delivery(rd_kafka_t *producer, const rd_kafka_message_t *message, void *opaque) {
    (void)producer;
    report *report = opaque;
    if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) {
        report->failed++;
        report->error = message->err;
    } else {
        report->acknowledged++;
    }
}

static void set(rd_kafka_conf_t *conf, const char *name, const char *value) {
    char error[200];
    if (rd_kafka_conf_set(conf, name, value, error, sizeof error) != RD_KAFKA_CONF_OK) {
        refuse_client(name, error);
    }
}

static rd_kafka_t *open_producer(const arguments *args, report *report) {
    rd_kafka_conf_t *conf = rd_kafka_conf_new();
    set(conf, "bootstrap.servers", args->bootstrap);
    /* Acknowledged by all, once and in order. */
    set(conf, "enable.idempotence", "true");
    set(conf, "linger.ms", "5");
    set(conf, "message.max.bytes", LARGEST_MESSAGE);
    /* Otherwise librdkafka spreads records without a key over all partitions itself and does not ask. */
    set(conf, "sticky.partitioning.linger.ms", "0");
    set(conf, "log_level", "0");
    rd_kafka_conf_set_dr_msg_cb(conf, on_delivery);
    rd_kafka_conf_set_opaque(conf, report);
    char error[200];
    rd_kafka_t *producer = rd_kafka_new(RD_KAFKA_PRODUCER, conf, error, sizeof error);
    if (producer == NULL) {
        refuse_client("producer", error);
    }
    return producer;
}

static rd_kafka_topic_t *open_topic(rd_kafka_t *producer, const arguments *args, plan *plan) {
    rd_kafka_topic_conf_t *conf = rd_kafka_topic_conf_new();
    rd_kafka_topic_conf_set_partitioner_cb(conf, partition_of);
    rd_kafka_topic_conf_set_opaque(conf, plan);
    rd_kafka_topic_t *topic = rd_kafka_topic_new(producer, args->topic, conf);
    if (topic == NULL) {
        refuse_client(args->topic, rd_kafka_err2str(rd_kafka_last_error()));
    }
    return topic;
}

/* Refuses a topic that lacks a partition of the plan or of its base. */
static void check_topic(rd_kafka_t *producer, rd_kafka_topic_t *topic, const plan *plan) {
    const struct rd_kafka_metadata *metadata;
    rd_kafka_resp_err_t error = rd_kafka_metadata(producer, 0, topic, &metadata, SECONDS * 1000);
    if (error == RD_KAFKA_RESP_ERR_NO_ERROR) {
        error = metadata->topics[0].err;
    }
    if (error != RD_KAFKA_RESP_ERR_NO_ERROR) {
        refuse_client(rd_kafka_topic_name(topic), rd_kafka_err2str(error));
    }
    int partitions = metadata->topics[0].partition_cnt;
    for (size_t i = 0; i < plan->count + (size_t)plan->placement->base; i++) {
        int32_t wanted = i < plan->count ? plan->partitions[i] : (int32_t)(i - plan->count);
        int found = 0;
        while (found < partitions && metadata->topics[0].partitions[found].id != wanted) {
            found++;
        }
        if (found == partitions) {
            fail(2, "partition %d of the plan; the topic %s has %d partitions", wanted, rd_kafka_topic_name(topic), partitions);
        }
    }
    rd_kafka_metadata_destroy(metadata);
}

/* Hands one record over, and waits while the client's queue is full. */
static void hand_over(rd_kafka_t *producer, rd_kafka_topic_t *topic, const record_key *key, size_t number) {
    char value[24];
    int length = snprintf(value, sizeof value, "%zu", number);
    while (rd_kafka_produce(topic, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, value, (size_t)length, key->bytes, key->length,
               NULL) != 0) {
        if (rd_kafka_last_error() != RD_KAFKA_RESP_ERR__QUEUE_FULL) {
            refuse_client("produce", rd_kafka_err2str(rd_kafka_last_error()));
        }
        rd_kafka_poll(producer, 100);
    }
    rd_kafka_poll(producer, 0);
}

static arguments read_arguments(int argc, char **argv) {
    const struct option options[] = {{"client", required_argument, NULL, 'c'}, {"bootstrap-server", required_argument, NULL, 'b'},
        {"topic", required_argument, NULL, 't'}, {"plan", required_argument, NULL, 'p'}, {"keys", required_argument, NULL, 'k'},
        {0}};
    arguments args = {0};
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (option) {
            case 'c': args.client = optarg; break;
            case 'b': args.bootstrap = optarg; break;
            case 't': args.topic = optarg; break;
            case 'p': args.plan = optarg; break;
            case 'k': args.keys = optarg; break;
            default: fail(2, "%s; allowed: --client, --bootstrap-server, --topic, --plan, --keys", argv[optind - 1]);
        }
    }
    if (!args.client || !args.bootstrap || !args.topic || !args.plan || !args.keys || optind < argc) {
        fail(2, "usage: produce --client librdkafka --bootstrap-server HOST:PORT --topic NAME --plan FILE --keys FILE");
    }
    if (strcmp(args.client, "librdkafka") != 0) {
        fail(2, "--client %s; allowed: librdkafka", args.client);
    }
    return args;
}

int main(int argc, char **argv) {
    arguments args = read_arguments(argc, argv);
    plan plan = read_plan(args.plan);
    size_t count;
    record_key *keys = read_keys(args.keys, &count);
    report report = {0};
    rd_kafka_t *producer = open_producer(&args, &report);
    rd_kafka_topic_t *topic = open_topic(producer, &args, &plan);
    check_topic(producer, topic, &plan);
    for (size_t i = 0; i < count; i++) {
        hand_over(producer, topic, &keys[i], i);
    }
    rd_kafka_flush(producer, SECONDS * 1000);
    if (report.failed > 0) {
        refuse_client("a record was not acknowledged", rd_kafka_err2str(report.error));
    }
    if (report.acknowledged < count) {
        fail(1, "librdkafka: %zu of %zu records were acknowledged in %d s", report.acknowledged, count, SECONDS);
    }
    rd_kafka_topic_destroy(topic);
    rd_kafka_destroy(producer);
    printf("librdkafka %s sent %zu\n", rd_kafka_version_str(), count);
    return 0;
}
