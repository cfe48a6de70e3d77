import { readFileSync } from 'node:fs'
import type { Suite } from '@cascade/dev-stack'
import { figureRow, type Row } from '../table'

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

function residentOf(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
