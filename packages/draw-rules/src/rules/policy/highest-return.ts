import type { Game } from '../game/game'
import { returnToPlayer } from './return-to-player'

/** How many times as much the booster lets a game return in the long run: 27/26 where it is 2 once in 26 draws. */
export const boosterFactor = ({ description }: Game): number => 1 + 1 / description.booster.chance

/**
 * The share of a stake that comes back in the long run on the best bet of a game under policy `random`, its booster
 * included, and the type of that bet: 0.9 is 90 %. Above 1 whoever bets on it wins from the house.
 */
export function highestReturn(game: Game): { share: number; bet: string } {
  const returns = Array.from(game.legs.values(), leg => ({ bet: leg.type, share: returnToPlayer(game, leg) }))
  const best = returns.reduce((most, each) => (each.share > most.share ? each : most))
  return { bet: best.bet, share: best.share * boosterFactor(game) }
}
