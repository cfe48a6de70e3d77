import type { AnyEndpoint } from '@cascade/contracts'
import * as accounts from '@cascade/contracts/accounts'
import * as games from '@cascade/contracts/games'
import * as gateway from '@cascade/contracts/gateway'
import * as live from '@cascade/contracts/live'
import * as reports from '@cascade/contracts/reports'

/** By endpoint: the names that code calls it by, e.g. `reportsApi.turnover`, `accountApi.admin.create`. */
export function callNames(): Map<AnyEndpoint, string[]> {
  const names = new Map<AnyEndpoint, string[]>()
  const walk = (value: unknown, name: string, depth: number) => {
    if (typeof value !== 'object' || value === null || depth > 3) return
    if (isEndpoint(value)) {
      names.set(value, [...(names.get(value) ?? []), name])
      return
    }
    for (const [key, inner] of Object.entries(value)) walk(inner, `${name}.${key}`, depth + 1)
  }
  for (const domain of [accounts, games, gateway, live, reports]) {
    for (const [name, value] of Object.entries(domain)) if (name.endsWith('Api')) walk(value, name, 1)
  }
  return names
}

const isEndpoint = (value: object): value is AnyEndpoint => 'method' in value && 'path' in value && 'answer' in value
