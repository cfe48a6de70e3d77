import { toPoints } from '@cascade/contracts'
import { highestCost, openBoard } from '@cascade/draw-rules'
import { type Ask, requirePermission } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { drawIdOf, pairKey } from '../draws/draw-id'
import { findPair } from '../live/live-pairs'

const mostLegs = 20

/** How much of the limits of the open draw is used by what is booked. */
export async function readLimits(deps: LiveDeps, { ctx, input }: Ask<{ adminId: string; gameId: string }>) {
  requirePermission(ctx, 'live.control')
  const pair = await findPair(deps, ctx.actor, input.adminId, input.gameId)
  const times = deps.catalogue.openDraw(pair, deps.clock.now())
  const [rules, row, stops] = await Promise.all([
    deps.catalogue.rules(input.gameId, times.version),
    deps.draws.find(drawIdOf(input, times.drawAtMs)),
    deps.stops.ofPairs([input]),
  ])
  const board = openBoard(rules, Object.entries(row?.stakes ?? {}))
  const { limits } = rules.description
  const largest = [...board.stakes].sort(([, a], [, b]) => (a < b ? 1 : -1)).slice(0, mostLegs)
  return {
    data: {
      stops: stops.get(pairKey(input)) ?? { game: false, admin: false, everywhere: false },
      liability: { highest: toPoints(highestCost(board, 2)), most: limits.liabilityMax },
      legs: largest.map(([key, stake]) => {
        const { type = '', drawno = '' } = rules.legs.get(key) ?? {}
        return { type, drawno, stake: toPoints(stake), most: limits.drawOptionMax }
      }),
    },
  }
}
