// Holds hrw_v1.js against a file of golden vectors: test VECTORS.json.

import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { minusLog, murmur2, Placement, sipHash24, xxh3 } from './hrw_v1.js'
import { fail } from './plans.js'

const SECTIONS = ['rank', 'minusLog', 'based', 'bounded']
const CHECKS = { rank: checkRank, minusLog: checkMinusLog, based: checkBased }

/**
 * Scores whose logarithm fdlibm rounds otherwise than other libraries do, and four that a fused multiply-add would. The
 * file happens to have none.
 */
const LOGARITHMS = {
  '63ca828dd5f4b3b2': '3fee25ac96d227b8',
  b2221a58008a05a6: '3fd73596a352f95e',
  '9755d4c13a902931': '3fe0d25e35330be0',
  '51431193e6c3f339': '3ff25c2804c75090',
  da71144896c8da19: '3fc44ee98d4c952e',
  aa2ca1af6a107b75: '3fda2278c730c136',
  '29e821a4c74803e3': '3ffcf4a7ab2ff12e',
  '5eda92d864ac5db9': '3fefc559c25dbff8',
  '59fb23361057fff1': '3ff0bab0e0d7a125',
  a8939faf83e6a804: '3fdabd05240a3c67',
  b35a999bfa5a0b49: '3fd6c5b266ac0dfa',
  '5e01bd75ac871c80': '3ff0076a4b52944a'
}

/** Ties, which no real hash gives: these words make the key '' and the ids bid the scores beside them; others bid mix(0). */
const WORDS = {
  low: 0x38124bfea89606c3n, // 0000000000000001
  below: 0x00f7d3892b36b6cbn, // 7fffffffffffffff
  above: 0xf2b4670da0de7a1cn, // 8000000000000001
  more: 0x1d990c5539fe7308n, // 8000000000000fff: the same time as above
  plus: 0xff5bf539d6611e4en, // 63ca828dd5f4b3b2: most libraries' log is a bit more
  'beside plus': 0xe999575df20553b1n, // b0c11fdecb91ce37
  minus: 0xe728556657efa09bn, // 9755d4c13a902931: most libraries' log is a bit less
  'beside minus': 0xc8a25f0dc608e580n // de28123c7fd39898
}

const ORDERS = {
  'scores are unsigned': [{ below: 1, above: 1 }, ['above', 'below']],
  'with equal scores the smaller id as UTF-8 bytes wins': [
    { '\u{1F600}': 1, '\uFFFD': 1, ab: 1, a: 1, 9: 1, 10: 1 },
    ['10', '9', 'a', 'ab', '\uFFFD', '\u{1F600}']
  ],
  'with equal times the higher score wins': [{ above: 2, more: 2, low: 1 }, ['more', 'above', 'low']],
  'with equal times and scores the smaller id as UTF-8 bytes wins': [
    { '\u{1F600}': 2, '\uFFFD': 2, low: 1 },
    ['\uFFFD', '\u{1F600}', 'low']
  ],
  'a logarithm a bit too large loses': [{ plus: 1, 'beside plus': 0.393181956617967 }, ['plus', 'beside plus']],
  'a logarithm a bit too small wins': [{ minus: 1, 'beside minus': 0.26973693712306 }, ['beside minus', 'minus']]
}

const REFUSALS = {
  'weight 0': { candidates: [{ id: '0', weight: 0 }] },
  'weight NaN': { candidates: [{ id: '0', weight: NaN }] },
  'weight 1e-7': { candidates: [{ id: '0', weight: 1e-7 }] },
  'weight 2e6': { candidates: [{ id: '0', weight: 2e6 }] },
  'an id twice': { candidates: [{ id: '0' }, { id: '1' }, { id: '0' }] },
  'no candidate': { candidates: [] },
  'none active': { candidates: [{ id: '0', state: 'draining' }] },
  'slot bits 21': { candidates: [{ id: '0' }], slotBits: 21 },
  'a base with slots': { candidates: [{ id: '0' }], slotBits: 1, base: 1 },
  'a base partition with a weight': { candidates: [{ id: '0', weight: 2 }], base: 1 }
}

/** A case failed; the message begins with the first step that differs. */
class Differs extends Error {}

function compare (step, expected, actual) {
  if (!isDeepStrictEqual(expected, actual)) {
    throw new Differs(`${step}: expected ${expected}, actual ${actual}`)
  }
}

const word = number => number.toString(16).padStart(16, '0')

async function checkRank (vector) {
  const { key, candidates, rank, slotBits } = fields(vector, 'hash', 'slotBits', 'key', 'keyHash', 'slot', 'candidates', 'rank', 'scoreOfFirst')
  const hash = await hashOf(vector)
  const placement = new Placement({ candidates, hash, slotBits })
  for (const id of rank.length > 0 ? rank : [null]) {
    if (!candidates.some(candidate => candidate.id === id)) {
      throw new Error(`${JSON.stringify(id)} in rank; allowed: the ids of candidates`)
    }
  }
  const why = placement.explain(bytes(key))
  compare('hash', vector.keyHash, word(why.keyHash))
  compare('slot', vector.slot, why.slot)
  // Where another candidate came first with this very score, it is not the score that is wrong but the order.
  const first = candidates.filter(candidate => candidate.id === rank[0])
  const { score } = new Placement({ candidates: first, hash, slotBits }).explain(bytes(key))
  if (vector.scoreOfFirst !== word(why.score)) {
    compare('score', vector.scoreOfFirst, word(score))
  }
  compare('order', rank, placement.rank(bytes(key)).slice(0, rank.length))
  compare('order', rank[0], why.owner)
}

