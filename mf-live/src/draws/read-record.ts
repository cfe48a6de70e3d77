import { formatPoints, toPoints } from '@cascade/contracts'
import type { GameDescription } from '@cascade/contracts/games'
import type { DrawChange, DrawDocument } from '@cascade/contracts/live'
import { compileGame, type Game, resultLabel } from '@cascade/draw-rules'
import { parseCosts } from '@cascade/draw-rules/record'
import type { LiveDimension } from '../game/control/choice'

const games = new WeakMap<GameDescription, Game>()

/** The compiled game of a description, cached as long as the description is alive. */
export function compiledGameOf(description: GameDescription): Game {
  const cached = games.get(description)
  if (cached) return cached
  const game = compileGame(description)
  games.set(description, game)
  return game
}

/** A bet in words: `color k` is `Colour` and `Spade`. Bets on several options, like `1-2-4-5`, stay as they are. */
export type BetWords = (bet: { type: string; drawno: string }) => { kind: string; on: string }

/** @param open options of the open draw, used until there is a record with a description */
export function createBetWords(documents: readonly DrawDocument[], open: readonly LiveDimension[]): BetWords {
  const [first] = documents
  if (!first) return bet => describeByOptions(open, bet)
  const { description, dimensions } = compiledGameOf(first.description)
  return ({ type, drawno }) => {
    const bet = description.bets.find(each => each.type === type)
    const dimension = bet?.cover === 'same' ? dimensions.find(({ key }) => key === bet.dimension) : undefined
    return { kind: bet?.label ?? type, on: dimension?.options[dimension.indexOf.get(drawno) ?? -1]?.label ?? drawno }
  }
}

/** A bet on a colour or card type has the name of its dimension as type; all others are on the result. */
function describeByOptions(open: readonly LiveDimension[], { type, drawno }: Parameters<BetWords>[0]) {
  const dimension = open.find(({ key }) => key === type) ?? open[0]
  const option = dimension?.options.find(each => each.drawno === drawno)
  return { kind: `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`, on: option?.label ?? drawno }
}

/** @param hundredths decimal text @returns points */
export const pointsOf = (hundredths: string): number => toPoints(BigInt(hundredths))

type ResultCost = { result: string; label: string; cost: number; isDrawn: boolean }

/** Payout of each result at the booster of the draw, in points, highest first; at most `most` of them. */
export function resultCosts({ record, description }: DrawDocument, most: number): ResultCost[] {
  const game = compiledGameOf(description)
  const costs = parseCosts(record.costs)
  return game.outcomes
    .map(({ text }, at) => ({
      result: text,
      label: resultLabel(game, text),
      isDrawn: text === record.result,
      cost: toPoints(costs[at] ?? 0n),
    }))
    .sort((a, b) => b.cost - a.cost || Number(b.isDrawn) - Number(a.isDrawn))
    .slice(0, most)
}

export const changedValue = ({ what }: DrawChange, value: string): string =>
  what === 'description' ? value : formatPoints(pointsOf(value))
