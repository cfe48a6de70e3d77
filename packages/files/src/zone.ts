export type Time = string | number | Date | null | undefined

let cachedViewerZone: string | undefined
/** Cached: a lookup costs as much as formatting thirty times. */
const viewerZone = () => {
  cachedViewerZone ??= usableZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC'
  return cachedViewerZone
}

/** Browsers report zones they cannot format, e.g. `Etc/Unknown`; older ones lack the newest. */
function usableZone(name: string | undefined): string | undefined {
  try {
    return getClock(name ?? '') && name
  } catch {
    return undefined
  }
}

/** Set by the gateway; until then the reader's own zone is used. */
let zone: string | undefined
const watchers = new Set<() => void>()

/** Sets the zone of all times of the page or process, and calls those who watch it. */
export function setBusinessZone(name: string | undefined): void {
  const next = usableZone(name)
  if (zone === next) return
  zone = next
  for (const watcher of watchers) watcher()
}

/** Name of the zone. */
export const businessZone = () => zone ?? viewerZone()

/** @returns stops watching */
export function watchBusinessZone(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** `Asia/Kolkata (UTC+5:30)`: label of the zone for a page, a file or a document. */
export function zoneLabel(at: Date): string {
  const name = businessZone()
  if (name === 'UTC') return name
  const parts = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'shortOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? ''
  return `${name} (${offset})`
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function getClock(name: string): Intl.DateTimeFormat {
  const cached = clocks.get(name)
  if (cached) return cached
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(name, clock)
  return clock
}

const toDate = (time: Time): Date | undefined => {
  if (time === null || time === undefined || time === '') return undefined
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** Wall-clock time in the business zone, `YYYY-MM-DD HH:mm:ss`; empty without a time. */
export function businessClock(time: Time): string {
  const date = toDate(time)
  return date ? getClock(businessZone()).format(date) : ''
}

/** Like `businessClock`, with the UTC offset at that moment: `2026-01-31 18:45:00+05:30`. */
export function businessStamp(time: Time): string {
  const [date, clock] = [toDate(time), businessClock(time)]
  if (!date) return ''
  const minutes = Math.round((Date.parse(`${clock.replace(' ', 'T')}Z`) - date.getTime()) / 60_000)
  const twoDigits = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0')
  return `${clock}${minutes < 0 ? '-' : '+'}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`
}

/** Wall-clock time in the reader's own zone, with its name; empty where it is the same. */
export function viewerClock(time: Time): string {
  const date = toDate(time)
  const name = viewerZone()
  if (!date || name === businessZone()) return ''
  const own = getClock(name).format(date)
  return own === getClock(businessZone()).format(date) ? '' : `${own} ${name}`
}

/**
 * Converts wall-clock time of the business zone, `YYYY-MM-DD HH:mm:ss`, to a moment. A repeated time gives the first
 * one; a skipped time moves forward by the skipped span.
 */
export function momentOfClock(clockText: string): Date {
  const target = Date.parse(`${clockText.replace(' ', 'T')}Z`)
  const offsetAt = (at: number) => Date.parse(`${businessClock(at).replace(' ', 'T')}Z`) - at
  const dayMs = 86_400_000
  const [before, after] = [target - offsetAt(target - dayMs), target - offsetAt(target + dayMs)]
  return new Date([before, after].find(at => at + offsetAt(at) === target) ?? before)
}
