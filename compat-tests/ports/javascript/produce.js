// Writes keys to a topic, each to its owner: produce --client NAME --bootstrap-server HOST:PORT --topic T
// --plan PLAN.json --keys KEYS.txt; NAME is kafkajs or platformatic.

import { readFileSync } from 'node:fs'
import { kafkajsPartitioner, platformaticPartitioner } from './hrw_v1.js'
import { checkTopic, fail, readArguments, readKeys, readPlan } from './plans.js'

const CLIENTS = { kafkajs: sendByKafkajs, platformatic: sendByPlatformatic }
const SECONDS = 60

const args = readArguments(['client', 'bootstrap-server', 'topic', 'plan', 'keys'])
const send = CLIENTS[args.client] ?? fail(`--client ${args.client}; allowed: ${Object.keys(CLIENTS).join(', ')}`, 2)
const plan = await readPlan(args.plan)
const messages = readKeys(args.keys).map((key, number) => ({ key, value: String(number) }))
try {
  const version = await send()
  process.stdout.write(`${args.client} ${version} sent ${messages.length}\n`)
} catch (e) {
  fail(`${args.client}: ${[e, ...(e.errors ?? [])].map(one => one.message).join(': ')}`, 1)
}

async function sendByKafkajs () {
  const { Kafka, logLevel } = await import('kafkajs')
  const kafka = new Kafka({
    brokers: [args['bootstrap-server']],
    connectionTimeout: 10_000,
    logLevel: logLevel.NOTHING
  })
  const admin = kafka.admin()
  await admin.connect()
  const { topics } = await admin.fetchTopicMetadata({ topics: [args.topic] })
  await admin.disconnect()
  checkTopic(plan, args.topic, topics[0].partitions.map(partition => partition.partitionId))

  const producer = kafka.producer({
    createPartitioner: kafkajsPartitioner(plan.placement),
    allowAutoTopicCreation: false
  })
  await producer.connect()
  for (const batch of batches()) {
    await producer.send({ topic: args.topic, acks: -1, timeout: SECONDS * 1000, messages: batch })
  }
  await producer.disconnect()
  return versionOf('kafkajs')
}

async function sendByPlatformatic () {
  const { Producer, ProduceAcks } = await import('@platformatic/kafka')
  const producer = new Producer({
    clientId: 'keystead',
    bootstrapBrokers: [args['bootstrap-server']],
    partitioner: platformaticPartitioner(plan.placement),
    autocreateTopics: false,
    timeout: SECONDS * 1000
  })
  try {
    const metadata = await producer.metadata({ topics: [args.topic] })
    checkTopic(plan, args.topic, Object.keys(metadata.topics.get(args.topic).partitions).map(Number))
    for (const batch of batches()) {
      const messages = batch.map(({ key, value }) => ({ topic: args.topic, key, value: Buffer.from(value) }))
      await producer.send({ acks: ProduceAcks.ALL, messages })
    }
  } finally {
    await producer.close()
  }
  return versionOf('@platformatic/kafka')
}

/** The messages in lists of at most 2,000 and of about 512 KiB, so that each is one request of a fair size. */
function * batches () {
  let batch = []
  let bytes = 0
  for (const message of messages) {
    const length = message.key?.length ?? 0
    if (batch.length === 2000 || (batch.length > 0 && bytes + length > 512 << 10)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(message)
    bytes += length
  }
  if (batch.length > 0) {
    yield batch
  }
}

function versionOf (name) {
  return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version
}
