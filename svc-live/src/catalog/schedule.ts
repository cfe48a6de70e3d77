import type { DescriptionChanged, GameDescription } from '@cascade/contracts/games'
import type { DrawChange, LiveActor } from '@cascade/contracts/live'
import { type CollectionPlan, databaseNow, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** From `fromMs` on, the draws of a game follow this version of its description. */
export type SchedulePeriod = Pick<GameDescription['draw'], 'intervalSeconds' | 'lockSeconds'> & {
  version: number
  /** Milliseconds since 1970; 0 for the first version. */
  fromMs: number
}

/** The versions of one game, oldest first; there is at least one, and the first begins at 0. */
export type Schedule = readonly SchedulePeriod[]

/** A draw is a pure function of the clock and of the game's schedule: nobody starts or keeps it. In ms since 1970. */
export type DrawTimes = {
  opensAtMs: number
  /** Betting and manual results close. */
  lockAtMs: number
  /** It is drawn, and the next one opens. */
  drawAtMs: number
  version: number
}

/** The first draw of a stretch has at least so long to take bets; else it lasts until the moment after. */
const bettingMsMin = 1_000

/** The draw that is open at `nowMs`. Draws of a stretch are aligned to 1970: of 60 s ones each full minute has one. */
export function drawOpenAt(schedule: Schedule, nowMs: number): DrawTimes {
  const period = periodAt(schedule, nowMs)
  const lengthMs = period.intervalSeconds * 1000
  const lockMs = period.lockSeconds * 1000
  const firstMs = firstDrawAtMs(period, lengthMs, lockMs)
  const drawAtMs = Math.max(firstMs, (Math.floor(nowMs / lengthMs) + 1) * lengthMs)
  const opensAtMs = drawAtMs === firstMs ? Math.max(period.fromMs, firstMs - 2 * lengthMs) : drawAtMs - lengthMs
  return { opensAtMs, lockAtMs: drawAtMs - lockMs, drawAtMs, version: period.version }
}

/** The draw that is drawn at this moment; undefined when none is. */
export function drawEndingAt(schedule: Schedule, drawAtMs: number): DrawTimes | undefined {
  const draw = drawOpenAt(schedule, drawAtMs - 1)
  return draw.drawAtMs === drawAtMs ? draw : undefined
}

/**
 * When a version that becomes known at `nowMs` begins: with the next draw, and not so soon that another instance might
 * still open that draw with the version before.
 */
export function nextPeriodStart(schedule: Schedule, nowMs: number, noticeMs: number): number {
  return drawOpenAt(schedule, nowMs + noticeMs).drawAtMs
}

/** Of stretches that begin at the same moment only the last one has draws. */
function periodAt(schedule: Schedule, nowMs: number): SchedulePeriod {
  const begun = schedule.filter(({ fromMs }) => fromMs <= nowMs).at(-1) ?? schedule[0]
  if (!begun) throw new RangeError('A game has at least one version')
  return begun
}

function firstDrawAtMs({ fromMs }: SchedulePeriod, lengthMs: number, lockMs: number): number {
  if (fromMs === 0) return lengthMs
  const next = (Math.floor(fromMs / lengthMs) + 1) * lengthMs
  return next - fromMs >= lockMs + bettingMsMin ? next : next + lengthMs
}

/** A version of a game's description and from when on its draws follow it. Kept for ever: old draws are read by it. */
type VersionRow = SchedulePeriod & {
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

const versionRows = (db: Db): Collection<VersionRow> => db.collection('game_versions')
const versionId = (gameId: string, version: number) => `${gameId}|${version}`

/** Keeps versions of descriptions as they become known; which draw is the first of each is decided here, once. */
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
    // One that came twice at once ends the transaction; the batch is read again, and then it is known.
    await versionRows(db).insertOne(row, { session: tx })
  }
}

export type VersionStore = ReturnType<typeof createVersionStore>

export function createVersionStore(db: Db) {
  return {
    /** The stretches of every game, oldest first, by game. */
    async schedules(): Promise<Map<string, SchedulePeriod[]>> {
      const rows = await versionRows(db)
        .find({}, { projection: { description: 0 } })
        .toArray()
      const schedules = new Map<string, SchedulePeriod[]>()
      for (const row of rows.sort(byVersion)) schedules.set(row.gameId, [...(schedules.get(row.gameId) ?? []), row])
      return schedules
    },

    /** Versions of a game after one of them up to another, as changes that a record lists. */
    async changes(gameId: string, after: number, upTo: number): Promise<DrawChange[]> {
      const found = await versionRows(db)
        .find({ gameId, version: { $gt: after, $lte: upTo } }, { projection: { description: 0 } })
        .toArray()
      return found.sort(byVersion).map(({ version, by = null, at, fromMs }) => ({
        what: 'description',
        from: String(version - 1),
        to: String(version),
        by,
        at: at ?? new Date(fromMs).toISOString(),
      }))
    },

    async description(gameId: string, version: number): Promise<GameDescription | undefined> {
      return (await versionRows(db).findOne({ _id: versionId(gameId, version) }))?.description
    },
  }
}

const byVersion = (a: SchedulePeriod, b: SchedulePeriod) => a.version - b.version
