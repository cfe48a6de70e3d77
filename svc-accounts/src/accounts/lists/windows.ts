import type { ListQuery } from '@cascade/contracts'
import { toPageWindow as pageWindow } from '@cascade/service-kit'

/** Rows of a list that is not read page by page, and those that a list of a past moment looks through. */
export const listRowsMax = 10_000

export type Window = { skip: number; limit: number }

export function windowOf(query: ListQuery): Window {
  const { from: skip, count: limit } = pageWindow(query, { plain: listRowsMax })
  return { skip, limit }
}

/** What a page shows of groups that stand one after the other: how much of each, given how many rows each has. */
export function windowsOf(counts: readonly number[], { skip, limit }: Window): Window[] {
  let before = 0
  return counts.map(count => {
    const from = Math.min(Math.max(skip - before, 0), count)
    const to = Math.min(Math.max(skip + limit - before, 0), count)
    before += count
    return { skip: from, limit: to - from }
  })
}
