// hrw-v1: which partition owns a key, by rendezvous hashing, to the last bit as every other producer computes it.
// Copy this file beside your producer. It needs the packages hash-wasm (for xxh3) and siphash (for sipHash24).

import { createXXHash3 } from 'hash-wasm'
import siphash from 'siphash'

const word = z => BigInt.asUintN(64, z)

/** The hash for keys that you make. seed: a BigInt from 0n to 2n ** 64n - 1n. */
export async function xxh3 (seed = 0n) {
  if (typeof seed !== 'bigint' || word(seed) !== seed) {
    throw new RangeError(`the seed ${seed}; allowed: a BigInt from 0 to 2^64 - 1`)
  }
  const hasher = await createXXHash3(Number(seed & 0xffffffffn), Number(seed >> 32n))
  return bytes => BigInt('0x' + hasher.init().update(bytes).digest())
}

/** The hash for keys that strangers choose. secret: 16 bytes that only the producers know. */
export function sipHash24 (secret) {
  if (secret.length !== 16) {
    throw new RangeError(`a siphash-2-4 secret has ${secret.length} bytes; allowed: exactly 16 raw bytes`)
  }
  const key = [0, 4, 8, 12].map(at => Buffer.from(secret).readUInt32LE(at))
  return bytes => BigInt('0x' + siphash.hash_hex(key, bytes))
}

/**
 * Owners of keys. Immutable.
 *
 * candidates: a list of { id, weight = 1, state = 'active' } in any order. id: a partition's number in decimal, for
 * ever. Only those in the state active get keys.
 * hash: await xxh3(seed), or sipHash24(secret).
 * slotBits: 0, or the b of 2^b slots (1 to 20).
 * base: the n of murmur2/n, for a topic that Kafka's default partitioner filled over n partitions.
 */
export class Placement {
  #hash
  #slotBits
  #slots = new Map()
  #base
  #active
  #all

  constructor ({ candidates, hash, slotBits = 0, base = null }) {
    candidates = candidates.map(candidate => ({ weight: 1, state: 'active', ...candidate }))
    check(candidates, slotBits, base)
    const active = candidates.filter(candidate => candidate.state === 'active')
    this.#hash = hash
    this.#slotBits = slotBits
    this.#base = base
    this.#active = new Contest(active, hash)
    if (base !== null) {
      const first = Array.from({ length: base }, (_, partition) => ({ id: String(partition), weight: 1 }))
      this.#all = new Contest([...first, ...active.filter(candidate => Number(candidate.id) >= base)], hash)
    }
  }

  /** The id of the candidate that owns the key. An empty key has an owner; null has not: see spread(). */
  owner (key) {
    return this.explain(key).owner
  }

  /** The owner as a number, where ids are partition numbers. key: bytes, or a string, which is sent as UTF-8. */
  partition (key) {
    return Number(this.owner(key))
  }

