/** Stored rejections of an hour by account, since this instance leads. */
export function createRejectionCounts() {
  let hour = 0
  let counts = new Map<string, number>()
  return {
    /** Those of the hour of a moment in milliseconds. */
    at(ms: number): ReadonlyMap<string, number> {
      const current = Math.floor(ms / 3_600_000)
      if (current !== hour) counts = new Map()
      hour = current
      return counts
    },
    add(more: ReadonlyMap<string, number>): void {
      for (const [id, count] of more) counts.set(id, (counts.get(id) ?? 0) + count)
    },
  }
}
