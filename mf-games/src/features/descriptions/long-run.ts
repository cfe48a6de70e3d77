import type { GameDescription } from '@cascade/contracts/games'
import { compileGame, returnToPlayer } from '@cascade/draw-rules'

/**
 * For each type of bet the share of a stake that comes back in the long run, in percent, where every result is equally
 * likely; the lowest and highest of its bets. Undefined for a type without a bet.
 */
export function longRunReturns(description: GameDescription): ({ least: number; most: number } | undefined)[] {
  const game = compileGame(description)
  const legs = [...game.legs.values()]
  return description.bets.map(({ type }) => {
    const returns = legs.filter(leg => leg.type === type).map(leg => returnToPlayer(game, leg) * 100)
    return returns.length === 0 ? undefined : { least: Math.min(...returns), most: Math.max(...returns) }
  })
}
