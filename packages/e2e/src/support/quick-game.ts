import { type Game, type GameDescription, gamesApi, timeApi } from '@cascade/contracts/games'
import type { Api, Session } from './api'
import { uniqueNumber } from './world'

/** Shortest permitted draw interval. */
export const quickSeconds = 10

/**
 * Creates a game that draws every 10 s; `description` applies from its second or third draw on.
 * @param number unique suffix of its name
 */
export async function makeQuickGame(
  api: Api,
  superadmin: Session,
  name: string,
  description: GameDescription,
  number = ` ${uniqueNumber()}`,
): Promise<Game> {
  const timeId = await findOrCreateQuickTime(api, superadmin)
  const form = new FormData()
  const fields = {
    gameName: name + number,
    gameDescription: 'Quick',
    releaseDate: '2026-01-31',
    publisher: 'Test',
    nodigit: '10',
    gameStatus: 'active',
    label: 'no',
    timeId,
  }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  const { data: created } = await api.call(gamesApi.create, superadmin, { body: form })
  const draw = { intervalSeconds: quickSeconds, lockSeconds: 1, resultSeconds: 0 }
  const body = { version: 1, description: { ...description, draw } }
  await api.call(gamesApi.changeDescription, superadmin, { params: { id: created._id }, body })
  return created
}

async function findOrCreateQuickTime(api: Api, superadmin: Session): Promise<string> {
  const find = async () =>
    (await api.call(timeApi.list, superadmin)).data.find(({ timecount }) => timecount === quickSeconds)?._id
  const existing = await find()
  if (existing) return existing
  await api.send('POST', timeApi.create.path, {
    token: superadmin.token,
    body: { timecount: quickSeconds },
  })
  const added = await find()
  if (!added) throw new Error('no draw interval of 10 s')
  return added
}
