import { type AnyEvent, toHundredths } from '@cascade/contracts'
import { DescriptionChanged, defaultWinpercentage, PercentageChanged, toPercentageId } from '@cascade/contracts/games'
import { LiveActor } from '@cascade/contracts/live'
import { agentsOf, createGamesFeed, cursorIdOf, gamesOf, upsertNewest } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { type ChangeRow, createChangeRow, createChangeStore } from './change-store'
import { storeVersions, versionCollections } from './version-store'

type PercentageRow = Omit<PercentageChanged['data'], 'before'>

const percentageRows = (db: Db): Collection<PercentageRow> => db.collection('percentages')

export const gamesFeed = createGamesFeed({
  name: 'live',
  // Old draws need the version they were opened with, even after svc-games has dropped it.
  permanent: versionCollections.map(({ name }) => name),
  collections: [{ name: 'percentages' }, ...versionCollections],
  schemas: Object.fromEntries([DescriptionChanged, PercentageChanged].map(event => [event.shape.type.value, event])),
  async project(db, batch, tx) {
    await storeVersions(
      db,
      selectEvents(DescriptionChanged, batch).map(({ data, by, at }) => ({ ...data, by, at })),
      tx,
    )
    const changed = selectEvents(PercentageChanged, batch)
    await upsertNewest(
      percentageRows(db),
      changed.map(({ data: { before: _before, ...row } }) => row),
      tx,
    )
    await createChangeStore(db).insertOnce(changed.map(toChangeRow), tx)
  },
})

function selectEvents<E extends typeof DescriptionChanged | typeof PercentageChanged>(
  schema: E,
  batch: readonly AnyEvent[],
) {
  const type = schema.shape.type.value
  return batch
    .filter(event => event.type === type)
    .map(event => ({ data: event.data as ReturnType<E['parse']>['data'], by: toActor(event), at: event.at }))
}

function toActor({ actor }: AnyEvent): LiveActor | null {
  if (!actor) return null
  const { id: accountId, username, role } = actor
  return LiveActor.nullable()
    .catch(null)
    .parse({ accountId, username, role, ...agentsOf(actor) })
}

type PercentageEvent = { data: PercentageChanged['data']; by: LiveActor | null; at: string }

function toChangeRow({ data, by, at }: PercentageEvent): ChangeRow {
  const [from, to] = [String(toHundredths(data.before)), String(toHundredths(data.winpercentage))]
  return createChangeRow(data, data.version, { what: 'percentage', from, to, by, at })
}

export type GameReplica = ReturnType<typeof createGameReplica>

export function createGameReplica(db: Db) {
  const cursors = db.collection<{ _id: string; lastSeq: number }>('cursors')
  return {
    /** Sequence number of the last game event read; undefined before the first. */
    async position(): Promise<number | undefined> {
      const row = await cursors.findOne({ _id: cursorIdOf(gamesFeed) })
      return row ? Number(row.lastSeq) : undefined
    },

    all: () => gamesOf(db).find({ deleted: false }).sort({ gameName: 1 }).toArray(),

    /** Operator percentages by `<adminId>_<gameId>`; the default where none is set. */
    async percentages(
      offerings: readonly { adminId: string; gameId: string }[],
    ): Promise<Map<string, { winpercentage: number; version: number }>> {
      const ids = offerings.map(({ adminId, gameId }) => toPercentageId(adminId, gameId))
      const rows = await percentageRows(db)
        .find({ _id: { $in: ids } })
        .toArray()
      const stored = new Map(rows.map(({ _id, winpercentage, version }) => [_id, { winpercentage, version }]))
      return new Map(ids.map(id => [id, stored.get(id) ?? { winpercentage: defaultWinpercentage, version: 0 }]))
    },
  }
}
