import type { Db } from 'mongodb'
import { type ChunkRow, chunkId, chunkSize, chunksName, type MonthRow, monthId, monthsName } from './rows'

/**
 * What stands in the list of a reader on one day, from after one ordinal to another: for whoever compares a list with
 * what it was made of. Undamaged or not, it is read as it is. What is appended meanwhile is beyond `until`, so this
 * needs no snapshot.
 */
export async function ordinalsWithin(
  db: Db,
  name: string,
  { reader, day, after, until }: { reader: string; day: string; after: number; until: number },
): Promise<number[]> {
  const month = await db.collection<MonthRow>(monthsName(name)).findOne({ _id: monthId(reader, day) })
  const count = Number(month?.days[day.slice(8)]?.count ?? 0)
  const open = month?.open.day === day ? month.open.refs.map(Number) : []
  const ordinals = [...open]
  // From the end: what is looked for came last.
  for (let index = Math.ceil((count - open.length) / chunkSize) - 1; index >= 0; index--) {
    const id = chunkId(reader, day, index)
    const chunk = await db.collection<ChunkRow>(chunksName(name)).findOne({ _id: id })
    const refs = chunk?.refs.map(Number) ?? []
    ordinals.unshift(...refs)
    if ((refs[0] ?? 0) <= after) break
  }
  return ordinals.filter(ordinal => ordinal > after && ordinal <= until)
}
