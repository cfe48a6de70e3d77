import type { GameDescription } from '@cascade/contracts/games'

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
  /** Of a draw that waits for the end of a pause. */
  pausedUntilMs?: number
}

/** Draws whose opening lies in it, from `fromMs` up to `toMs`, are passed over: they are neither opened nor drawn. */
export type Pause = { fromMs: number; toMs: number }

/** Minimum betting time of a period's first draw; a shorter draw is extended by one interval. */
const bettingMsMin = 1_000

/** The draw open at `nowMs`, or the first one after the pause in which its opening lies. */
export function drawOpenAt(schedule: Schedule, nowMs: number, pause?: Pause): DrawTimes {
  const draw = scheduledDrawAt(schedule, nowMs)
  if (!pause || !isPassedOver(draw, pause)) return draw
  const last = scheduledDrawAt(schedule, pause.toMs)
  const next = last.opensAtMs < pause.toMs ? scheduledDrawAt(schedule, last.drawAtMs) : last
  return { ...next, pausedUntilMs: pause.toMs }
}

/** The draw that has ended last. */
export function drawEndedAt(schedule: Schedule, nowMs: number, pause?: Pause) {
  const draw = drawEndingAt(schedule, scheduledDrawAt(schedule, nowMs).opensAtMs)
  return draw && { ...draw, isPassedOver: isPassedOver(draw, pause) }
}

const isPassedOver = ({ opensAtMs }: DrawTimes, pause: Pause | undefined) =>
  pause !== undefined && pause.fromMs <= opensAtMs && opensAtMs < pause.toMs

export const isPaused = ({ pausedUntilMs, opensAtMs }: DrawTimes, nowMs: number): boolean =>
  pausedUntilMs !== undefined && nowMs < opensAtMs

/** Draws are aligned to 1970: with an interval of 60 s, one per full minute. */
function scheduledDrawAt(schedule: Schedule, nowMs: number): DrawTimes {
  const period = periodAt(schedule, nowMs)
  const lengthMs = period.intervalSeconds * 1000
  const lockMs = period.lockSeconds * 1000
  const firstMs = firstDrawAtMs(period, lengthMs, lockMs)
  const drawAtMs = Math.max(firstMs, (Math.floor(nowMs / lengthMs) + 1) * lengthMs)
  const opensAtMs = drawAtMs === firstMs ? Math.max(period.fromMs, firstMs - 2 * lengthMs) : drawAtMs - lengthMs
  return { opensAtMs, lockAtMs: drawAtMs - lockMs, drawAtMs, version: period.version }
}

export function drawEndingAt(schedule: Schedule, drawAtMs: number): DrawTimes | undefined {
  const draw = scheduledDrawAt(schedule, drawAtMs - 1)
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
