import { type GameDescription, gamesApi } from '@cascade/contracts/games'
import type { Person } from './people'

/** A kind of bet of a game and its options, which are the game's results where it `isPlain`. */
export type Table = { gameId: string; type: string; options: readonly string[]; isPlain: boolean }

/** One table for each game: the bet on its plain result, or on the last digit of it. */
export async function readTables(operator: Person): Promise<Table[]> {
  const games = (await operator.call(gamesApi.list)).data
  return Promise.all(
    games.map(async ({ _id, gameId }) => {
      const { description } = (await operator.call(gamesApi.description, { params: { id: _id } })).data
      return { gameId, ...tableOf(description) }
    }),
  )
}

function tableOf({ bets, dimensions }: GameDescription): Omit<Table, 'gameId'> {
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
