import type { Balanced, Suite } from '@cascade/dev'
import type { Random } from '@cascade/load/random'
import type { Clocks } from '../../faults/clock/clocks'
import { takeBackup } from './backup'

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
/** Maximum duration of a fault, and the pause before the next. */
export type Pauses = { durationMsMax: number; betweenMs: number }

/** Longer than a lease, so a paused leader loses its leadership. */
export const longPauses: Pauses = { durationMsMax: 9_000, betweenMs: 3_000 }
/** For the single round of the nightly run. `several-writers` tests expired leases. */
export const shortPauses: Pauses = { durationMsMax: 3_000, betweenMs: 600 }
/** Maximum supported clock difference between machines. */
const clockStepMsMax = 5_000

/** A fault of one part of the installation, over when `inject` resolves. */
export type InjectedFault = { what: string; inject: (random: Random) => Promise<void> }

type ServiceProcess = Suite['processes'][string]
type Server = Pick<Suite['mongo'], 'kill' | 'start'>

type Broken = { suite: Suite; balanced: Balanced; clocks: Clocks }

export function listFaults(
  { suite, balanced: { balancers }, clocks }: Broken,
  { durationMsMax }: Pauses,
): Map<string, InjectedFault[]> {
  const faults = new Map<string, InjectedFault[]>()
  for (const [name, service] of Object.entries(suite.processes)) {
    const stored = { service, uri: suite.mongo.uri, database: 'reports' }
    const restore = name === 'svc-reports' ? [restoreOf(name, stored, durationMsMax)] : []
    faults.set(name, [...faultsOfService(name, service, durationMsMax), ...restore])
    faults.set(`clock of ${name}`, [stepOf(name, clocks, durationMsMax)])
  }
  for (const [service, balancer] of balancers) faults.set(`network to ${service}`, [cutOf(service, balancer)])
  faults.set('database', [killOf('database', suite.mongo)])
  return faults.set('NATS', [killOf('NATS', suite.nats)])
}

function faultsOfService(name: string, service: ServiceProcess, durationMsMax: number): InjectedFault[] {
  const restart = { what: `${name} restarted`, inject: () => service.restart() }
  // There is a single gateway, so callers see errors during its restart, but it must recover.
  if (name === 'gateway') return [restart]
  return [killOf(name, { kill: service.kill, start: service.restart }), restart, stopOf(name, service, durationMsMax)]
}

const killOf = (name: string, { kill, start }: Server): InjectedFault => ({
  what: `${name} killed`,
  async inject(random) {
    await kill()
    await pause(random.between(50, 2_000))
    await start()
  },
})

const stopOf = (name: string, service: ServiceProcess, durationMsMax: number): InjectedFault => ({
  what: `${name} stopped and continued`,
  async inject(random) {
    const { pid } = service
    if (pid === undefined) return
    process.kill(pid, 'SIGSTOP')
    await pause(random.between(500, durationMsMax))
    process.kill(pid, 'SIGCONT')
  },
})

/** A service with derived data only: it is restored to an earlier state and must catch up. */
type Stored = { service: ServiceProcess; uri: string; database: string }
const restoreOf = (name: string, { service, uri, database }: Stored, durationMsMax: number): InjectedFault => ({
  what: `${name} restored from a backup`,
  async inject(random) {
    const backup = await takeBackup(uri, database)
    try {
      await pause(random.between(1_000, durationMsMax))
      await service.stop()
      await backup.putBack()
      await service.restart()
    } finally {
      await backup.close()
    }
  },
})

const stepOf = (name: string, clocks: Clocks, durationMsMax: number): InjectedFault => ({
  what: `clock of ${name} stepped`,
  async inject(random) {
    const offsetMs = random.between(1_000, clockStepMsMax) * (random.chance(0.5) ? 1 : -1)
    await clocks.step(name, offsetMs)
    await pause(random.between(2_000, durationMsMax))
    await clocks.step(name, 0)
  },
})

const cutOf = (service: string, balancer: { cut: () => void; mend: () => void }): InjectedFault => ({
  what: `network to ${service} cut`,
  async inject(random) {
    balancer.cut()
    await pause(random.between(200, 3_000))
    balancer.mend()
  },
})

/** One fault per part in random order, sometimes two at the same time. */
export function planRound(faults: ReadonlyMap<string, readonly InjectedFault[]>, random: Random): InjectedFault[][] {
  const left = random.shuffled([...faults.values()].map(own => random.pick(own)))
  const rounds: InjectedFault[][] = []
  while (left.length > 0) rounds.push(left.splice(0, random.chance(0.3) ? 2 : 1))
  return rounds
}

type Watch = {
  pauses: Pauses
  waitForMore: () => Promise<number>
  onRecovered: (what: string, afterMs: number) => void
}

/** Runs the planned faults. Each starts after `waitForMore` has confirmed recovery from the previous one. */
export async function injectFaults(
  plan: readonly (readonly InjectedFault[])[],
  random: Random,
  { waitForMore, onRecovered, pauses }: Watch,
): Promise<void> {
  for (const together of plan) {
    await pause(random.between(300, pauses.betweenMs))
    await Promise.all(together.map(({ inject }) => inject(random)))
    const afterMs = await waitForMore()
    for (const { what } of together) onRecovered(what, afterMs)
  }
}
