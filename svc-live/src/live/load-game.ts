import { type Ask, requirePermission } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { readLiveGame } from './live-game'
import { findPair } from './live-pairs'

/** The open draw of one game of one admin. */
export async function loadGame(deps: LiveDeps, { ctx, input }: Ask<{ adminId: string; gameId: string }>) {
  requirePermission(ctx, 'live.control')
  const pair = await findPair(deps, ctx.actor, input.adminId, input.gameId)
  return { data: await readLiveGame(deps, pair) }
}
