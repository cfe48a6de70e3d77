import { type AnyEndpoint, allEndpoints } from '@cascade/contracts'
import { leftOut } from './exclusions'

/** Who calls, in this order: whoever may take something away from another comes after them. */
export const callers = ['nobody', 'player', 'master', 'areamanager', 'superareamanager', 'admin', 'superadmin'] as const
export type Caller = (typeof callers)[number]

export type Part = { thorough: string[]; brief: string[] }

const mayCall = ({ roles }: AnyEndpoint, caller: Caller): boolean => {
  if (roles === 'public' || caller === 'nobody') return roles === 'public'
  return roles === 'any' || roles.some(role => role === caller)
}

/**
 * What each caller calls: every call briefly, refused or not, and those that it may make thoroughly in its turn, so that
 * each call is looked at thoroughly by one of those who may make it. Another seed takes another turn.
 */
function planFor(endpoints: readonly AnyEndpoint[], seed: number): Record<Caller, Part> {
  const plan = Object.fromEntries(callers.map(caller => [caller, { thorough: [], brief: [] }])) as unknown as Record<
    Caller,
    Part
  >
  const excluded = new Set(leftOut.map(({ id }) => id))
  for (const [index, endpoint] of endpoints.filter(({ id }) => !excluded.has(id)).entries()) {
    const able = callers.filter(caller => mayCall(endpoint, caller))
    const chosen = able[(index + seed) % able.length]
    for (const caller of callers) plan[caller][caller === chosen ? 'thorough' : 'brief'].push(endpoint.id)
  }
  return plan
}

export const planOfAll = (seed: number) => planFor(allEndpoints, seed)