  /** The owner with the words that decided; slot is null where there are no slots. */
  explain (key) {
    const bytes = typeof key === 'string' ? Buffer.from(key) : key
    const keyHash = this.#hash(bytes)
    if (this.#slotBits > 0) {
      const slot = this.#slot(keyHash)
      return { ...this.#ownerOfSlot(slot), keyHash, slot }
    }
    const best = this.#base === null ? this.#active.best(keyHash) : this.#based(keyHash, bytes)
    return { ...best, keyHash, slot: null }
  }

  /** The ids of all active candidates, the best first. Not with a base, whose owners are not the first by rank. */
  rank (bytes) {
    if (this.#base !== null) {
      throw new Error(`no rank with the base murmur2/${this.#base}; allowed: owner()`)
    }
    const keyHash = this.#hash(bytes)
    return this.#active.rank(this.#slotBits > 0 ? this.#slotHash(this.#slot(keyHash)) : keyHash)
  }

  /** A partition for a record without a key: an active candidate at random, in proportion to the weights. */
  spread () {
    return Number(this.#active.best(BigInt(Math.floor(Math.random() * 2 ** 53))).owner)
  }

  #slot (keyHash) {
    return Number(keyHash >> BigInt(64 - this.#slotBits))
  }

  #slotHash (slot) {
    return this.#hash(Buffer.from(String(slot)))
  }

  #ownerOfSlot (slot) {
    if (!this.#slots.has(slot)) {
      this.#slots.set(slot, this.#active.best(this.#slotHash(slot)))
    }
    return this.#slots.get(slot)
  }

  /** A later partition that wins against all base partitions, or else the key's home, if that is active. */
  #based (keyHash, bytes) {
    const winner = this.#all.best(keyHash)
    if (Number(winner.owner) >= this.#base) {
      return winner
    }
    const home = String((murmur2(bytes) & 0x7fffffff) % this.#base)
    return this.#active.bid(keyHash, home) ?? this.#active.best(keyHash)
  }
}

/** For new Kafka(...).producer({ createPartitioner: kafkajsPartitioner(placement) }). */
export function kafkajsPartitioner (placement) {
  return () => ({ topic, partitionMetadata, message }) => {
    const partition = message.key == null ? placement.spread() : placement.partition(message.key)
    // kafkajs would drop the record and report success.
    if (!partitionMetadata.some(known => known.partitionId === partition)) {
      throw new Error(`partition ${partition} of the placement; the topic ${topic} has no such partition`)
    }
    return partition
  }
}

/** For new Producer({ partitioner: platformaticPartitioner(placement) }) of @platformatic/kafka. */
export function platformaticPartitioner (placement) {
  return ({ topic }, key, { metadata } = {}) => {
    const partition = key == null ? placement.spread() : placement.partition(key)
    const known = metadata?.topics.get(topic)?.partitions
    // The client would take it modulo the topic's size. Before the client has any metadata nothing can be checked.
    if (known !== undefined && known[partition] === undefined) {
      throw new Error(`partition ${partition} of the placement; the topic ${topic} has no such partition`)
    }
    return partition
  }
}

/** Candidates that bid for a word; no bid depends on who else bids. */
class Contest {
  #nodes
  #weighted

  constructor (candidates, hash) {
    this.#weighted = new Set(candidates.map(candidate => candidate.weight)).size > 1
    // The extra mix keeps key "3" from cancelling candidate "3". Sorted, so that of equal bids the first wins.
    this.#nodes = candidates
      .map(({ id, weight }) => ({ id, weight, utf8: Buffer.from(id), hash: mix(hash(Buffer.from(id))) }))
      .sort((a, b) => Buffer.compare(a.utf8, b.utf8))
  }

  best (keyHash) {
    return this.#bids(keyHash).reduce((best, bid) => (beats(bid, best) < 0 ? bid : best))
  }

  rank (keyHash) {
    return this.#bids(keyHash).sort(beats).map(bid => bid.owner)
  }

  bid (keyHash, id) {
    return this.#bids(keyHash).find(bid => bid.owner === id)
  }

  #bids (keyHash) {
    return this.#nodes.map(node => {
      const score = mix(keyHash ^ node.hash)
      return { owner: node.id, score, time: this.#weighted ? minusLog(score) / node.weight : 0 }
    })
  }
}

/** Negative where the first bid is the better one: the smaller time, then the higher score. */
function beats (a, b) {
  if (a.time !== b.time) {
    return a.time < b.time ? -1 : 1
  }
  return a.score === b.score ? 0 : a.score > b.score ? -1 : 1
}

