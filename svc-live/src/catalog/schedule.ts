import type { DescriptionChanged, GameDescription } from '@cascade/contracts/games'
import type { DrawChange, LiveActor } from '@cascade/contracts/live'
import { type CollectionPlan, databaseNow, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** From `fromMs` on, the draws of a game follow this version of its description. */
export type Stretch = Pick<GameDescription['draw'], 'intervalSeconds' | 'lockSeconds'> & {
  version: number
  /** Milliseconds since 1970; 0 for the first version. */
  fromMs: number
}

/** The versions of one game, oldest first; there is at least one, and the first begins at 0. */
export type Schedule = readonly Stretch[]

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
const shortestBettingMs = 1_000

/** The draw that is open at `nowMs`. Draws of a stretch are aligned to 1970: of 60 s ones each full minute has one. */
export function drawOpenAt(schedule: Schedule, nowMs: number): DrawTimes {
  const stretch = stretchAt(schedule, nowMs)
  const lengthMs = stretch.intervalSeconds * 1000
  const lockMs = stretch.lockSeconds * 1000
  const firstMs = firstMoment(stretch, lengthMs, lockMs)
  const drawAtMs = Math.max(firstMs, (Math.floor(nowMs / lengthMs) + 1) * lengthMs)
  const opensAtMs = drawAtMs === firstMs ? Math.max(stretch.fromMs, firstMs - 2 * lengthMs) : drawAtMs - lengthMs
  return { opensAtMs, lockAtMs: drawAtMs - lockMs, drawAtMs, version: stretch.version }
}

/** The draw that is drawn at this moment; undefined when none is. */
export function drawDrawnAt(schedule: Schedule, drawAtMs: number): DrawTimes | undefined {
  const draw = drawOpenAt(schedule, drawAtMs - 1)
  return draw.drawAtMs === drawAtMs ? draw : undefined
}

/**
 * When a version that becomes known at `nowMs` begins: with the next draw, and not so soon that another instance might
 * still open that draw with the version before.
 */
export function beginOf(schedule: Schedule, nowMs: number, noticeMs: number): number {
  return drawOpenAt(schedule, nowMs + noticeMs).drawAtMs
}

/** Of stretches that begin at the same moment only the last one has draws. */
function stretchAt(schedule: Schedule, nowMs: number): Stretch {
  const begun = schedule.filter(({ fromMs }) => fromMs <= nowMs).at(-1) ?? schedule[0]
  if (!begun) throw new RangeError('A game has at least one version')
  return begun
}

function firstMoment({ fromMs }: Stretch, lengthMs: number, lockMs: number): number {
  if (fromMs === 0) return lengthMs
  const next = (Math.floor(fromMs / lengthMs) + 1) * lengthMs
  return next - fromMs >= lockMs + shortestBettingMs ? next : next + lengthMs
}

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
        what: 'description',
        from: String(version - 1),
        to: String(version),
        by,
        at: at ?? new Date(fromMs).toISOString(),
      }))
    },

    async description(gameId: string, version: number): Promise<GameDescription | undefined> {
      return (await rowsOf(db).findOne({ _id: idOf(gameId, version) }))?.description
    },
  }
}

const byVersion = (a: Stretch, b: Stretch) => a.version - b.version
