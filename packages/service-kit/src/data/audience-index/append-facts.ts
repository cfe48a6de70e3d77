import type { Db } from 'mongodb'
import type { Tx } from '../mongo'
import { type Addition, chunksToLoad, growMonth } from './grow-month'
import { type ChunkRow, chunksName, dateOfId, type Fact, type MonthRow, monthId, monthsName } from './rows'

/** A fact, and everybody in whose list it stands. */
export type Entry<F extends Fact> = { fact: F; readers: readonly string[] }

type Growth = { id: string; reader: string; additions: Addition[] }

/**
 * Adds facts that are not there yet, in the caller's transaction. Their ordinals must be above all that are there, and
 * one writer works at a time: two that meet conflict, and one of them begins again.
 */
export async function appendFacts<F extends Fact>(
  db: Db,
  name: string,
  entries: readonly Entry<F>[],
  tx: Tx,
): Promise<void> {
  if (entries.length === 0) return
  const growths = growthsOf(entries)
  const months = await load<MonthRow>(
    db,
    monthsName(name),
    growths.map(({ id }) => id),
    tx,
  )
  const wanted = growths.flatMap(({ id, reader, additions }) => chunksToLoad(reader, months.get(id), additions))
  const loaded = await load<ChunkRow>(db, chunksName(name), wanted, tx)
  const chunks = new Map([...loaded].map(([id, { refs }]) => [id, refs]))
  const grown = growths.map(({ id, reader, additions }) =>
    growMonth(reader, months.get(id) ?? { _id: id, days: {}, open: { day: '', refs: [] } }, additions, chunks),
  )
  await db.collection<Fact>(name).insertMany(
    entries.map(({ fact }) => fact),
    { session: tx },
  )
  await replaceAll(
    db,
    monthsName(name),
    grown.map(({ month }) => month),
    tx,
  )
  await replaceAll(
    db,
    chunksName(name),
    grown.flatMap(({ touched }) => touched),
    tx,
  )
}

/** What each reader's months grow by. Every fact has several readers: no key is put together for each of them. */
function growthsOf(entries: readonly Entry<Fact>[]): Growth[] {
  const months = new Map<string, Map<string, Growth>>()
  for (const { fact, readers } of entries) {
    const month = fact.day.slice(0, 7)
    const growths = months.get(month) ?? new Map<string, Growth>()
    months.set(month, growths)
    const addition = { ordinal: fact._id, day: fact.day }
    for (const reader of readers) {
      const growth = growths.get(reader)
      if (growth) growth.additions.push(addition)
      else growths.set(reader, { id: monthId(reader, fact.day), reader, additions: [addition] })
    }
  }
  return [...months.values()].flatMap(growths => [...growths.values()])
}

async function load<R extends { _id: string }>(db: Db, name: string, ids: string[], tx: Tx): Promise<Map<string, R>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .collection<{ _id: string }>(name)
    .find({ _id: { $in: ids } }, { session: tx })
    .toArray()
  return new Map(rows.map(row => [row._id, row as R]))
}

async function replaceAll(db: Db, name: string, rows: readonly { _id: string }[], tx: Tx) {
  if (rows.length === 0) return
  const writes = rows.map(({ _id, ...replacement }) => ({
    replaceOne: { filter: { _id }, replacement: { ...replacement, at: dateOfId(_id) }, upsert: true },
  }))
  await db.collection<{ _id: string }>(name).bulkWrite(writes, { session: tx, ordered: false })
}
