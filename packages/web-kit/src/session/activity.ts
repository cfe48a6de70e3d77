import { localNow } from '../clock'
import { localStore } from '../storage'

/** Reads within half a minute of an input count as activity of the user. */
const inputCountsMs = 30_000
const activeKey = 'session-active'
const inputs = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const

let inputAt = 0
/** Makes the next calls count as activity of the user. */
export const markInput = () => {
  inputAt = localNow()
}

/** Notices keys, pointers and touches, from the opening of the page on. @returns unsubscribes */
export function watchInput(): () => void {
  markInput()
  for (const type of inputs) window.addEventListener(type, markInput, { capture: true, passive: true })
  return () => {
    for (const type of inputs) window.removeEventListener(type, markInput, { capture: true })
  }
}

/** The user has used a key, pointer or touch in the last half minute. */
export const hasRecentInput = () => localNow() - inputAt < inputCountsMs

/** Called for each call that keeps the session open; all tabs share the time. */
export const markActive = () => localStore.setItem(activeKey, String(localNow()))

/** Milliseconds since the last such call of any tab. */
export const quietMs = () => localNow() - Number(localStore.getItem(activeKey) ?? localNow())
