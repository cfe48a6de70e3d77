import type { DescriptionChanged, GameDescription } from '@cascade/contracts/games'
import type { DrawChange, LiveActor } from '@cascade/contracts/live'
import { type CollectionPlan, databaseNow, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { beginOf, type Stretch } from './schedule'

/** A version of a game's description and from when on its draws follow it. Kept for ever: old draws are read by it. */
type VersionRow = Stretch & {
  /** `<gameId>|<version>`. */
  _id: string
  gameId: string
  description: GameDescription
  /** Who made it and when; absent in rows from before it was kept. */
  by?: LiveActor | null
  at?: string
}

export const versionPlans: readonly CollectionPlan[] = [{ name: 'game_versions', indexes: [{ key: { gameId: 1 } }] }]

/** Every instance reads of a new version within this time, well before its first draw opens. */
const noticeMs = 5_000

const rowsOf = (db: Db): Collection<VersionRow> => db.collection('game_versions')
const idOf = (gameId: string, version: number) => `${gameId}|${version}`

/** Keeps versions of descriptions as they become known; which draw is the first of each is decided here, once. */
type Made = DescriptionChanged['data'] & { by: LiveActor | null; at: string }

export async function keepVersions(db: Db, changes: readonly Made[], tx: Tx): Promise<void> {
  for (const { gameId, version, description, by, at } of changes) {
    const known = await rowsOf(db)
      .find({ gameId }, { session: tx, projection: { description: 0 } })
      .toArray()
    if (known.some(row => row.version >= version)) continue
    const schedule = known.sort(byVersion)
    const fromMs = schedule.length === 0 ? 0 : beginOf(schedule, await databaseNow(db), noticeMs)
    const { intervalSeconds, lockSeconds } = description.draw
    const row = {
      _id: idOf(gameId, version),
      gameId,
      version,
      fromMs,
      intervalSeconds,
      lockSeconds,
      description,
      by,
      at,
    }
    // One that came twice at once ends the transaction; the batch is read again, and then it is known.
    await rowsOf(db).insertOne(row, { session: tx })
  }
}

export type VersionStore = ReturnType<typeof createVersionStore>

export function createVersionStore(db: Db) {
  return {
    /** The stretches of every game, oldest first, by game. */
    async schedules(): Promise<Map<string, Stretch[]>> {
      const rows = await rowsOf(db)
        .find({}, { projection: { description: 0 } })
        .toArray()
      const schedules = new Map<string, Stretch[]>()
      for (const row of rows.sort(byVersion)) schedules.set(row.gameId, [...(schedules.get(row.gameId) ?? []), row])
      return schedules
    },

    /** Versions of a game after one of them up to another, as changes that a record lists. */
    async changes(gameId: string, after: number, upTo: number): Promise<DrawChange[]> {
      const found = await rowsOf(db)
        .find({ gameId, version: { $gt: after, $lte: upTo } }, { projection: { description: 0 } })
        .toArray()
      return found.sort(byVersion).map(({ version, by = null, at, fromMs }) => ({
        ...{ what: 'description', from: String(version - 1), to: String(version), by },
        at: at ?? new Date(fromMs).toISOString(),
      }))
    },

    async description(gameId: string, version: number): Promise<GameDescription | undefined> {
      return (await rowsOf(db).findOne({ _id: idOf(gameId, version) }))?.description
    },
  }
}

const byVersion = (a: Stretch, b: Stretch) => a.version - b.version
