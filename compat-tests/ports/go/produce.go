package main

import (
	"flag"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/Shopify/sarama"
)

// For keys of 1 MiB, which the client refuses by default. It is also the largest batch.
const largestMessage = 1<<20 + 64<<10

// Writes keys to a topic, each to its owner: produce --client sarama --bootstrap-server HOST:PORT --topic T
// --plan PLAN.json --keys KEYS.txt.
func produce(arguments []string) {
	flags := flag.NewFlagSet("produce", flag.ContinueOnError)
	client := flags.String("client", "", "")
	bootstrap := flags.String("bootstrap-server", "", "")
	topic := flags.String("topic", "", "")
	planPath := flags.String("plan", "", "")
	keysPath := flags.String("keys", "", "")
	parse(flags, arguments)
	if *client != "sarama" {
		fail(2, "--client %s; allowed: sarama", *client)
	}
	plan := readPlan(*planPath)
	keys := readKeys(*keysPath)
	if err := sendAll(*bootstrap, *topic, plan, keys); err != nil {
		fail(1, "sarama: %v", err)
	}
	fmt.Printf("sarama %s sent %d\n", version(), len(keys))
}

func sendAll(bootstrap, topic string, plan Plan, keys [][]byte) error {
	config := sarama.NewConfig()
	config.Version = sarama.V2_1_0_0
	config.Metadata.Retry.Backoff = time.Second
	config.Net.MaxOpenRequests = 1 // keeps the order when something is sent again
	config.Producer.Partitioner = NewPartitioner(plan.placement)
	config.Producer.RequiredAcks = sarama.WaitForAll
	config.Producer.Retry.Max = 10
	config.Producer.Return.Successes = true
	config.Producer.MaxMessageBytes = largestMessage
	config.Producer.Flush.Frequency = 5 * time.Millisecond
	client, err := sarama.NewClient([]string{bootstrap}, config)
	if err != nil {
		return err
	}
	defer client.Close()
	if err := checkTopic(client, topic, plan); err != nil {
		return err
	}
	producer, err := sarama.NewAsyncProducerFromClient(client)
	if err != nil {
		return err
	}
	go func() {
		for number, key := range keys {
			message := &sarama.ProducerMessage{Topic: topic, Value: sarama.StringEncoder(strconv.Itoa(number))}
			if key != nil {
				message.Key = sarama.ByteEncoder(key)
			}
			producer.Input() <- message
		}
	}()
	return waitForAll(producer, len(keys))
}

// Refuses a topic that lacks a partition of the plan.
func checkTopic(client sarama.Client, topic string, plan Plan) error {
	partitions, err := client.Partitions(topic)
	if err != nil {
		return fmt.Errorf("%s: %v", topic, err)
	}
	known := map[int]bool{}
	for _, partition := range partitions {
		known[int(partition)] = true
	}
	for _, partition := range plan.needed {
		if !known[partition] {
			fail(2, "partition %d of the plan; the topic %s has %v", partition, topic, partitions)
		}
	}
	return nil
}

func waitForAll(producer sarama.AsyncProducer, records int) error {
	for acknowledged := 0; acknowledged < records; acknowledged++ {
		select {
		case <-producer.Successes():
		case err := <-producer.Errors():
			return err
		}
	}
	return producer.Close()
}

// Sarama does not tell its version; the Debian package does.
func version() string {
	out, err := exec.Command("dpkg-query", "-W", "-f", "${Version}", "golang-github-shopify-sarama-dev").Output()
	if err != nil {
		return "unknown"
	}
	return strings.SplitN(string(out), "-", 2)[0]
}
