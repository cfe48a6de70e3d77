import type { DescriptionChanged, GameDescription } from '@cascade/contracts/games'
import type { DrawChange, LiveActor } from '@cascade/contracts/live'
import { type CollectionSpec, databaseNow, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { nextPeriodStart, type SchedulePeriod } from './schedule'

/** A version of a game's description with its start. Retained forever: old draws are read with it. */
type VersionRow = SchedulePeriod & {
  /** `<gameId>|<version>`. */
  _id: string
  gameId: string
  description: GameDescription
  by: LiveActor | null
  at: string
}

export const versionCollections: readonly CollectionSpec[] = [
  { name: 'game_versions', indexes: [{ key: { gameId: 1 } }] },
]

/** Every instance has read a new version within this time. */
const noticeMs = 5_000

const versionRows = (db: Db): Collection<VersionRow> => db.collection('game_versions')
const versionId = (gameId: string, version: number) => `${gameId}|${version}`

type VersionEvent = DescriptionChanged['data'] & { by: LiveActor | null; at: string }

export async function storeVersions(db: Db, changes: readonly VersionEvent[], tx: Tx): Promise<void> {
  for (const { gameId, version, description, by, at } of changes) {
    const stored = await versionRows(db)
      .find({ gameId }, { session: tx, projection: { description: 0 } })
      .toArray()
    if (stored.some(row => row.version >= version)) continue
    const schedule = stored.sort(byVersion)
    const fromMs = schedule.length === 0 ? 0 : nextPeriodStart(schedule, await databaseNow(db), noticeMs)
    const { intervalSeconds, lockSeconds } = description.draw
    const row = {
      _id: versionId(gameId, version),
      gameId,
      version,
      fromMs,
      intervalSeconds,
      lockSeconds,
      description,
      by,
      at,
    }
    // A duplicate aborts the transaction; the retried batch then finds the version stored.
    await versionRows(db).insertOne(row, { session: tx })
  }
}

export type VersionStore = ReturnType<typeof createVersionStore>

export function createVersionStore(db: Db) {
  return {
    async schedules(): Promise<Map<string, SchedulePeriod[]>> {
      const rows = await versionRows(db)
        .find({}, { projection: { description: 0 } })
        .toArray()
      const schedules = new Map<string, SchedulePeriod[]>()
      for (const row of rows.sort(byVersion)) schedules.set(row.gameId, [...(schedules.get(row.gameId) ?? []), row])
      return schedules
    },

    /** Versions after `after` up to `upTo`, as changes that a record lists. */
    async changes(gameId: string, after: number, upTo: number): Promise<DrawChange[]> {
      const found = await versionRows(db)
        .find({ gameId, version: { $gt: after, $lte: upTo } }, { projection: { description: 0 } })
        .toArray()
      return found.sort(byVersion).map(({ version, by, at }) => ({
        what: 'description',
        from: String(version - 1),
        to: String(version),
        by,
        at,
      }))
    },

    async description(gameId: string, version: number): Promise<GameDescription | undefined> {
      return (await versionRows(db).findOne({ _id: versionId(gameId, version) }))?.description
    },
  }
}

const byVersion = (a: SchedulePeriod, b: SchedulePeriod) => a.version - b.version
