// Prints the partition of each key: owner --plan PLAN.json --keys KEYS.txt [--explain].

import { readArguments, readKeys, readPlan } from './plans.js'

const args = readArguments(['plan', 'keys'], ['explain'])
const { placement } = await readPlan(args.plan)
const hex = (number, digits) => number.toString(16).padStart(digits, '0')

function line (key) {
  if (key === null) {
    return args.explain ? '- - - -' : '-'
  }
  const { owner, keyHash, slot, score } = placement.explain(key)
  return args.explain ? `${owner} ${hex(keyHash, 16)} ${slot === null ? '-' : hex(slot, 1)} ${hex(score, 16)}` : owner
}

process.stdout.on('error', () => process.exit(1)) // Its reader went away.
process.stdout.write(readKeys(args.keys).map(key => line(key) + '\n').join(''))
