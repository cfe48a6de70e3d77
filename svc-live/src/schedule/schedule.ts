import type { GameDescription } from '@cascade/contracts/games'

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
