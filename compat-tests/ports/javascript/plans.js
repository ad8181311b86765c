// What the programs here share: arguments, the files of a plan and of keys, and one line for each error.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Placement, sipHash24, xxh3 } from './hrw_v1.js'

const FIELDS = ['algorithm', 'base', 'candidates', 'hash', 'secretFile', 'seed', 'slotBits']
const CANDIDATE_FIELDS = ['id', 'state', 'weight']

/** Ends the program with one line: code 2 for bad input, 1 for everything else. */
export function fail (message, code) {
  process.stderr.write(String(message).replace(/\s+/g, ' ') + '\n')
  process.exit(code)
}

/** The arguments by name. wanted: names of those that must be given; switches: names of those without a value. */
export function readArguments (wanted, switches = []) {
  const options = Object.fromEntries([
    ...wanted.map(name => [name, { type: 'string' }]),
    ...switches.map(name => [name, { type: 'boolean' }])
  ])
  try {
    const { values } = parseArgs({ options })
    for (const name of wanted) {
      if (values[name] === undefined) {
        throw new Error(`--${name} is missing`)
      }
    }
    return values
  } catch (e) {
    return fail(e.message, 2)
  }
}

/** { placement, needed }; needed: the partitions that the topic must have. */
export async function readPlan (path) {
  try {
    return await plan(JSON.parse(readFileSync(path, 'utf8')))
  } catch (e) {
    return fail(`--plan ${path}: ${e.message}`, 2)
  }
}

/** Refuses a topic that lacks a partition of the plan. */
export function checkTopic (plan, topic, partitions) {
  for (const partition of plan.needed) {
    if (!partitions.includes(partition)) {
      fail(`partition ${partition} of the plan; the topic ${topic} has ${partitions.sort((a, b) => a - b)}`, 2)
    }
  }
}

/** Keys, in hex a line; an empty line is the empty key, "-" is null. */
export function readKeys (path) {
  let lines
  try {
    lines = readFileSync(path, 'latin1').split('\n')
  } catch (e) {
    fail(`--keys ${path}: ${e.message}`, 2)
  }
  if (lines.at(-1) === '') {
    lines.pop()
  }
  return lines.map((line, index) => {
    const key = Buffer.from(line, 'hex')
    if (line !== '-' && key.length * 2 !== line.length) {
      fail(`--keys ${path}: line ${index + 1}: "${line.slice(0, 40)}"; allowed: hex, nothing, or -`, 2)
    }
    return line === '-' ? null : key
  })
}

async function plan (plan) {
  checkFields('plan', plan, FIELDS)
  if (plan.algorithm !== 'hrw-v1') {
    throw new Error(`algorithm ${plan.algorithm}; allowed: hrw-v1`)
  }
  const candidates = plan.candidates ?? []
  for (const candidate of candidates) {
    checkFields('candidate', candidate, CANDIDATE_FIELDS)
    if (typeof candidate.id !== 'string' || !/^(0|[1-9]\d*)$/.test(candidate.id)) {
      throw new Error(`the candidate id ${JSON.stringify(candidate.id)}; allowed: a partition number as text`)
    }
  }
  const base = baseOf(plan.base ?? null)
  const placement = new Placement({
    candidates,
    hash: await hashOf(plan),
    slotBits: plan.slotBits ?? 0,
    base
  })
  const needed = candidates.map(candidate => Number(candidate.id))
  return { placement, needed: [...needed, ...Array(base ?? 0).keys()] }
}

function checkFields (what, value, allowed) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Error(`${what} ${JSON.stringify(value)}; allowed: an object`)
  }
  for (const name of Object.keys(value)) {
    if (!allowed.includes(name)) {
      throw new Error(`the field ${name} of a ${what}; allowed: ${allowed.join(', ')}`)
    }
  }
}

function baseOf (text) {
  if (text === null) {
    return null
  }
  const match = /^murmur2\/(\d+)$/.exec(text)
  if (!match) {
    throw new Error(`base ${text}; allowed: murmur2/n or null`)
  }
  return Number(match[1])
}

async function hashOf ({ hash, seed = '0'.repeat(16), secretFile }) {
  if (hash === 'xxh3-64') {
    if (!/^[0-9a-f]{16}$/.test(seed)) {
      throw new Error(`seed ${seed}; allowed: 16 lower-case hexadecimal digits`)
    }
    return xxh3(BigInt('0x' + seed))
  }
  if (hash === 'siphash-2-4') {
    if (!secretFile) {
      throw new Error('no secretFile; needed with siphash-2-4')
    }
    return sipHash24(readFileSync(secretFile))
  }
  throw new Error(`hash ${hash}; allowed: xxh3-64, siphash-2-4`)
}