function checkMinusLog (vector) {
  const { score, minusLogBits } = fields(vector, 'score', 'minusLogBits')
  const actual = Buffer.alloc(8)
  actual.writeDoubleBE(minusLog(BigInt('0x' + score)))
  compare('log', minusLogBits, actual.toString('hex'))
}

async function checkBased (vector) {
  const { key, base, active, owner } = fields(vector, 'hash', 'key', 'murmur2', 'base', 'active', 'owner')
  compare('murmur2', vector.murmur2, murmur2(bytes(key)).toString(16).padStart(8, '0'))
  compare('owner', owner, new Placement({ candidates: active, hash: await hashOf(vector), base }).owner(bytes(key)))
}

function checkOrder ([weights, expected]) {
  const candidates = Object.entries(weights).map(([id, weight]) => ({ id, weight }))
  const placement = new Placement({ candidates, hash: bytes => WORDS[bytes.toString()] ?? 0n })
  compare('order', expected, placement.rank(Buffer.of()))
  compare('order', expected[0], placement.owner(Buffer.of()))
}

async function checkRefusal (settings) {
  const hash = await xxh3()
  let refusal = 'none'
  try {
    Reflect.construct(Placement, [{ hash, ...settings }])
  } catch (e) {
    refusal = e.message
  }
  if (!refusal.includes('; allowed')) {
    throw new Differs(`refusal: expected an error that says what is allowed, actual ${refusal}`)
  }
}

function fields (vector, ...names) {
  for (const name of names) {
    if (vector[name] === undefined) {
      throw new Error(`no field ${name}`)
    }
  }
  return vector
}

function bytes (hex) {
  const bytes = Buffer.from(hex, 'hex')
  if (bytes.toString('hex') !== hex) {
    throw new Error(`${JSON.stringify(hex)}; allowed: lower-case hex`)
  }
  return bytes
}

async function hashOf ({ hash, seed, secret }) {
  if (hash === 'siphash-2-4') {
    return sipHash24(bytes(secret))
  }
  if (hash === 'xxh3-64') {
    return xxh3(BigInt('0x' + seed))
  }
  throw new Error(`hash ${hash}; allowed: xxh3-64, siphash-2-4`)
}

/** Counts what passed, and prints a line for each case that failed. */
class Report {
  passed = {}
  failed = 0

  async run (section, name, check, argument) {
    this.passed[section] ??= 0
    try {
      await check(argument)
      this.passed[section]++
    } catch (e) {
      this.failed++
      console.log(`${section} ${name}: ${e instanceof Differs ? '' : 'malformed: '}${e.message}`)
    }
  }
}

/** The sections that are a port's business, by name. */
function read (path) {
  let content
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (e) {
    fail(`${path}: ${e.message}`, 2)
  }
  if (content?.protocol !== 'hrw-v1') {
    fail(`${path}: no file of vectors; allowed: an object whose protocol is hrw-v1`, 2)
  }
  for (const [name, vectors] of Object.entries(content)) {
    if (name !== 'protocol' && !(SECTIONS.includes(name) && Array.isArray(vectors))) {
      fail(`${path}: ${name}; allowed: lists named ${SECTIONS.join(', ')}`, 2)
    }
  }
  const checked = Object.keys(CHECKS).filter(name => content[name]?.length > 0)
  if (checked.length === 0) {
    fail(`${path}: no vectors; allowed: at least one in ${Object.keys(CHECKS).join(', ')}`, 2)
  }
  return Object.fromEntries(checked.map(name => [name, content[name]]))
}

if (process.argv.length !== 3) {
  fail('usage: test VECTORS.json', 2)
}
const report = new Report()
for (const [section, vectors] of Object.entries(read(process.argv[2]))) {
  for (const [place, vector] of vectors.entries()) {
    const name = vector?.key === undefined ? `score ${vector?.score}` : `key ${vector.key}`
    await report.run(section, `[${place}] ${name}`, CHECKS[section], vector)
  }
}
for (const [score, minusLogBits] of Object.entries(LOGARITHMS)) {
  await report.run('log', score, checkMinusLog, { score, minusLogBits })
}
for (const [name, order] of Object.entries(ORDERS)) {
  await report.run('order', name, checkOrder, order)
}
for (const [name, settings] of Object.entries(REFUSALS)) {
  await report.run('refusal', name, checkRefusal, settings)
}
const passed = Object.values(report.passed).reduce((sum, count) => sum + count, 0)
const counts = Object.entries(report.passed).map(([section, count]) => `${section} ${count}`).join(', ')
console.log(`javascript: ${passed} passed, ${report.failed} failed (${counts})`)
process.exitCode = report.failed > 0 ? 1 : 0
