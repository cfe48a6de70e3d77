import { gamesApi } from '@cascade/contracts/games'
import { readOf, useChange } from '@cascade/web-kit'

/** How a game is played, in its newest version. */
export const descriptionQuery = (id: string) => readOf(gamesApi.description, { params: { id } })
/** The last ten versions of a description, newest first. */
export const versionsQuery = (id: string) => readOf(gamesApi.descriptions, { params: { id }, query: { size: 10 } })
/** Saves a new version; the game's digits and time may follow it, so everything about games is read again. */
export const useChangeDescription = () => useChange(gamesApi.changeDescription, { refresh: ['games'] })
