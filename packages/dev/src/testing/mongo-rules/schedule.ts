import type { Code, CommandKind } from './errors'

/** A fault of one command. `isExecuted`: the command takes effect before the error or the lost reply. */
export type Fault =
  | { type: 'error'; code: Code; isExecuted: boolean }
  | { type: 'unconfirmed' }
  | { type: 'lost'; isExecuted: boolean }
  | { type: 'election'; ms: number; isCrash: boolean; isExecuted: boolean }
  /** Majority reads stay behind for `ms`; that many replies to the command and its repetitions are lost. */
  | { type: 'lag'; ms: number; lostReplies: number }
  | { type: 'delay'; ms: number }

/** The fault of the command that follows `skip` others of its kind after the last step of this kind. */
export type Step = { kind: CommandKind; skip: number; fault: Fault }

/** Numbers from 0 to 1, always the same for a seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    happens: (chance: number) => next() < chance,
    pick: <T>(values: readonly T[]) => values[below(values.length)] as T,
  }
}
type Random = ReturnType<typeof createRandom>

/** Codes that each kind of command may answer on MongoDB 8; the second list after its execution too. */
const codes: Record<CommandKind, readonly [readonly Code[], readonly Code[]]> = {
  transaction: [[112, 251, 24, 50, 262, 290, 11601, 189, 11602], []],
  commit: [
    [251, 112, 290],
    [50, 262, 11601, 189, 11602, 10107],
  ],
  write: [
    [24, 10107],
    [50, 262, 11601, 189, 11602],
  ],
  read: [[50, 262, 11601, 189, 10107, 11602], []],
  definition: [[12587, 24, 11602], []],
}

function planFault(random: Random, kind: CommandKind): Fault {
  const isWrite = kind === 'commit' || kind === 'write'
  const isExecuted = isWrite && random.happens(0.5)
  if (kind === 'definition' && random.happens(0.5)) return { type: 'delay', ms: 200 + random.below(600) }
  if (kind === 'commit' && random.happens(0.3)) {
    return { type: 'lag', ms: 200 + random.below(500), lostReplies: random.pick([0, 2, 2]) }
  }
  if (isWrite && random.happens(0.15)) return { type: 'unconfirmed' }
  if (random.happens(0.3)) return { type: 'lost', isExecuted }
  const [before, after] = codes[kind]
  return { type: 'error', code: random.pick(isExecuted ? after : [...before, ...after]), isExecuted }
}

export type Plan = { count: number; skipMax: number; kinds: readonly CommandKind[] }

/**
 * Faults in an order that depends on the seed alone, with one election.
 * @param electionMs time without a primary
 */
export function planFaults(seed: number, electionMs: number, { count, skipMax, kinds }: Plan): Step[] {
  const random = createRandom(seed)
  const steps = Array.from({ length: count }, (): Step => {
    const kind = random.pick(kinds)
    return { kind, skip: random.below(skipMax + 1), fault: planFault(random, kind) }
  })
  const kind = random.pick(kinds)
  const isExecuted = kind === 'commit' && random.happens(0.5)
  const fault: Fault = { type: 'election', ms: electionMs, isCrash: random.happens(0.5), isExecuted }
  steps.splice(random.below(count + 1), 0, { kind, skip: random.below(skipMax + 1), fault })
  return steps
}
