import type { View } from '@cascade/contracts/accounts'

/** The view that a list opens with: the query of its address. */
export type Opening = { list: string; search: string }
type Kept = { at: number; openings: readonly Opening[] }

/** After this the server is asked again: the view may have changed elsewhere. */
const freshMs = 60 * 60_000

const keyOf = (userId: string) => `cascade.views.${userId}`

export const openingsOf = (views: readonly View[]): Opening[] =>
  views.filter(view => view.isDefault).map(({ list, search }) => ({ list, search }))

/** What this browser remembers of a user; nothing where it never asked. */
export function readOpenings(userId: string | undefined): { openings: readonly Opening[]; isFresh: boolean } {
  try {
    const { at, openings } = JSON.parse(localStorage.getItem(keyOf(userId ?? '')) ?? '') as Kept
    return { openings, isFresh: Date.now() - at < freshMs }
  } catch {
    return { openings: [], isFresh: false }
  }
}

export function writeOpenings(userId: string, openings: readonly Opening[]): void {
  localStorage.setItem(keyOf(userId), JSON.stringify({ at: Date.now(), openings } satisfies Kept))
}
