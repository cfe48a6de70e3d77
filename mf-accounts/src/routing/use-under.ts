import type { ListPlace } from '@cascade/web-kit'
import { useLocation } from 'react-router-dom'
import type { LevelRole } from '../levels/levels'
import type { Place } from './parse-place'

/** The place that stays in view below what was opened from it. */
export type Under = { level: LevelRole; place: Place }
/** What the history remembers of an address that was opened over another one. */
export type OverState = { under: Under }

/** What lies below the present page, and the address of the list there. */
export function useUnder(): Partial<OverState & { from: ListPlace }> {
  // Written by links that carry an `OverState`; the browser keeps it with the entry of the history.
  return (useLocation().state as Partial<OverState & { from: ListPlace }> | null) ?? {}
}
