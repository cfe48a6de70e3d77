import { serverNow } from '@cascade/web-kit'
import { useSyncExternalStore } from 'react'

export type Time = string | number | Date | null | undefined

let cachedViewerZone: string | undefined
/** Asked once: it costs as much as thirty times that are written. */
const viewerZone = () => {
  cachedViewerZone ??= usableZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC'
  return cachedViewerZone
}

/** Browsers name zones that they cannot show, e.g. `Etc/Unknown`, and older ones do not know the newest. */
function usableZone(name: string | undefined): string | undefined {
  try {
    return getClock(name ?? '') && name
  } catch {
    return undefined
  }
}

/** Until the gateway has said it, and where it does not: the reader's own. */
let zone: string | undefined
const watchers = new Set<() => void>()

/** Makes a zone that of every time of the page; what shows one with `useBusinessZone` is drawn anew. */
export function setBusinessZone(name: string | undefined): void {
  const next = usableZone(name)
  if (zone === next) return
  zone = next
  for (const watcher of watchers) watcher()
}

const businessZone = () => zone ?? viewerZone()

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useBusinessZone = () => useSyncExternalStore(watch, businessZone)

/** `Asia/Kolkata (UTC+5:30)`: how the zone of all times of a page, a file or a sheet of paper is named there, once. */
export function zoneLabel(at = new Date(serverNow())): string {
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

/** What clock and calendar of the business zone show, `YYYY-MM-DD HH:mm:ss`; empty when there is no time. */
export function businessClock(time: Time): string {
  const date = toDate(time)
  return date ? getClock(businessZone()).format(date) : ''
}

/** As `businessClock`, with the distance from UTC at that moment: `2026-01-31 18:45:00+05:30`. */
export function businessStamp(time: Time): string {
  const [date, clock] = [toDate(time), businessClock(time)]
  if (!date) return ''
  const minutes = Math.round((Date.parse(`${clock.replace(' ', 'T')}Z`) - date.getTime()) / 60_000)
  const twoDigits = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0')
  return `${clock}${minutes < 0 ? '-' : '+'}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`
}

/** What the reader's own clock shows, with the name of its zone; empty where that is the same. */
export function viewerClock(time: Time): string {
  const date = toDate(time)
  const name = viewerZone()
  if (!date || name === businessZone()) return ''
  const own = getClock(name).format(date)
  return own === getClock(businessZone()).format(date) ? '' : `${own} ${name}`
}

/**
 * The moment at which the clock of the business zone shows `YYYY-MM-DD HH:mm:ss`: the first of two when it is set back,
 * and as much later as it is set forward.
 */
export function momentOfClock(shown: string): Date {
  const target = Date.parse(`${shown.replace(' ', 'T')}Z`)
  const offsetAt = (at: number) => Date.parse(`${businessClock(at).replace(' ', 'T')}Z`) - at
  const dayMs = 86_400_000
  const [before, after] = [target - offsetAt(target - dayMs), target - offsetAt(target + dayMs)]
  return new Date([before, after].find(at => at + offsetAt(at) === target) ?? before)
}
