import type { Game } from '../game/game'

/** All possible bets: every valid `drawno` of each bet type, including bundles. */
export function targetsOf({ legs, bundles }: Game): ReadonlyMap<string, readonly string[]> {
  const targets = new Map<string, string[]>()
  for (const key of [...legs.keys(), ...bundles.keys()]) {
    const divider = key.indexOf(':')
    const type = key.slice(0, divider)
    const list = targets.get(type) ?? []
    list.push(key.slice(divider + 1))
    targets.set(type, list)
  }
  return targets
}