/** SplitMix64's finaliser. */
export function mix (z) {
  z = word((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n)
  z = word((z ^ (z >> 27n)) * 0x94d049bb133111ebn)
  return z ^ (z >> 31n)
}

const real = new DataView(new ArrayBuffer(8))

/**
 * -log of the score as a real between 0 and 1, as fdlibm's __ieee754_log rounds it. V8's Math.log agrees today; that of
 * other engines differs in the last bit here and there, and so would owners.
 */
export function minusLog (score) {
  real.setFloat64(0, (Number(score >> 12n) + 0.5) * 2 ** -52)
  const high = real.getUint32(0) & 0xfffff
  const carry = (high + 0x95f64) & 0x100000
  const k = (real.getUint32(0) >>> 20) - 1023 + (carry >> 20)
  real.setUint32(0, high | (carry ^ 0x3ff00000))
  const f = real.getFloat64(0) - 1
  const ln2High = k * 6.93147180369123816490e-01
  const ln2Low = k * 1.90821492927058770002e-10
  if (f >= -(2 ** -20) && f < 2 ** -20) {
    const r = f * f * (0.5 - 0.33333333333333333 * f)
    return -(ln2High - (r - ln2Low - f))
  }
  const s = f / (2 + f)
  const z = s * s
  const w = z * z
  const t1 = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01))
  const t2 = z * (6.666666666666735130e-01 +
    w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)))
  const r = t2 + t1
  if (high >= 0x6147a && high <= 0x6b851) {
    const h = 0.5 * f * f
    return -(ln2High - (h - (s * (h + r) + ln2Low) - f))
  }
  return -(ln2High - (s * (f - r) - ln2Low - f))
}

/** The 32-bit hash of Kafka's default partitioner in Java, unsigned. */
export function murmur2 (bytes) {
  const m = 0x5bd1e995
  const words = bytes.length & ~3
  let h = 0x9747b28c ^ bytes.length
  for (let i = 0; i < words; i += 4) {
    let k = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24)
    k = Math.imul(k, m)
    h = Math.imul(h, m) ^ Math.imul(k ^ (k >>> 24), m)
  }
  if (words < bytes.length) {
    for (let i = words; i < bytes.length; i++) {
      h ^= bytes[i] << (8 * (i - words))
    }
    h = Math.imul(h, m)
  }
  h = Math.imul(h ^ (h >>> 13), m)
  return (h ^ (h >>> 15)) >>> 0
}

function check (candidates, slotBits, base) {
  const ids = new Set()
  for (const { id, weight, state } of candidates) {
    if (typeof id !== 'string' || id === '' || /\p{Surrogate}/u.test(id)) {
      throw new RangeError(`the candidate id ${JSON.stringify(id)}; allowed: any non-empty, well-formed text`)
    }
    if (ids.has(id)) {
      throw new RangeError(`the candidate id "${id}" stands twice; allowed: distinct ids`)
    }
    ids.add(id)
    // Written so that NaN fails too.
    if (typeof weight !== 'number' || !(weight >= 1e-6 && weight <= 1e6)) {
      throw new RangeError(`the weight ${weight} of candidate "${id}"; allowed: 1e-6 to 1e6 (leave it out for nothing)`)
    }
    if (!['active', 'filling', 'draining'].includes(state)) {
      throw new RangeError(`the state ${state} of candidate "${id}"; allowed: active, filling, draining`)
    }
  }
  if (!candidates.some(candidate => candidate.state === 'active')) {
    throw new RangeError(`none of the ${candidates.length} candidates is active; allowed: at least one`)
  }
  if (!Number.isInteger(slotBits) || slotBits < 0 || slotBits > 20) {
    throw new RangeError(`slot bits ${slotBits}; allowed: 0 (no slots) to 20`)
  }
  if (base !== null) {
    checkBase(candidates, slotBits, base)
  }
}

function checkBase (candidates, slotBits, base) {
  if (!Number.isInteger(base) || base < 1 || base > 1 << 20) {
    throw new RangeError(`the base murmur2/${base}; allowed: murmur2/1 to murmur2/${1 << 20}`)
  }
  if (slotBits > 0) {
    throw new RangeError(`slot bits ${slotBits} with the base murmur2/${base}; allowed with a base: 0`)
  }
  for (const { id, weight } of candidates) {
    if (!/^(0|[1-9]\d*)$/.test(id)) {
      throw new RangeError(`the candidate id "${id}" with a base; allowed: partition numbers without leading zeros`)
    }
    if (Number(id) < base && weight !== 1) {
      throw new RangeError(`the weight ${weight} of partition ${id} of the base murmur2/${base}; allowed there: 1`)
    }
  }
}
