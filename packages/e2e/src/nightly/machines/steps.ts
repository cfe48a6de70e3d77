import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { succeeds } from './commands'
import { type Installation, natsNames } from './installation'
import { type Link, limitMemory, type Repair } from './network'

/** A fault or maintenance step, its duration and its repair. */
export type Step = {
  what: string
  lastsMs: number
  apply: () => Promise<Repair>
  /** A single retry must hide the step from every caller. */
  isHidden?: boolean
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const betweenMs = 1_500
const nothing: Repair = async () => undefined
const machines = (app: string) => [`${app}-1`, `${app}-2`]

/** svc-accounts before svc-live, whose payouts name their tickets; reversed for a downgrade. */
const order = ['svc-accounts', 'svc-games', 'svc-live', 'svc-reports', 'gateway'].flatMap(app => [app, `${app}-2`])

/** Pauses between instances so that callers notice the recovered one. */
async function each(names: readonly string[], act: (name: string) => Promise<void> | undefined) {
  for (const name of names) {
    await act(name)
    await pause(betweenMs)
  }
}

export function rollingRestart({ suite }: Pick<Installation, 'suite'>): Step {
  return {
    what: 'every process restarted, one after the other',
    lastsMs: 0,
    isHidden: true,
    async apply() {
      await each(order, name => suite.processes[name]?.restart())
      return nothing
    },
  }
}

/** Downgrades and upgrades every process: the checks need the fields that only this version returns. */
export function rollingUpgrade({ suite, useOlderVersion }: Installation, olderCode: string): Step {
  const replace = (names: readonly string[], isOlder: boolean) =>
    each(names, name => {
      useOlderVersion(olderCode, name, isOlder)
      return suite.processes[name]?.restart()
    })
  return {
    what: 'every process replaced by the version before, and by this one again',
    lastsMs: 0,
    async apply() {
      await replace([...order].reverse(), true)
      await pause(5_000)
      await replace(order, false)
      return nothing
    },
  }
}

export function faults(own: Installation): Step[] {
  const { network } = own
  if (!network) throw new Error('network faults need network namespaces: root, iproute2 and iptables')
  const writer = async () => machineOfUrl(await own.rows.writerUrl(), own)
  const linkSteps = (what: string, link: () => Promise<Link>): Step[] => {
    const both = async (treat: (one: Link) => Repair) => {
      const { from, to } = await link()
      const repairs = [treat({ from, to }), treat({ from: to, to: from })]
      return async () => {
        for (const repair of repairs) await repair()
      }
    }
    return [
      { what: `${what}: cut in this direction`, lastsMs: 12_000, apply: async () => network.cut(await link()) },
      { what: `${what}: 300 ms later`, lastsMs: 12_000, apply: async () => network.delay(await link(), 300) },
      { what: `${what}: 5 % lost, both ways`, lastsMs: 12_000, apply: () => both(one => network.lose(one, 5)) },
    ]
  }
  const liveToAccounts = async () => ({ from: machines('svc-live'), to: machines('svc-accounts') })
  return [
    ...natsNames.map((_, index) => natsKilled(own, [index], 8_000)),
    natsKilled(own, [0, 1], 15_000),
    ...linkSteps('svc-live to svc-accounts', liveToAccounts),
    ...linkSteps('the writer to the database', async () => ({ from: [await writer()], to: ['database'] })),
    ...linkSteps('the database to svc-live', async () => ({ from: ['database'], to: machines('svc-live') })),
    memoryLimit(own, 'svc-accounts'),
    memoryLimit(own, 'svc-live'),
    natsDiskFull(own),
    databaseDiskFull(own),
  ]
}

function machineOfUrl(url: string, { suite, hostOf }: Installation): string {
  const host = new URL(url).hostname
  const name = Object.keys(suite.processes).find(each => each.startsWith('svc-accounts') && hostOf(each) === host)
  if (!name) throw new Error(`no process listens at ${url}`)
  return name.endsWith('-2') ? name : `${name}-1`
}

function natsKilled({ nats }: Installation, which: readonly number[], lastsMs: number): Step {
  return {
    what: `${which.map(index => natsNames[index]).join(' and ')} killed`,
    lastsMs,
    async apply() {
      for (const index of which) await nats[index]?.kill()
      return async () => {
        for (const index of which) await nats[index]?.start()
      }
    },
  }
}

/** Limits further allocations to 256 kB: the kernel kills the process and it is restarted. */
function memoryLimit({ suite }: Installation, app: string): Step {
  return {
    what: `${app}, both instances one after the other, at their limit of memory`,
    lastsMs: 0,
    async apply() {
      for (const name of [app, `${app}-2`]) {
        const process = suite.processes[name]
        const pid = process?.pid
        if (!process || pid === undefined) throw new Error(`${name} is not running`)
        const unlimit = limitMemory(pid, 256 * 1024)
        for (let tries = 600; process.pid === pid; tries--) {
          if (tries === 0) throw new Error(`${name} was not killed at its memory limit`)
          await pause(100)
        }
        unlimit()
        await process.waitReady()
        await pause(betweenMs)
      }
      return nothing
    },
  }
}

const filler = 'filler'
const fill = (disk: string) => void succeeds('dd', ['if=/dev/zero', `of=${join(disk, filler)}`, 'bs=64k'])

function natsDiskFull({ nats, diskOf }: Installation): Step {
  return {
    what: 'the disks below NATS full',
    lastsMs: 25_000,
    async apply() {
      for (const name of natsNames) fill(diskOf(name))
      return async () => {
        for (const name of natsNames) await rm(join(diskOf(name), filler))
        // After a full disk, a NATS server disables JetStream until it is restarted.
        for (const server of nats) {
          await server.stop()
          await server.start()
        }
      }
    },
  }
}

function databaseDiskFull({ mongo, diskOf }: Installation): Step {
  return {
    what: 'the disk below the database full',
    lastsMs: 15_000,
    async apply() {
      await writeFile(join(diskOf('database'), filler), '')
      fill(diskOf('database'))
      return async () => {
        await rm(join(diskOf('database'), filler))
        await mongo.stop()
        await mongo.start()
      }
    },
  }
}
