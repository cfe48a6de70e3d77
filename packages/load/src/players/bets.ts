import type { Bet, PlayTable } from '@cascade/contracts/live'
import { type Game, targetsOf } from '@cascade/draw-rules'
import type { Random } from './random'

/** Small chips are more frequent than large ones. */
const chips = [5, 5, 5, 5, 10, 10, 10, 10, 20, 20, 20, 50, 50, 100] as const
const mostBets = 5

export type Playable = {
  gameId: string
  limits: { min: number; max: number; step: number }
  types: readonly string[]
  targets: ReadonlyMap<string, readonly string[]>
}

export function playableOf(gameId: string, game: Game): Playable {
  const targets = targetsOf(game)
  const { betMin: min, betMax: max, betStep: step } = game.description.limits
  return { gameId, limits: { min, max, step }, targets, types: [...targets.keys()] }
}

/** A game as players read it. */
export function playableOfTable({ gameId, bets, limits }: Pick<PlayTable, 'gameId' | 'bets' | 'limits'>): Playable {
  const targets = new Map(bets.map(({ type, takes }) => [type, takes.map(({ drawno }) => drawno)]))
  return { gameId, limits: limits.bet, targets, types: [...targets.keys()] }
}

/** Bets of one ticket with random bet types and selections. */
export function chooseBets({ limits: { min, max, step }, types, targets }: Playable, random: Random): Bet[] {
  const chosen = new Map<string, Bet>()
  for (let count = random.between(1, mostBets); count > 0; count--) {
    const type = random.pick(types)
    const drawno = random.pick(targets.get(type) ?? [])
    const chip = Math.min(Math.max(random.pick(chips), min), max)
    chosen.set(`${type}:${drawno}`, { type, drawno, quantity: Math.max(min, chip - (chip % step)) })
  }
  return [...chosen.values()]
}
