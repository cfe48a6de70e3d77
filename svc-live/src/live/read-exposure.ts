import { highestCost } from '@cascade/draw-rules'
import { busy } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { hasStakes } from '../engine/open-draw'

/** Boosters go up to 2. */
const highestBooster = 2

type Asked = { adminIds: readonly string[] | null; isFinal: boolean }

/** What the open draws cost at most, from the boards that the engine keeps: no ticket and no draw is read for it. */
export async function readExposure({ holder, engine }: Pick<LiveDeps, 'holder' | 'engine'>, asked: Asked) {
  if (!holder.isHere()) {
    if (asked.isFinal) throw busy()
    return holder.exposure(asked.adminIds)
  }
  const admins = asked.adminIds && new Set(asked.adminIds)
  const draws = engine.pairs
    .all()
    .filter(({ adminId, draw }) => hasStakes(draw) && (!admins || admins.has(adminId)))
    .map(({ draw }) => draw.booked)
  const stake = draws.reduce((sum, board) => sum + board.total(), 0n)
  const worst = draws.reduce((sum, board) => sum + highestCost(board, highestBooster), 0n)
  return { draws: draws.length, stake: String(stake), worst: String(worst) }
}
