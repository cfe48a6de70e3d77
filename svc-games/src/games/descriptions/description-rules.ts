import { type GameDescription, gameTexts, imageHashPattern } from '@cascade/contracts/games'
import { compileGame, DescriptionError, highestReturn } from '@cascade/draw-rules'
import { masterDescription, plainGame } from '@cascade/draw-rules/master'
import { invalid } from '@cascade/service-kit'
import type { GameRow } from '../game'

/** Number of options of the result: the number of digits of the game. */
export const countDigits = (description: GameDescription): number =>
  compileGame(description).dimensions[0]?.options.length ?? 0

/**
 * Validates a description against itself and its game.
 * @param timecounts the available intervals, in seconds
 * @throws AppError VALIDATION at the field
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
 * Rejects a description with an expected return over 100 %. Under `budgeted` the balance of the game is the limit.
 * @throws AppError VALIDATION at the multipliers
 */
export function assertHouseEdge(description: GameDescription): void {
  if (description.policy !== 'random') return
  const { share, bet } = highestReturn(compileGame(description))
  // Tolerance: exactly 100 % as a fraction may be slightly more in binary.
  if (share <= 1 + 1e-9) return
  const text = gameTexts.returnsTooMuch.replace('{return}', (share * 100).toFixed(2)).replace('{bet}', bet)
  throw invalid(text, 'description.bets')
}

function countDigitsOrThrow(description: GameDescription): number {
  try {
    return countDigits(description)
  } catch (error) {
    if (error instanceof DescriptionError) throw invalid(`Invalid description: ${error.message}.`, 'description')
    throw error
  }
}

/**
 * The description of a plain grid with another number of digits; all other settings stay.
 * @throws AppError VALIDATION for a game whose options are written one by one
 */
export function withDigits(description: GameDescription, nodigit: number): GameDescription {
  const [dimension] = description.dimensions
  const [bet] = description.bets
  const series = dimension?.options
  const isPlain =
    description.dimensions.length === 1 && series && 'first' in series && series.first === 1 && series.width === 1
  if (!isPlain || !bet || description.bets.length > 1) throw invalid(gameTexts.optionsAreDescribed, 'nodigit')
  const defaultMultiplierFor = (digits: number) => plainGame(digits).bets[0]?.multiplier
  // Replace the multiplier only if it is still the default for the old number of digits.
  const multiplier =
    bet.multiplier === defaultMultiplierFor(series.last) ? defaultMultiplierFor(nodigit) : bet.multiplier
  return {
    ...description,
    dimensions: [{ ...dimension, options: { ...series, last: nodigit } }],
    bets: [{ ...bet, multiplier: multiplier ?? bet.multiplier }],
  }
}

/**
 * The description of a new game: that of the master data, or a plain grid of its digits with its uploaded pictures.
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
