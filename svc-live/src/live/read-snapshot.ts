import type { Role } from '@cascade/contracts'
import type { LiveGame } from '@cascade/contracts/live'
import { busy } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { findPair } from './live-pairs'

type Viewer = { accountId: string; role: Role; adminId: string; gameId: string }

/** The open draw of a pair for somebody who watches it from now on, told by the instance that tells of its changes. */
export async function readLiveGame(deps: LiveDeps, viewer: Viewer): Promise<LiveGame> {
  await requireWatchable(deps, viewer)
  return deps.holder.isHere() ? showPair(deps, viewer) : deps.holder.snapshot(viewer)
}

/** The same when another process asks: it has found this instance, and nobody is asked further. */
export async function readSnapshot(deps: LiveDeps, viewer: Viewer & { isFinal: boolean }): Promise<LiveGame> {
  const { isFinal, ...asked } = viewer
  if (!isFinal) return readLiveGame(deps, asked)
  await requireWatchable(deps, asked)
  if (!deps.holder.isHere()) throw busy()
  return showPair(deps, asked)
}

/** @throws AppError NOT_FOUND, the same for what is not there and for what is not theirs */
export async function requireWatchable(deps: Pick<LiveDeps, 'db' | 'catalogue'>, viewer: Viewer): Promise<void> {
  await findPair(deps, viewer, viewer.adminId, viewer.gameId)
}

async function showPair({ engine, feed }: LiveDeps, { adminId, gameId }: Viewer): Promise<LiveGame> {
  return feed.snapshot(await engine.pairs.open({ adminId, gameId }))
}
