import { GameBusy } from '@cascade/contracts/live'
import { type Feed, upsertNewest } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

type BusyRow = GameBusy['data'] & { _id: string }

const rowsOf = (db: Db): Collection<BusyRow> => db.collection('busy_games')

/** Games with open tickets, one row per admin and game, from the events of svc-live. */
export const busyGamesFeed: Feed = {
  producer: 'live',
  name: 'games',
  collections: [{ name: 'busy_games', indexes: [{ key: { gameId: 1, busy: 1 } }] }],
  schemas: { [GameBusy.shape.type.value]: GameBusy },
  project: (db, events, tx) => {
    const states = events.map(event => GameBusy.parse(event).data)
    const rows = states.map(data => ({ _id: `${data.adminId}_${data.gameId}`, ...data }))
    return upsertNewest(rowsOf(db), rows, tx)
  },
}

export const createBusyGames = (db: Db) => ({
  isBusy: async (gameId: string) => (await rowsOf(db).findOne({ gameId, busy: true })) !== null,
})
