import type { Game, GameSnapshot, Time } from '@cascade/contracts/games'
import type { GameRow } from './game-store'

/** A game as the API answers it, with its times. */
export function viewOf(
  { timeIds, deleted: _deleted, version: _version, ...game }: GameRow,
  times: readonly Time[],
): Game {
  return { ...game, timeId: times.filter(time => timeIds.includes(time._id)) }
}

/** What other services are told of a game; `timecount` is the length of its time in seconds. */
export function snapshotOf(row: GameRow, timecount: number): GameSnapshot {
  const { _id, gameId, gameName, nodigit, status, deleted, version } = row
  return { _id, gameId, gameName, nodigit, timecount, status, deleted, version }
}
