import type { User } from '@cascade/contracts/client'
import { type GameDescription, gamesApi } from '@cascade/contracts/games'

/** One bet type of a game. `isPlain`: its options are the results of the game. */
export type Table = { gameId: string; type: string; options: readonly string[]; isPlain: boolean }

/** One table per game: the bet on its result, or on the last digit of the result. */
export async function readTables(operator: User): Promise<Table[]> {
  const games = (await operator.call(gamesApi.list)).data
  return Promise.all(
    games.map(async ({ _id, gameId }) => {
      const { description } = (await operator.call(gamesApi.description, { params: { id: _id } })).data
      return { gameId, ...toTable(description) }
    }),
  )
}

function toTable({ bets, dimensions }: GameDescription): Omit<Table, 'gameId'> {
  const bet = bets.find(({ cover, dimension }) => dimension === 'result' && ['same', 'last-digit'].includes(cover))
  const options = dimensions[0]?.options
  if (!bet || !options) throw new Error('A game of the demo has no bet on its plain result.')
  if (bet.cover === 'last-digit') return { type: bet.type, options: numbers(0, 9, 1), isPlain: false }
  return {
    type: bet.type,
    isPlain: dimensions.length === 1,
    options: Array.isArray(options)
      ? options.map(({ drawno }) => drawno)
      : numbers(options.first, options.last, options.width),
  }
}

const numbers = (first: number, last: number, width: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(width, '0'))
