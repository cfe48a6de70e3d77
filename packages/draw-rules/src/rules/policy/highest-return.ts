import type { Game } from '../game/game'
import { returnToPlayer } from './return-to-player'

/** Factor by which the booster raises the expected return: 27/26 for a chance of 1 in 26. */
const boosterFactor = ({ description }: Game): number => 1 + 1 / description.booster.chance

/**
 * The expected return of the best bet under policy `random`, including the booster, and the type of that bet: 0.9 is 90
 * %. Above 1 the players win in the long run.
 */
export function highestReturn(game: Game): { share: number; bet: string } {
  const returns = Array.from(game.legs.values(), leg => ({ bet: leg.type, share: returnToPlayer(game, leg) }))
  const best = returns.reduce((most, each) => (each.share > most.share ? each : most))
  return { bet: best.bet, share: best.share * boosterFactor(game) }
}
