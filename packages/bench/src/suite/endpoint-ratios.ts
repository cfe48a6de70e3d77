import { readFileSync } from 'node:fs'
import type { Suite } from '@cascade/dev-stack'
import { openLedger } from '../ledger/bench-ledger'
import { rawTransfer } from '../ledger/raw-transfer'
import { closedLoop, figureRow, interleave, type Row, ratioRow, warmUp } from '../measure'
import { transferLoad } from './api'

/** R1, R3 and R5, and what a transfer costs: through gateway, session, password and ledger. */
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
    const slowest = await interleave(
      rounds,
      () => loneCaller(transfer, { others: 31, ms }),
      () => loneCaller(transfer, { others: 0, ms }),
    )
    const alone = await interleave(
      rounds,
      async () => (await closedLoop(1, ms, transfer)).perSecond,
      async () => (await closedLoop(1, ms, pass)).perSecond,
    )
    const costs = [
      await processorRow(suite, { callers: 32, ms, transfer }),
      await processorRow(suite, { callers: 1, ms, transfer }),
    ]
    const faults = await peer.faults()
    if (faults.length > 0)
      throw new Error(`Void: the ledger of the raw program does not agree with itself.\n${faults.join('\n')}`)
    return [
      ratioRow('R1 endpoint (gateway, session, ledger), 32 callers / raw program', '>= 1.0', throughput),
      ratioRow('R1 endpoint, 1 caller / raw program, 1 caller', '>= 0.4', alone),
      ...costs,
      ratioRow('R3 endpoint, one wallet / raw program, one wallet', '>= 3', oneWallet),
      ratioRow('R5 p99 of one caller beside 31 others / alone', '<= 4', slowest, ' ms'),
    ]
  } finally {
    await peer.close()
  }
}

/** p99 of one caller in milliseconds while `others` load the same endpoint. */
async function loneCaller(
  transfer: (caller: number) => Promise<void>,
  { others, ms }: { others: number; ms: number },
): Promise<number> {
  const load = others > 0 ? closedLoop(others, ms, caller => transfer(caller + 1)) : undefined
  const lone = await closedLoop(1, ms, () => transfer(0))
  await load
  return lone.p99
}

/** The kernel counts processor time in hundredths of a second. Source: `getconf CLK_TCK`, the same on every Linux. */
const tickMs = 10

/** Processor time of every process of the suite for each call of `transfer`, in milliseconds, with that many callers. */
async function processorRow(
  suite: Suite,
  { callers, ms, transfer }: { callers: number; ms: number; transfer: (caller: number) => Promise<void> },
): Promise<Row> {
  await closedLoop(callers, ms, transfer)
  const before = usedBy(suite)
  const { count } = await closedLoop(callers, ms * 2, transfer)
  const each = Object.entries(usedBy(suite))
    .map(([name, used]) => ({ name, used: (used - (before[name] ?? 0)) / count }))
    .sort((a, b) => b.used - a.used)
  const sum = each.reduce((total, { used }) => total + used, 0)
  const note = each.map(({ name, used }) => `${name} ${used.toFixed(2)}`).join(', ')
  const who = callers === 1 ? '1 caller' : `${callers} callers`
  const aim = callers === 1 ? '' : '<= 3 ms'
  return figureRow(`Processor time of a transfer, all processes, ${who}`, `${sum.toFixed(1)} ms`, aim, note)
}

function usedBy(suite: Suite): Record<string, number> {
  const pids = { ...suite.processes, [suite.mongo.name]: suite.mongo, [suite.nats.name]: suite.nats }
  return Object.fromEntries(Object.entries(pids).map(([name, { pid }]) => [name, processorMs(pid)]))
}

/** User and system time of a process and of its threads. Source: proc(5), fields 14 and 15 of `stat`. */
function processorMs(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/**
 * Resident memory of gateway and services, without the two servers. What they share, the program of Node above all, is
 * counted once: each has its part of it. Source: `Pss` of proc_pid_smaps(5).
 */
export function memoryRow(suite: Suite, { when, aim }: { when: string; aim: string }): Row {
  const each = Object.entries(suite.processes).map(([room, { pid }]) => ({ room, megabytes: residentOf(pid) }))
  const sum = each.reduce((total, { megabytes }) => total + megabytes, 0)
  const note = each.map(({ room, megabytes }) => `${room} ${Math.round(megabytes)}`).join(', ')
  return figureRow(`Resident memory of gateway and services, ${when}`, `${Math.round(sum)} MB`, aim, note)
}

/** In megabytes. */
export function residentOf(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
