import { type Ask, notFound } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { countdown, drawAt } from '../draws/draw'

/** How long betting on a game's open draw goes on; anybody who is signed in may ask. */
export async function readTimer(deps: LiveDeps, { input }: Ask<{ gameId: string }>) {
  const game = await deps.games.findActive(input.gameId)
  if (!game) throw notFound()
  const now = deps.clock.now()
  const draw = drawAt(now, game.timecount)
  const time = countdown(now, draw.drawAt)
  return { data: time, time, drawAt: new Date(draw.drawAt).toISOString(), now: new Date(now).toISOString() }
}
