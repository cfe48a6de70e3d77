import type { Game, GameDescription } from '@cascade/contracts/games'
import { createGame, quickSeconds } from '@cascade/load/games'
import type { Api, Session } from './api'
import { uniqueNumber } from './world'

export { quickSeconds }

/**
 * Creates a game that draws every 10 s; `description` applies from its second or third draw on.
 * @param number unique suffix of its name
 */
export function makeQuickGame(
  api: Api,
  superadmin: Session,
  name: string,
  description: GameDescription,
  number = ` ${uniqueNumber()}`,
): Promise<Game> {
  const draw = { intervalSeconds: quickSeconds, lockSeconds: 1, resultSeconds: 0 }
  return createGame({ call: (endpoint, input) => api.call(endpoint, superadmin, input) }, name + number, {
    ...description,
    draw,
  })
}
