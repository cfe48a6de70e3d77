import { type CollectionPlan, readersAbove, type Tx } from '@cascade/service-kit'
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb'
import { listRead } from '../draws/draw-store'
import type { Ticket } from '../draws/ticket'

/**
 * Lists of ids by business day, in the order in which they were appended. A list is kept in leaves of 200 ids that are
 * read by their names, and one row per list and day says how many there are: any page of a list of any length costs
 * the same few reads, and no server has to sort or count it.
 */
type Head = { _id: string; list: string; day: string; count: number }
type Leaf = { _id: string; ids: string[] }

export const leafSize = 200

export const listPlans: readonly CollectionPlan[] = [
  { name: 'history_heads', indexes: [{ key: { list: 1 } }] },
  { name: 'history_leaves' },
]

/** Ids to append to a list on a day. */
type Appended = { list: string; day: string; ids: readonly string[] }

const headId = (list: string, day: string) => `${list}|${day}`
const leafId = (list: string, day: string, leaf: number) => `${headId(list, day)}|${leaf}`

export type ListStore = ReturnType<typeof createListPages>

export function createListPages(db: Db) {
  const heads: Collection<Head> = db.collection('history_heads')
  const leaves: Collection<Leaf> = db.collection('history_leaves')
  return {
    /** Appends in the caller's transaction; nobody else may append to the same lists at the same time. */
    async append(added: readonly Appended[], tx: Tx): Promise<void> {
      if (added.length === 0) return
      const names = added.map(({ list, day }) => headId(list, day))
      const found = await heads.find({ _id: { $in: names } }, { session: tx }).toArray()
      const counts = new Map(found.map(({ _id, count }) => [_id, count]))
      const headWrites: AnyBulkWriteOperation<Head>[] = []
      const leafWrites: AnyBulkWriteOperation<Leaf>[] = []
      for (const { list, day, ids } of added) {
        const _id = headId(list, day)
        const before = counts.get(_id) ?? 0
        const update = { $inc: { count: ids.length }, $setOnInsert: { list, day } }
        headWrites.push({ updateOne: { filter: { _id }, update, upsert: true } })
        for (const part of partsOf(before, ids)) {
          const filter = { _id: leafId(list, day, part.leaf) }
          leafWrites.push({ updateOne: { filter, update: { $push: { ids: { $each: part.ids } } }, upsert: true } })
        }
      }
      await heads.bulkWrite(headWrites, { session: tx, ordered: false })
      await leaves.bulkWrite(leafWrites, { session: tx, ordered: false })
    },

    /** How many ids a list has on each day within a range, newest day first. */
    async days(list: string, from: string, to: string): Promise<{ day: string; count: number }[]> {
      const found = await heads.find({ list }, listRead).toArray()
      return found
        .filter(({ day }) => day >= from && day <= to)
        .sort((a, b) => (a.day < b.day ? 1 : -1))
        .map(({ day, count }) => ({ day, count }))
    },

    /** Ids `from` to `from + count - 1` of a list on a day, counted from the first that was appended. */
    async slice(list: string, day: string, from: number, count: number): Promise<string[]> {
      if (count <= 0) return []
      const first = Math.floor(from / leafSize)
      const last = Math.floor((from + count - 1) / leafSize)
      const names = Array.from({ length: last - first + 1 }, (_, index) => leafId(list, day, first + index))
      const found = await leaves.find({ _id: { $in: names } }, listRead).toArray()
      const byName = new Map(found.map(({ _id, ids }) => [_id, ids]))
      const start = from - first * leafSize
      return names.flatMap(name => byName.get(name) ?? []).slice(start, start + count)
    },
  }
}

/** Divides ids among leaves, the first of which may hold some already. */
export function partsOf(before: number, ids: readonly string[]): { leaf: number; ids: string[] }[] {
  const parts: { leaf: number; ids: string[] }[] = []
  for (let at = 0; at < ids.length; ) {
    const place = before + at
    const room = leafSize - (place % leafSize)
    parts.push({ leaf: Math.floor(place / leafSize), ids: ids.slice(at, at + room) })
    at += room
  }
  return parts
}

/** The list of tickets below an account, of all games or of one. */
export const listOf = (readerId: string, gameId?: string) => (gameId ? `${readerId}|${gameId}` : readerId)

/** Where tickets belong: for each reader the list of all games and the one of their game. */
export function appendedBy(tickets: readonly Pick<Ticket, '_id' | 'ancestry' | 'gameId' | 'day'>[]): Appended[] {
  const lists = new Map<string, { list: string; day: string; ids: string[] }>()
  for (const { _id, ancestry, gameId, day } of tickets) {
    for (const reader of readersAbove(ancestry)) {
      for (const list of [listOf(reader), listOf(reader, gameId)]) {
        const key = `${list}|${day}`
        const entry = lists.get(key) ?? { list, day, ids: [] }
        entry.ids.push(_id)
        lists.set(key, entry)
      }
    }
  }
  return [...lists.values()]
}
