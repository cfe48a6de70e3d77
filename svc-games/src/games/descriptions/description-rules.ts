import { type GameDescription, gameTexts, imageHashPattern } from '@cascade/contracts/games'
import { compileGame, DescriptionError, highestReturn } from '@cascade/draw-rules'
import { masterDescription, plainGame } from '@cascade/draw-rules/master'
import { invalid } from '@cascade/service-kit'
import type { GameRow } from '../game'

/** How many options the result of a description has: the number of digits of its game. */
export const countDigits = (description: GameDescription): number =>
  compileGame(description).dimensions[0]?.options.length ?? 0

/**
 * Refuses a description whose parts do not fit each other or the game.
 * @param timecounts seconds of the times that there are
 * @throws AppError VALIDATION at the field.
 */
export function assertFits(description: GameDescription, game: GameRow, timecounts: readonly number[]): void {
  const digits = countDigitsOrThrow(description)
  if (game.label === 'yes' && digits !== game.nodigit)
    throw invalid(gameTexts.picturesFixDigits, 'description.dimensions')
  if (!timecounts.includes(description.draw.intervalSeconds)) {
    throw invalid(gameTexts.intervalNotATime, 'description.draw.intervalSeconds')
  }
  const options = description.dimensions.flatMap(dimension => ('first' in dimension.options ? [] : dimension.options))
  const foreign = options.some(({ image = '' }) => imageHashPattern.test(image) && !game.images.includes(image))
  if (foreign) throw invalid(gameTexts.foreignPicture, 'description.dimensions')
  assertHouseEdge(description)
}

/**
 * Refuses a description with which players would win from the house in the long run. `budgeted` pays from the balance of
 * the game only.
 * @throws AppError VALIDATION at the multipliers
 */
export function assertHouseEdge(description: GameDescription): void {
  if (description.policy !== 'random') return
  const { share, bet } = highestReturn(compileGame(description))
  // What is exactly 100 % as a fraction may be a little more in binary.
  if (share <= 1 + 1e-9) return
  const text = gameTexts.returnsTooMuch.replace('{return}', (share * 100).toFixed(2)).replace('{bet}', bet)
  throw invalid(text, 'description.bets')
}

function countDigitsOrThrow(description: GameDescription): number {
  try {
    return countDigits(description)
  } catch (error) {
    if (error instanceof DescriptionError) throw invalid(`It does not fit: ${error.message}.`, 'description')
    throw error
  }
}

/**
 * The description of a plain grid with another number of digits; everything else stays as it was set.
 * @throws AppError VALIDATION for a game whose options are written one by one.
 */
export function withDigits(description: GameDescription, nodigit: number): GameDescription {
  const [dimension] = description.dimensions
  const [bet] = description.bets
  const series = dimension?.options
  const isPlain =
    description.dimensions.length === 1 && series && 'first' in series && series.first === 1 && series.width === 1
  if (!isPlain || !bet || description.bets.length > 1) throw invalid(gameTexts.optionsAreDescribed, 'nodigit')
  const defaultMultiplierFor = (digits: number) => plainGame(digits).bets[0]?.multiplier
  // A multiplier that somebody has set stays; the one that came with the number of digits goes with it.
  const multiplier =
    bet.multiplier === defaultMultiplierFor(series.last) ? defaultMultiplierFor(nodigit) : bet.multiplier
  return {
    ...description,
    dimensions: [{ ...dimension, options: { ...series, last: nodigit } }],
    bets: [{ ...bet, multiplier: multiplier ?? bet.multiplier }],
  }
}

/**
 * How a game is played before anybody has said so: as the master data has it, else a plain grid of its digits with the
 * pictures that were uploaded for them.
 * @param timecount seconds between draws
 */
export function initialDescription(
  game: Pick<GameRow, 'gameId' | 'nodigit' | 'images'>,
  timecount: number,
): GameDescription {
  const master = masterDescription(game.gameId)
  if (master) return master
  const plain = plainGame(game.nodigit, timecount)
  if (game.images.length === 0) return plain
  const options = game.images.map((image, index) => ({ drawno: `${index + 1}`, label: `${index + 1}`, image }))
  return {
    ...plain,
    layout: { ...plain.layout, kind: 'pictures' },
    dimensions: [{ key: 'result', label: 'Result', options }],
  }
}
