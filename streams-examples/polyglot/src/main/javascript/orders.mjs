// Writes orders where Keystead's producers put them, with kafkajs: orders.mjs HOST:PORT TOPIC COUNT

import { createRequire } from 'node:module'
// In a project of yours hrw_v1.js is a copy beside this file: from './hrw_v1.js'. And its packages are yours: then it is
// import { Kafka, logLevel } from 'kafkajs', and nothing of createRequire.
import { kafkajsPartitioner, Placement, xxh3 } from '../../../../../compat-tests/ports/javascript/hrw_v1.js'

const require = createRequire(new URL('../../../../../compat-tests/ports/javascript/', import.meta.url))
const { Kafka, logLevel } = require('kafkajs')

const [bootstrapServers, topic, count] = process.argv.slice(2)

// The topic had 12 partitions when it was adopted. The 13th is on a broker with room for two and a half times as much.
const placement = new Placement({
  candidates: Array.from({ length: 13 }, (_, p) => ({ id: String(p), weight: p === 12 ? 2.5 : 1 })),
  hash: await xxh3(),
  base: 12
})

const kafka = new Kafka({ brokers: bootstrapServers.split(','), logLevel: logLevel.NOTHING })
const producer = kafka.producer({ createPartitioner: kafkajsPartitioner(placement), allowAutoTopicCreation: false })
try {
  await producer.connect()
  for (let first = 0; first < count; first += 2000) {
    await producer.send({ topic, acks: -1, messages: orders(first, Math.min(first + 2000, count)) })
  }
  await producer.disconnect()
} catch (e) {
  process.stderr.write(`${e.message}\n`)
  process.exit(1)
}
process.stdout.write(`kafkajs ${require('kafkajs/package.json').version}\n`)

function orders (first, end) {
  return Array.from({ length: end - first }, (_, i) => first + i).map(number => ({
    // Text is placed by its bytes in UTF-8, in every language.
    key: number % 10 === 0 ? `pedido-ñ-${number}` : `order-${number}`,
    value: String(number),
    // By this header keystead verify tells who wrote what.
    headers: { 'keystead.client.id': 'shop' }
  }))
}
