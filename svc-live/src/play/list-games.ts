import { playsGame } from '@cascade/contracts/games'
import type { PlayGame } from '@cascade/contracts/live'
import { type Ask, requirePermission } from '@cascade/service-kit'
import { findPlayer } from '../bets/read-bet'
import type { LiveDeps } from '../deps'
import { isoOf, openDrawsOf } from './open-draws'

/** The games that the signed-in player may bet on. */
export async function listGames(deps: LiveDeps, { ctx }: Ask) {
  requirePermission(ctx, 'bets.place')
  const { admin } = await findPlayer(deps, ctx.actor.accountId)
  const games = deps.catalogue.active().filter(({ game }) => playsGame(admin, game))
  const pairs = games.map(scheduled => ({ adminId: admin._id, gameId: scheduled.game.gameId, scheduled }))
  const data = (await openDrawsOf(deps, pairs)).map(({ scheduled: { game, schedule }, times, state }): PlayGame => {
    const { gameId, gameName, logo, status } = game
    const { intervalSeconds = 0 } = schedule.findLast(({ version }) => version === times.version) ?? {}
    return {
      ...{ gameId, gameName, image: logo ?? null, status, everySeconds: intervalSeconds, state },
      ...{ closesAt: isoOf(times.lockAtMs), drawAt: isoOf(times.drawAtMs) },
    }
  })
  return { data }
}
