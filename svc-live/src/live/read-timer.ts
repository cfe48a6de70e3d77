import { type AccountRow, type Ask, notFound } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { countdown } from '../draws/countdown'
import { drawIdOf } from '../draws/draw-id'

/**
 * How long it is until a game's open draw is drawn; anybody who is signed in may ask. Whoever stands below an admin, or
 * is one, learns which draw that is and what its seed is committed to: before they bet.
 */
export async function readTimer(deps: LiveDeps, { ctx, input }: Ask<{ gameId: string }>) {
  const { catalogue, clock, seeds, accounts } = deps
  const found = catalogue.findActive(input.gameId)
  if (!found) throw notFound()
  const nowMs = clock.now()
  const { lockAtMs, drawAtMs } = catalogue.openDraw(found, nowMs)
  const time = countdown(nowMs, drawAtMs)
  const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
  const times = { data: time, time, lockAt: iso(lockAtMs), drawAt: iso(drawAtMs), now: iso(nowMs) }
  const adminId = adminOf(await accounts.recent(ctx.actor.accountId))
  if (!adminId) return times
  const drawId = drawIdOf({ adminId, gameId: input.gameId }, drawAtMs)
  return { ...times, drawId, commitment: seeds.commitment(drawId, seeds.keyIdAt(drawAtMs)) }
}

const adminOf = (account: AccountRow | null) => (account?.role === 'admin' ? account._id : account?.ancestry.admin)
