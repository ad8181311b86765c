// Writes the keys on standard input, one a line, with the partitioner that @platformatic/kafka has by default:
// default.js HOST:PORT TOPIC CLIENT. The records name their client in the header that keystead verify reads.

import { readFileSync } from 'node:fs'
import { Producer, ProduceAcks } from '@platformatic/kafka'

const [server, topic, client] = process.argv.slice(2)
const keys = readFileSync(0, 'utf8').split('\n').filter(key => key !== '')
const headers = new Map([[Buffer.from('keystead.client.id'), Buffer.from(client)]])

const producer = new Producer({ clientId: client, bootstrapBrokers: [server], autocreateTopics: false })
for (let i = 0; i < keys.length; i += 2000) {
  const messages = keys.slice(i, i + 2000).map(key => ({ topic, key: Buffer.from(key), value: Buffer.from('1'), headers }))
  await producer.send({ acks: ProduceAcks.ALL, messages })
}
await producer.close()
