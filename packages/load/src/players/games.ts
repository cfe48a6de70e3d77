import { RejectedError } from '@cascade/contracts/client'
import { type Game, type GameDescription, gamesApi, timeApi } from '@cascade/contracts/games'
import type { Caller } from './users'

/** Shortest permitted draw interval. */
export const quickSeconds = 10

/**
 * Creates a game that first draws every 10 s; `description` applies from its second or third draw on.
 * @param superadmin a caller with the rights of a superadmin
 */
export async function createGame(superadmin: Caller, gameName: string, description: GameDescription): Promise<Game> {
  const fields = {
    gameName,
    gameDescription: 'Quick',
    releaseDate: '2026-01-31',
    publisher: 'Test',
    nodigit: '10',
    gameStatus: 'active',
    label: 'no',
    timeId: await findOrCreateTime(superadmin, quickSeconds),
  }
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  const { data: game } = await superadmin.call(gamesApi.create, { body: form })
  const body = { version: 1, description }
  await superadmin.call(gamesApi.changeDescription, { params: { id: game._id }, body })
  return game
}

/** Id of a draw interval; others may create it at the same time. */
export async function findOrCreateTime(superadmin: Caller, seconds: number): Promise<string> {
  const find = async () =>
    (await superadmin.call(timeApi.list)).data.find(({ timecount }) => timecount === seconds)?._id
  const existing = await find()
  if (existing) return existing
  await superadmin.call(timeApi.create, { body: { timecount: seconds } }).catch((error: unknown) => {
    if (!(error instanceof RejectedError)) throw error
  })
  const created = await find()
  if (!created) throw new Error(`There is no draw interval of ${seconds} s.`)
  return created
}
