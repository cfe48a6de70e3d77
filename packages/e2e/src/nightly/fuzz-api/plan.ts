import { type AnyEndpoint, allEndpoints } from '@cascade/contracts'
import { excludedCalls } from './exclusions'

/** In this order: a caller who can delete data of others comes after them. */
export const callers = ['nobody', 'player', 'master', 'areamanager', 'superareamanager', 'admin', 'superadmin'] as const
export type Caller = (typeof callers)[number]

export type Part = { thorough: string[]; brief: string[] }

const mayCall = ({ roles }: AnyEndpoint, caller: Caller): boolean => {
  if (roles === 'public' || caller === 'nobody') return roles === 'public'
  return roles === 'any' || roles.some(role => role === caller)
}

/**
 * Calls of each caller: every call briefly, permitted or not, and each call thoroughly by one permitted caller, which
 * depends on the seed.
 */
function planFor(endpoints: readonly AnyEndpoint[], seed: number): Record<Caller, Part> {
  const plan = Object.fromEntries(callers.map(caller => [caller, { thorough: [], brief: [] }])) as unknown as Record<
    Caller,
    Part
  >
  const excluded = new Set(excludedCalls.map(({ id }) => id))
  for (const [index, endpoint] of endpoints.filter(({ id }) => !excluded.has(id)).entries()) {
    const able = callers.filter(caller => mayCall(endpoint, caller))
    const chosen = able[(index + seed) % able.length]
    for (const caller of callers) plan[caller][caller === chosen ? 'thorough' : 'brief'].push(endpoint.id)
  }
  return plan
}

export const planOfAll = (seed: number) => planFor(allEndpoints, seed)
