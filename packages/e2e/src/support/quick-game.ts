import { type Game, type GameDescription, gamesApi, timeApi } from '@cascade/contracts/games'
import type { Api, Session } from './api'
import { uniqueNumber } from './world'

/** As quick as a game may draw. */
export const quickSeconds = 10

/**
 * A new game that is played as `description` says, but draws every ten seconds. Its first draw lasts a minute.
 * @param number makes its name another one than all others
 */
export async function makeQuickGame(
  api: Api,
  superadmin: Session,
  name: string,
  description: GameDescription,
  number = ` ${uniqueNumber()}`,
): Promise<Game> {
  const timeId = await quickTime(api, superadmin)
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

async function quickTime(api: Api, superadmin: Session): Promise<string> {
  const find = async () =>
    (await api.call(timeApi.list, superadmin)).data.find(({ timecount }) => timecount === quickSeconds)?._id
  const known = await find()
  if (known) return known
  await api.send('POST', timeApi.create.path, {
    token: superadmin.token,
    body: { timecount: quickSeconds },
  })
  const made = await find()
  if (!made) throw new Error('There is no time of ten seconds.')
  return made
}
