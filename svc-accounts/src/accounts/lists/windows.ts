import type { ListQuery } from '@cascade/contracts'
import { toPageWindow } from '@cascade/service-kit'

/** Limit of a list without paging, and of the accounts that a list by past balances reads. */
export const listRowsMax = 10_000

export type Window = { skip: number; limit: number }

export function toWindow(query: ListQuery): Window {
  const { from: skip, count: limit } = toPageWindow(query, { plain: listRowsMax })
  return { skip, limit }
}

/** Splits a page over groups: skip and limit for each, given their sizes. */
export function splitWindow(counts: readonly number[], { skip, limit }: Window): Window[] {
  let before = 0
  return counts.map(count => {
    const from = Math.min(Math.max(skip - before, 0), count)
    const to = Math.min(Math.max(skip + limit - before, 0), count)
    before += count
    return { skip: from, limit: to - from }
  })
}
