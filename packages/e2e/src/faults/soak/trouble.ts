import type { Balanced, Suite } from '@cascade/dev-stack'
import type { Clocks } from '../clock/clocks'
import type { Random } from '../play/random'
import { takeBackup } from './backup'

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
/** Maximum duration of a fault, and the pause before the next. */
export type Pauses = { longestMs: number; betweenMs: number }

/** Longer than a lease, so a paused leader loses its leadership. */
export const longPauses: Pauses = { longestMs: 9_000, betweenMs: 3_000 }
/** For the single round of the nightly run. `several-writers` tests expired leases. */
export const shortPauses: Pauses = { longestMs: 3_000, betweenMs: 600 }
/** Maximum supported clock difference between machines. */
const largestStepMs = 5_000

/** A fault of one part of the installation, over when `strike` resolves. */
export type Trouble = { what: string; strike: (random: Random) => Promise<void> }

type Room = Suite['processes'][string]
type Server = Pick<Suite['mongo'], 'kill' | 'start'>

type Broken = { suite: Suite; balanced: Balanced; clocks: Clocks }

/** All possible faults by part. */
export function troublesOf(
  { suite, balanced: { balancers }, clocks }: Broken,
  { longestMs }: Pauses,
): Map<string, Trouble[]> {
  const troubles = new Map<string, Trouble[]>()
  for (const [name, room] of Object.entries(suite.processes)) {
    const stored = { room, uri: suite.mongo.uri, database: 'reports' }
    const restore = name === 'svc-reports' ? [restoreOf(name, stored, longestMs)] : []
    troubles.set(name, [...troublesOfRoom(name, room, longestMs), ...restore])
    troubles.set(`clock of ${name}`, [stepOf(name, clocks, longestMs)])
  }
  for (const [room, balancer] of balancers) troubles.set(`network to ${room}`, [cutOf(room, balancer)])
  troubles.set('database', [killOf('database', suite.mongo)])
  return troubles.set('NATS', [killOf('NATS', suite.nats)])
}

function troublesOfRoom(name: string, room: Room, longestMs: number): Trouble[] {
  const restart = { what: `${name} restarted`, strike: () => room.restart() }
  // There is a single gateway, so callers see errors during its restart, but it must recover.
  if (name === 'gateway') return [restart]
  return [killOf(name, { kill: room.kill, start: room.restart }), restart, stopOf(name, room, longestMs)]
}

const killOf = (name: string, { kill, start }: Server): Trouble => ({
  what: `${name} killed`,
  async strike(random) {
    await kill()
    await pause(random.between(50, 2_000))
    await start()
  },
})

const stopOf = (name: string, room: Room, longestMs: number): Trouble => ({
  what: `${name} stopped and continued`,
  async strike(random) {
    const { pid } = room
    if (pid === undefined) return
    process.kill(pid, 'SIGSTOP')
    await pause(random.between(500, longestMs))
    process.kill(pid, 'SIGCONT')
  },
})

/** A service with derived data only: it is restored to an earlier state and must catch up. */
type Stored = { room: Room; uri: string; database: string }
const restoreOf = (name: string, { room, uri, database }: Stored, longestMs: number): Trouble => ({
  what: `${name} restored from a backup`,
  async strike(random) {
    const backup = await takeBackup(uri, database)
    try {
      await pause(random.between(1_000, longestMs))
      await room.stop()
      await backup.putBack()
      await room.restart()
    } finally {
      await backup.close()
    }
  },
})

const stepOf = (name: string, clocks: Clocks, longestMs: number): Trouble => ({
  what: `clock of ${name} stepped`,
  async strike(random) {
    const offsetMs = random.between(1_000, largestStepMs) * (random.chance(0.5) ? 1 : -1)
    await clocks.step(name, offsetMs)
    await pause(random.between(2_000, longestMs))
    await clocks.step(name, 0)
  },
})

const cutOf = (room: string, balancer: { cut: () => void; mend: () => void }): Trouble => ({
  what: `network to ${room} cut`,
  async strike(random) {
    balancer.cut()
    await pause(random.between(200, 3_000))
    balancer.mend()
  },
})

/** One fault per part in random order, sometimes two at the same time. */
export function planRound(troubles: ReadonlyMap<string, readonly Trouble[]>, random: Random): Trouble[][] {
  const left = random.shuffled([...troubles.values()].map(own => random.pick(own)))
  const rounds: Trouble[][] = []
  while (left.length > 0) rounds.push(left.splice(0, random.chance(0.3) ? 2 : 1))
  return rounds
}

type Watch = {
  pauses: Pauses
  goesOn: () => Promise<number>
  onSurvived: (what: string, afterMs: number) => void
}

/** Runs the planned faults. Each starts after `goesOn` has confirmed recovery from the previous one. */
export async function strikeAll(
  plan: readonly (readonly Trouble[])[],
  random: Random,
  { goesOn, onSurvived, pauses }: Watch,
): Promise<void> {
  for (const together of plan) {
    await pause(random.between(300, pauses.betweenMs))
    await Promise.all(together.map(({ strike }) => strike(random)))
    const afterMs = await goesOn()
    for (const { what } of together) onSurvived(what, afterMs)
  }
}
