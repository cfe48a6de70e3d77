import { useSyncExternalStore } from 'react'

/** How far the server's clock is ahead of this computer's. */
let offsetMs = 0
const listeners = new Set<() => void>()

/** This computer's clock. It may be wrong: only for the time between two readings. */
export const localNow = () => Date.now()

/** The present moment by the server's clock, as far as its answers have told it. */
export const serverNow = () => Date.now() + offsetMs

/** A `Date` header leaves out the part of a second. */
const headerStepMs = 1_000

/**
 * Follows the server's clock: it showed `date` at some moment after the request left. What agrees with that changes
 * nothing, however long the answer was on its way.
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

/** For tests: the next one begins with a clock that is right. */
export const resetClock = () => setOffset(0)

function watch(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useClockOffsetMs = () => useSyncExternalStore(watch, () => offsetMs)
