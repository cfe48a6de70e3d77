import type { DescriptionChanged, GameDescription } from '@cascade/contracts/games'
import type { DrawChange, LiveActor } from '@cascade/contracts/live'
import { type CollectionSpec, databaseNow, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

export type SchedulePeriod = Pick<GameDescription['draw'], 'intervalSeconds' | 'lockSeconds'> & {
  version: number
  /** Milliseconds since 1970; 0 for the first version. */
  fromMs: number
}

/** Versions of one game, oldest first: at least one, and the first begins at 0. */
export type Schedule = readonly SchedulePeriod[]

/** A draw is a pure function of clock and schedule; nothing stores it. Times in ms since 1970. */
export type DrawTimes = {
  opensAtMs: number
  lockAtMs: number
  drawAtMs: number
  version: number
}

/** Minimum betting time of a period's first draw; a shorter draw is extended by one interval. */
const bettingMsMin = 1_000

/** The draw open at `nowMs`. Draws are aligned to 1970: with an interval of 60 s, one per full minute. */
export function drawOpenAt(schedule: Schedule, nowMs: number): DrawTimes {
  const period = periodAt(schedule, nowMs)
  const lengthMs = period.intervalSeconds * 1000
  const lockMs = period.lockSeconds * 1000
  const firstMs = firstDrawAtMs(period, lengthMs, lockMs)
  const drawAtMs = Math.max(firstMs, (Math.floor(nowMs / lengthMs) + 1) * lengthMs)
  const opensAtMs = drawAtMs === firstMs ? Math.max(period.fromMs, firstMs - 2 * lengthMs) : drawAtMs - lengthMs
  return { opensAtMs, lockAtMs: drawAtMs - lockMs, drawAtMs, version: period.version }
}

export function drawEndingAt(schedule: Schedule, drawAtMs: number): DrawTimes | undefined {
  const draw = drawOpenAt(schedule, drawAtMs - 1)
  return draw.drawAtMs === drawAtMs ? draw : undefined
}

/**
 * Start of a version announced at `nowMs`: the next draw that no instance can have opened with the previous version.
 */
export function nextPeriodStart(schedule: Schedule, nowMs: number, noticeMs: number): number {
  return drawOpenAt(schedule, nowMs + noticeMs).drawAtMs
}

/** Of periods with the same start only the last one has draws. */
function periodAt(schedule: Schedule, nowMs: number): SchedulePeriod {
  const period = schedule.filter(({ fromMs }) => fromMs <= nowMs).at(-1) ?? schedule[0]
  if (!period) throw new RangeError('game without a version')
  return period
}

function firstDrawAtMs({ fromMs }: SchedulePeriod, lengthMs: number, lockMs: number): number {
  if (fromMs === 0) return lengthMs
  const next = (Math.floor(fromMs / lengthMs) + 1) * lengthMs
  return next - fromMs >= lockMs + bettingMsMin ? next : next + lengthMs
}

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
