import { type Game, type GameSnapshot, imagePath, type Time } from '@cascade/contracts/games'
import type { GameRow } from '../game'

/** A game as the API answers it, with its times and the addresses of its pictures. */
export function viewOf(row: GameRow, times: readonly Time[]): Game {
  const { timeIds, deleted: _deleted, version: _version, changedIn: _changedIn, images, by, ...game } = row
  return {
    ...game,
    timeId: times.filter(time => timeIds.includes(time._id)),
    images: images.map(imagePath),
    by: by ?? null,
  }
}

/** What other services are told of a game; `timecount` is the length of its time in seconds. */
export function snapshotOf(row: GameRow, times: readonly Time[]): GameSnapshot {
  const { _id, gameId, gameName, nodigit, status, deleted, version, logo } = row
  const timecount = times.find(time => row.timeIds.includes(time._id))?.timecount ?? 0
  return { _id, gameId, gameName, nodigit, timecount, status, deleted, version, ...(logo && { logo }) }
}
