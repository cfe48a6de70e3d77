import type { LogHead } from '@cascade/contracts/reports'
import type { ChainRow } from './chain'
import type { HeadVerdict } from './heads'

export type ForeignHeads = {
  /** Heads from elsewhere. */
  heads: readonly LogHead[]
  judge: (head: LogHead) => Promise<HeadVerdict>
}
type Reports = { fail: (text: string) => void; note: (text: string) => void }

/** Compares the chain with heads from elsewhere while it is read. */
export async function createHeadComparison({ heads, judge }: ForeignHeads, reports: Reports) {
  const { fail, note } = reports
  const bySize = new Map<number, LogHead[]>()
  let unknownKeys = 0
  for (const head of heads) {
    const verdict = await judge(head)
    if (verdict === 'unknown') unknownKeys++
    if (verdict === 'invalid') fail(`The head of ${head.at} for ${head.size} entries has no valid signature.`)
    else bySize.set(head.size, [...(bySize.get(head.size) ?? []), head])
  }
  if (unknownKeys > 0)
    note(`${unknownKeys} heads are signed with a key that is not in CASCADE_JWKS; they were only compared.`)
  const accepted = [...bySize.values()].flat().sort((a, b) => (a.at < b.at ? -1 : 1))
  let lastFit = 0
  let hasMisfit = false

  return {
    count: heads.length,

    compare({ _id, hash }: ChainRow) {
      for (const head of bySize.get(_id) ?? []) {
        if (head.hash === hash) lastFit = _id
        else if (!hasMisfit) {
          // All later ones differ too.
          hasMisfit = true
          fail(`The head of ${head.at} for ${_id} entries differs: entries from ${lastFit + 1} on were rewritten.`)
        }
      }
    },

    /** Oldest head that counts at least `size` entries: none of them is newer. */
    oldestFrom: (size: number) => accepted.find(head => head.size >= size),

    /** Newest head that counts fewer entries. */
    newestBelow: (size: number) => accepted.findLast(head => head.size < size),

    finish(size: number) {
      const longest = accepted.filter(head => head.size > size).sort((a, b) => b.size - a.size)[0]
      if (!longest) return
      fail(
        `The head of ${longest.at} counts ${longest.size} entries, the chain ends with ${size}: the others are missing.`,
      )
    },
  }
}
