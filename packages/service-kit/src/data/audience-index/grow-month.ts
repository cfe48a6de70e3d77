import { type ChunkRow, chunkId, chunkSize, type MonthRow } from './rows'

export type Addition = { ordinal: number; day: string }

const dayOfMonth = (day: string) => day.slice(8)

/** Chunks that must be at hand before `growMonth`: the unfinished ends of days that are gone on with. */
export function chunksToLoad(reader: string, month: MonthRow | undefined, additions: readonly Addition[]): string[] {
  const days = new Set(additions.map(({ day }) => day))
  return [...days].flatMap(day => {
    const count = month?.days[dayOfMonth(day)]?.count ?? 0
    const isOpen = month?.open.day === day
    return isOpen || count % chunkSize === 0 ? [] : [chunkId(reader, day, Math.floor(count / chunkSize))]
  })
}

/**
 * A reader's month after some facts more, in their order. Full chunks, and the end of a day that is left for another,
 * are put into `chunks`, which holds by id what was loaded; `touched` names what is to be stored.
 */
export function growMonth(
  reader: string,
  before: MonthRow,
  additions: readonly Addition[],
  chunks: Map<string, number[]>,
): { month: MonthRow; touched: ChunkRow[] } {
  const days = { ...before.days }
  let open = { day: before.open.day, refs: [...before.open.refs] }
  const touched = new Map<string, number[]>()
  const countOf = (day: string) => days[dayOfMonth(day)]?.count ?? 0
  const seal = (index: number) => {
    const id = chunkId(reader, open.day, index)
    chunks.set(id, open.refs)
    touched.set(id, open.refs)
  }
  for (const { ordinal, day } of additions) {
    if (open.day !== day) {
      if (open.refs.length > 0) seal(Math.floor(countOf(open.day) / chunkSize))
      const unfinished = chunks.get(chunkId(reader, day, Math.floor(countOf(day) / chunkSize)))
      open = { day, refs: [...(unfinished ?? [])] }
    }
    open.refs.push(ordinal)
    const count = countOf(day) + 1
    days[dayOfMonth(day)] = { count, last: ordinal }
    if (open.refs.length === chunkSize) {
      seal(count / chunkSize - 1)
      open = { day, refs: [] }
    }
  }
  return { month: { _id: before._id, days, open }, touched: [...touched].map(([_id, refs]) => ({ _id, refs })) }
}
