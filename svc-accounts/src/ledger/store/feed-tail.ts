/** Rows kept at least; twice as many at most. Readers are some hundred behind under load. */
const kept = 1_000

/** The newest rows of a gapless feed that this process has committed by itself, one after the other. */
export function createFeedTail<R>(seqOf: (row: R) => bigint) {
  let rows: R[] = []
  const numberOf = (row: R | undefined) => (row === undefined ? Number.NaN : Number(seqOf(row)))

  return {
    add(fresh: readonly R[]) {
      if (fresh.length === 0) return
      // Another writer has committed in between, or an outcome was not known here.
      if (numberOf(fresh[0]) !== numberOf(rows.at(-1)) + 1) rows = []
      rows = rows.concat(fresh)
      if (rows.length > 2 * kept) rows = rows.slice(-kept)
    },

    /** What `read` would say; undefined unless all of it, and something newer than `after`, is here. */
    after(after: number, limit: number): { head: number; rows: R[] } | undefined {
      const first = numberOf(rows[0])
      const head = numberOf(rows.at(-1))
      if (!(first <= after + 1 && after < head)) return undefined
      const from = after + 1 - first
      return { head, rows: rows.slice(from, from + limit) }
    },
  }
}
