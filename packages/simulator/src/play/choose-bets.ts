import type { Bet } from '@cascade/contracts/live'
import { type Game, targetsOf } from '@cascade/draw-rules'
import type { Random } from './random'

/** Small chips are played more often than large ones. */
const chips = [5, 5, 5, 5, 10, 10, 10, 10, 20, 20, 20, 50, 50, 100, 500, 1000] as const
const mostBets = 5

/** A game with what can be bet on in it, worked out once. */
export type Playable = {
  gameId: string
  game: Game
  types: readonly string[]
  targets: ReadonlyMap<string, readonly string[]>
}

export function playableOf(gameId: string, game: Game): Playable {
  const targets = targetsOf(game)
  return { gameId, game, targets, types: [...targets.keys()] }
}

/** The bets of one ticket: of any types that the game has, on anything that they may stand on. */
export function chooseBets({ game, types, targets }: Playable, random: Random): Bet[] {
  const { betMin, betMax, betStep } = game.description.limits
  const chosen = new Map<string, Bet>()
  for (let count = random.between(1, mostBets); count > 0; count--) {
    const type = random.pick(types)
    const drawno = random.pick(targets.get(type) ?? [])
    const chip = Math.min(Math.max(random.pick(chips), betMin), betMax)
    chosen.set(`${type}:${drawno}`, { type, drawno, quantity: Math.max(betMin, chip - (chip % betStep)) })
  }
  return [...chosen.values()]
}
