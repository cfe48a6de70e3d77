import { gamesApi } from '@cascade/contracts/games'
import { readQuery, useChange } from '@cascade/web-kit'

/** Newest version of a game description. */
export const descriptionQuery = (id: string) => readQuery(gamesApi.description, { params: { id } })
/** Last ten versions of a game description, newest first. */
export const versionsQuery = (id: string) => readQuery(gamesApi.descriptions, { params: { id }, query: { size: 10 } })
/** Saves a new version. Digits and time of the game may change with it, so all game data is refetched. */
export const useChangeDescription = () => useChange(gamesApi.changeDescription, { refresh: ['games'] })
