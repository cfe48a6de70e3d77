import { type Ask, notFound } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { countdown } from '../draws/countdown'

/** How long it is until a game's open draw is drawn; anybody who is signed in may ask. */
export async function readTimer({ catalogue, clock }: LiveDeps, { input }: Ask<{ gameId: string }>) {
  const found = catalogue.findActive(input.gameId)
  if (!found) throw notFound()
  const nowMs = clock.now()
  const { lockAtMs, drawAtMs } = catalogue.openDraw(found, nowMs)
  const time = countdown(nowMs, drawAtMs)
  const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
  return { data: time, time, lockAt: iso(lockAtMs), drawAt: iso(drawAtMs), now: iso(nowMs) }
}
