import type { Db, Filter } from 'mongodb'
import { type ChunkRow, chunkId, chunkSize, chunksName, type Fact } from './rows'
import type { Span } from './spans'

/** The ordinals of several spans, each oldest first, read in one go. */
export async function ordinalsOf(db: Db, name: string, spans: readonly Span[]): Promise<number[][]> {
  const wanted = spans.map(span => ({ ...span, ids: chunkIdsOf(span) }))
  const ids = wanted.flatMap(span => span.ids)
  const chunks = ids.length === 0 ? [] : await chunksAt(db, name, ids)
  const refs = new Map(chunks.map(chunk => [chunk._id, chunk.refs.map(Number)]))
  return wanted.map(span => {
    const inChunks = span.ids.flatMap(id => refs.get(id) ?? [])
    const start = Math.floor(span.from / chunkSize) * chunkSize
    const all = span.to > chunkedOf(span) ? [...inChunks, ...span.open] : inChunks
    return all.slice(span.from - start, span.to - start)
  })
}

/** Positions that stand in chunks. */
const chunkedOf = ({ stored, open }: Span) => stored - open.length

function chunkIdsOf(span: Span): string[] {
  const end = Math.min(span.to, chunkedOf(span))
  const ids: string[] = []
  for (let index = Math.floor(span.from / chunkSize); index * chunkSize < end; index++) {
    ids.push(chunkId(span.reader, span.day, index))
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
export function positionReader(db: Db, name: string, span: Span) {
  const chunks = new Map<number, Promise<number[]>>()
  const load = async (from: number) => {
    const slice = { ...span, from, to: Math.min(from + chunkSize, span.stored) }
    return (await ordinalsOf(db, name, [slice]))[0] ?? []
  }
  return async (position: number): Promise<number> => {
    const from = Math.floor(position / chunkSize) * chunkSize
    const chunk = chunks.get(from) ?? load(from)
    chunks.set(from, chunk)
    return (await chunk)[position - from] ?? Number.POSITIVE_INFINITY
  }
}
