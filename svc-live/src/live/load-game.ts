import { type Ask, requirePermission } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { readLiveGame } from './read-snapshot'

/** The open draw of one game of one admin. */
export async function loadGame(deps: LiveDeps, { ctx, input }: Ask<{ adminId: string; gameId: string }>) {
  requirePermission(ctx, 'live.control')
  const { accountId, role } = ctx.actor
  return { data: await readLiveGame(deps, { accountId, role, adminId: input.adminId, gameId: input.gameId }) }
}
