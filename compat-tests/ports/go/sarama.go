package main

import (
	"fmt"
	"math/rand"
	"time"

	"github.com/Shopify/sarama"
)

// NewPartitioner is for config.Producer.Partitioner; it places the records of every topic of the producer.
func NewPartitioner(placement *Placement) sarama.PartitionerConstructor {
	return func(topic string) sarama.Partitioner {
		return &partitioner{topic, placement, rand.New(rand.NewSource(time.Now().UnixNano()))}
	}
}

// Sarama has one for each topic, and asks it from one goroutine.
type partitioner struct {
	topic     string
	placement *Placement
	random    *rand.Rand
}

func (p *partitioner) Partition(message *sarama.ProducerMessage, numPartitions int32) (int32, error) {
	owner := ""
	if message.Key == nil {
		owner = p.placement.Spread(p.random.Uint64())
	} else {
		key, err := message.Key.Encode()
		if err != nil {
			return -1, err
		}
		owner = p.placement.Owner(key)
	}
	partition := number(owner)
	if partition < 0 || partition >= int(numPartitions) {
		return -1, fmt.Errorf("partition %s of the placement; the topic %s has %d partitions", owner, p.topic, numPartitions)
	}
	return int32(partition), nil
}

// RequiresConsistency makes Sarama count all partitions, and not only those that have a leader now.
func (p *partitioner) RequiresConsistency() bool { return true }
