import { readFileSync } from 'node:fs'
import type { Suite } from '@cascade/dev-stack'
import { closedLoop } from '../measure'
import { figureRow, type Row } from '../table'

/** The kernel counts processor time in hundredths of a second. Source: `getconf CLK_TCK`, the same on every Linux. */
const tickMs = 10

/** Processor time of every process of the suite for each call of `transfer`, in milliseconds, with that many callers. */
export async function processorRow(
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
