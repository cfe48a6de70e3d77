import { formatPoints, toPoints } from '@cascade/contracts'
import type { GameDescription } from '@cascade/contracts/games'
import type { DrawChange, DrawDocument } from '@cascade/contracts/live'
import { compileGame, type Game, labelOfResult } from '@cascade/draw-rules'
import { readCosts } from '@cascade/draw-rules/record'
import type { LiveDimension } from '../game/control/choice'

const games = new WeakMap<GameDescription, Game>()

/** A description worked out once for as long as it is looked at. */
export function gameOf(description: GameDescription): Game {
  const known = games.get(description)
  if (known) return known
  const game = compileGame(description)
  games.set(description, game)
  return game
}

/** A bet in words: `color k` is `Colour` and `Spade`. What is no option of the game, like `1-2-4-5`, says itself. */
export type BetWords = (bet: { type: string; drawno: string }) => { kind: string; on: string }

/** @param open what can be drawn while the draw is open; its description comes with the record */
export function betWordsOf(documents: readonly DrawDocument[], open: readonly LiveDimension[]): BetWords {
  const [first] = documents
  if (!first) return bet => wordsByOptions(open, bet)
  const { description, dimensions } = gameOf(first.description)
  return ({ type, drawno }) => {
    const bet = description.bets.find(each => each.type === type)
    const dimension = bet?.cover === 'same' ? dimensions.find(({ key }) => key === bet.dimension) : undefined
    return { kind: bet?.label ?? type, on: dimension?.options[dimension.indexOf.get(drawno) ?? -1]?.label ?? drawno }
  }
}

/** A bet on a colour or a type is named like its dimension; all others are on what is drawn. */
function wordsByOptions(open: readonly LiveDimension[], { type, drawno }: Parameters<BetWords>[0]) {
  const dimension = open.find(({ key }) => key === type) ?? open[0]
  const option = dimension?.options.find(each => each.drawno === drawno)
  return { kind: `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`, on: option?.label ?? drawno }
}

/** Hundredths as decimal text, in points. */
export const pointsOf = (hundredths: string): number => toPoints(BigInt(hundredths))

type ResultCost = { result: string; label: string; cost: number; isDrawn: boolean }

/** What each result would have cost at the booster of the draw, in points, the dearest first. */
export function resultCosts({ record, description }: DrawDocument, most: number): ResultCost[] {
  const game = gameOf(description)
  const costs = readCosts(record.costs)
  return game.outcomes
    .map(({ text }, at) => ({
      result: text,
      label: labelOfResult(game, text),
      isDrawn: text === record.result,
      cost: toPoints(costs[at] ?? 0n),
    }))
    .sort((a, b) => b.cost - a.cost || Number(b.isDrawn) - Number(a.isDrawn))
    .slice(0, most)
}

/** A figure that was changed, as people read it. */
export const changedValue = ({ what }: DrawChange, value: string): string =>
  what === 'description' ? value : formatPoints(pointsOf(value))
