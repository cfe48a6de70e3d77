import { execFileSync } from 'node:child_process'
import type { Suite } from '@cascade/dev-stack'
import { figureRow, type Row } from '../table'

/** Resident memory of gateway and services when nothing happens, without the two servers. */
export function memoryRow(suite: Suite): Row {
  const each = Object.entries(suite.processes).map(([room, { pid }]) => ({ room, megabytes: residentOf(pid) }))
  const sum = each.reduce((total, { megabytes }) => total + megabytes, 0)
  const note = each.map(({ room, megabytes }) => `${room} ${Math.round(megabytes)}`).join(', ')
  return figureRow('Resident memory of gateway and services, idle', `${Math.round(sum)} MB`, '< 600 MB', note)
}

function residentOf(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024
}
