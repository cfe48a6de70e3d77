import { useSyncExternalStore } from 'react'

let offsetMs = 0
const listeners = new Set<() => void>()

/** The local clock may be wrong: use it for durations only. */
export const localNow = () => Date.now()

/** Current time by the server's clock, estimated from its responses. */
export const serverNow = () => Date.now() + offsetMs

/** `Date` headers have a resolution of one second. */
const headerStepMs = 1_000

/**
 * Adjusts the offset: the server's clock showed `date` at some time after `requestedAt`. A consistent value changes
 * nothing, however slow the response.
 */
export function readServerDate(date: string | null, requestedAt: number): void {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return
  const offsetMsMin = at - Date.now()
  setOffset(Math.max(offsetMsMin, Math.min(offsetMs, at + headerStepMs - requestedAt)))
}

function setOffset(next: number): void {
  if (next === offsetMs) return
  offsetMs = next
  for (const listener of listeners) listener()
}

export const resetClock = () => setOffset(0)

function watch(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useClockOffsetMs = () => useSyncExternalStore(watch, () => offsetMs)
