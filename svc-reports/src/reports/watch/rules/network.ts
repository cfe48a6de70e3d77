import type { WatchRules } from '@cascade/contracts/reports'
import type { Evidence, PlayerFigures } from './player-figures'

/** Many players of a branch who sign in from one address. */
export function findNetwork(
  { networkPlayers }: PlayerFigures,
  { playersMin }: WatchRules['network'],
): Evidence | undefined {
  return networkPlayers < playersMin ? undefined : { players: networkPlayers }
}
