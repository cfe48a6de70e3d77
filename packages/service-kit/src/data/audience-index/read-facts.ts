import type { Db, Filter } from 'mongodb'
import { type ChunkRow, chunkId, chunkSize, chunksName, type Fact } from './rows'
import type { Slice, Span } from './spans'

/** The ordinals of several parts of a reader's days, each part oldest first, read in one go. */
export async function ordinalsOf(db: Db, name: string, reader: string, slices: readonly Slice[]): Promise<number[][]> {
  const wanted = slices.map(slice => ({ ...slice, ids: chunkIdsOf(reader, slice) }))
  const ids = wanted.flatMap(slice => slice.ids)
  const chunks = ids.length === 0 ? [] : await chunksAt(db, name, ids)
  const refs = new Map(chunks.map(chunk => [chunk._id, chunk.refs.map(Number)]))
  return wanted.map(({ span, from, to, ids }) => {
    const stored = ids.flatMap(id => refs.get(id) ?? [])
    const start = Math.floor(from / chunkSize) * chunkSize
    const all = to > openFrom(span) ? [...stored, ...span.open] : stored
    return all.slice(from - start, to - start)
  })
}

const openFrom = ({ count, open }: Span) => (open.length > 0 ? count - open.length : count)

function chunkIdsOf(reader: string, { span, from, to }: Slice): string[] {
  const end = Math.min(to, openFrom(span))
  const ids: string[] = []
  for (let index = Math.floor(from / chunkSize); index * chunkSize < end; index++) {
    ids.push(chunkId(reader, span.day, index))
  }
  return ids
}

const chunksAt = (db: Db, name: string, ids: string[]) =>
  db
    .collection<ChunkRow>(chunksName(name))
    .find({ _id: { $in: ids } })
    .toArray()

/** Facts by their ordinals, in the order of `ordinals`; what does not match is left out. */
export async function factsAt<F extends Fact>(
  db: Db,
  name: string,
  ordinals: readonly number[],
  match: Filter<Fact> = {},
): Promise<F[]> {
  if (ordinals.length === 0) return []
  const rows = await db
    .collection<Fact>(name)
    .find({ ...match, _id: { $in: [...ordinals] } })
    .toArray()
  const byId = new Map(rows.map(row => [Number(row._id), row as F]))
  return ordinals.flatMap(ordinal => byId.get(ordinal) ?? [])
}

/** Reads one position of a day at a time, each chunk once. */
export function positionReader(db: Db, name: string, reader: string, span: Span) {
  const chunks = new Map<number, Promise<number[]>>()
  const load = async (from: number) => {
    const slice = { span, from, to: Math.min(from + chunkSize, span.count) }
    return (await ordinalsOf(db, name, reader, [slice]))[0] ?? []
  }
  return async (position: number): Promise<number> => {
    const from = Math.floor(position / chunkSize) * chunkSize
    const chunk = chunks.get(from) ?? load(from)
    chunks.set(from, chunk)
    return (await chunk)[position - from] ?? Number.POSITIVE_INFINITY
  }
}
