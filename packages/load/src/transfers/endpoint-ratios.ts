import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Suite } from '@cascade/dev'
import { openLedger } from '../ledger/bench-ledger'
import { rawTransfer } from '../ledger/raw-transfer'
import { closedLoop, figureRow, interleave, openLoop, type Row, ratioRow, warmUp } from '../measure'
import { transferLoad } from './api'

/** R1, R3, L and the CPU time of a transfer through gateway, session, password check and ledger. */
export async function endpointRatios(suite: Suite, { rounds, ms }: { rounds: number; ms: number }): Promise<Row[]> {
  const transfer = await transferLoad(suite.url, suite.logins)
  const oneSender = await transferLoad(suite.url, suite.logins, senders => senders.slice(0, 1))
  const peer = await openLedger(suite.mongo.uri, { name: 'endpoint-peer', count: 1_000 })
  const raw = rawTransfer(peer)
  const pass = () => raw(...peer.pair(), 1n)
  try {
    await warmUp(ms, transfer, pass)
    const throughput = await interleave(
      rounds,
      async () => (await closedLoop(32, ms, transfer)).perSecond,
      async () => (await closedLoop(32, ms, pass)).perSecond,
    )
    const oneWallet = await interleave(
      rounds,
      async () => (await closedLoop(32, ms, oneSender)).perSecond,
      async () => (await closedLoop(32, ms, caller => raw(...peer.fromFirst(caller), 1n))).perSecond,
    )
    const alone = await interleave(
      rounds,
      async () => (await closedLoop(1, ms, transfer)).perSecond,
      async () => (await closedLoop(1, ms, pass)).perSecond,
    )
    const atHalf = await interleave(
      rounds,
      async () => (await openLoop(throughput.ours / 2, ms, transfer)).p99,
      async () => (await closedLoop(1, ms, transfer)).p50,
    )
    const costs = [
      await processorRow(
        suite,
        { name: 'a transfer', callers: 32, ms, call: transfer },
        '<= 0.8 ms without database and client',
      ),
      await processorRow(suite, { name: 'a transfer', callers: 1, ms, call: transfer }),
    ]
    const faults = await peer.faults()
    if (faults.length > 0) throw new Error(`invalid run: ledger of the raw program inconsistent\n${faults.join('\n')}`)
    return [
      ratioRow('R1 endpoint (gateway, session, ledger), 32 callers / raw program', '>= 1.3', throughput),
      ratioRow('R1 endpoint, 1 caller / raw program, 1 caller', '>= 0.5', alone),
      ...costs,
      ratioRow('R3 endpoint, one wallet / raw program, one wallet', '>= 3', oneWallet),
      ratioRow('L open loop at half of that rate, p99 / p50 of one caller alone', '<= 3', atHalf, ' ms'),
    ]
  } finally {
    await peer.close()
  }
}

/** CPU clock tick: 100 Hz on every Linux, see `getconf CLK_TCK`. */
const tickMs = 10

type Load = { name: string; callers: number; ms: number; call: (caller: number) => Promise<void> }

/** Processor time of one call of this load. */
export async function processorRow(suite: Suite, { name, callers, ms, call }: Load, aim = ''): Promise<Row> {
  await closedLoop(callers, ms, call)
  const before = usedBy(suite)
  const { count } = await closedLoop(callers, ms * 2, call)
  const each = Object.entries(usedBy(suite))
    .map(([process, used]) => ({ process, used: (used - (before[process] ?? 0)) / count }))
    .sort((a, b) => b.used - a.used)
  const own = each.filter(({ process }) => process !== suite.mongo.name)
  const sum = own.reduce((total, { used }) => total + used, 0)
  const note = each.map(({ process, used }) => `${process} ${used.toFixed(2)}`).join(', ')
  const from = callers === 1 ? '1 caller' : `${callers} callers`
  return figureRow(
    `Processor time of ${name}, all processes but the database, ${from}`,
    `${sum.toFixed(1)} ms`,
    aim,
    note,
  )
}

const idleMs = 20_000

/** CPU usage of all processes while idle, as a share of one core. */
export async function idleRow(suite: Suite): Promise<Row> {
  const before = usedBy(suite)
  await sleep(idleMs)
  const each = Object.entries(usedBy(suite)).map(([name, used]) => ({
    name,
    share: (used - (before[name] ?? 0)) / idleMs,
  }))
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const sum = each.reduce((total, { share }) => total + share, 0)
  const note = each
    .sort((a, b) => b.share - a.share)
    .map(({ name, share }) => `${name} ${percent(share)}`)
    .join(', ')
  return figureRow('Idle CPU of all processes, share of one core', percent(sum), '<= 5 %', note)
}

function usedBy(suite: Suite): Record<string, number> {
  const pids = { ...suite.processes, [suite.mongo.name]: suite.mongo, [suite.nats.name]: suite.nats }
  return Object.fromEntries(Object.entries(pids).map(([name, { pid }]) => [name, processorMs(pid)]))
}

/** User and system time of a process with its threads: fields 14 and 15 of `stat`, see proc(5). */
function processorMs(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/**
 * Memory of gateway and services, without database and NATS. Shared pages are counted once: `Pss`, see
 * proc_pid_smaps(5).
 */
export function memoryRow(suite: Suite, { when, aim }: { when: string; aim: string }): Row {
  const each = Object.entries(suite.processes).map(([name, { pid }]) => ({ name, megabytes: residentOf(pid) }))
  const sum = each.reduce((total, { megabytes }) => total + megabytes, 0)
  const note = each.map(({ name, megabytes }) => `${name} ${Math.round(megabytes)}`).join(', ')
  return figureRow(`Resident memory of gateway and services, ${when}`, `${Math.round(sum)} MB`, aim, note)
}

export const memoryOfSuite = ({ processes }: Suite) =>
  Object.values(processes).reduce((total, { pid }) => total + residentOf(pid), 0)

export function residentOf(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
