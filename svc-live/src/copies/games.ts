import type { AnyEvent } from '@cascade/contracts'
import {
  DescriptionChanged,
  GameSnapshot,
  gameEvents,
  PercentageChanged,
  percentageIdOf,
  standardWinpercentage,
} from '@cascade/contracts/games'
import { type Feed, keepNewest } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { keepVersions, versionPlans } from '../schedule/version-store'

type PercentageCopy = Omit<PercentageChanged['data'], 'before'>

const gamesOf = (db: Db): Collection<GameSnapshot> => db.collection('games')
const percentagesOf = (db: Db): Collection<PercentageCopy> => db.collection('percentages')

const snapshots: ReadonlySet<string> = new Set(Object.values(gameEvents).map(event => event.shape.type.value))
const told = [...Object.values(gameEvents), DescriptionChanged, PercentageChanged]

/** Our copy of the games, of every version of their descriptions, and of the percentages. */
export const gamesFeed: Feed = {
  producer: 'games',
  name: 'live',
  // Old draws are read by the version that they were opened with, whatever svc-games remembers.
  kept: versionPlans.map(plan => plan.name),
  plans: [{ name: 'games', indexes: [{ key: { gameId: 1 } }] }, { name: 'percentages' }, ...versionPlans],
  schemas: Object.fromEntries(told.map(event => [event.shape.type.value, event])),
  async project(db, batch: readonly AnyEvent[], tx) {
    const games = batch.filter(event => snapshots.has(event.type)).map(event => GameSnapshot.parse(event.data))
    await keepNewest(gamesOf(db), games, tx)
    await keepVersions(db, dataOf(DescriptionChanged, batch), tx)
    const percentages = dataOf(PercentageChanged, batch).map(({ before: _before, ...row }) => row)
    await keepNewest(percentagesOf(db), percentages, tx)
  },
}

function dataOf<E extends typeof DescriptionChanged | typeof PercentageChanged>(schema: E, batch: readonly AnyEvent[]) {
  const type = schema.shape.type.value
  return batch.filter(event => event.type === type).map(event => event.data as ReturnType<E['parse']>['data'])
}

export type GameCopy = ReturnType<typeof createGameCopy>

export function createGameCopy(db: Db) {
  return {
    /** Every game that is not deleted, by name. */
    all: () => gamesOf(db).find({ deleted: false }).sort({ gameName: 1 }).toArray(),

    /** Shares that the operator keeps, in percent, by `<adminId>_<gameId>`; the standard one where nobody set any. */
    async winpercentages(pairs: readonly { adminId: string; gameId: string }[]): Promise<Map<string, number>> {
      const ids = pairs.map(({ adminId, gameId }) => percentageIdOf(adminId, gameId))
      const rows = await percentagesOf(db)
        .find({ _id: { $in: ids } })
        .toArray()
      const set = new Map(rows.map(row => [row._id, row.winpercentage]))
      return new Map(ids.map(id => [id, set.get(id) ?? standardWinpercentage]))
    },
  }
}
