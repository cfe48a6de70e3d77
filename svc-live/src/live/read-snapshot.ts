import type { Role } from '@cascade/contracts'
import type { LiveDeps } from '../deps'
import { readLiveGame } from './live-game'
import { findPair } from './live-pairs'

type Viewer = { accountId: string; role: Role; adminId: string; gameId: string }

/** What a gateway sends to a viewer who subscribes; from then on the feed tells of changes. */
export async function readSnapshot(deps: LiveDeps, { accountId, role, adminId, gameId }: Viewer) {
  const pair = await findPair(deps, { accountId, role }, adminId, gameId)
  const live = await readLiveGame(deps, pair)
  deps.feed.asked(live)
  return live
}
