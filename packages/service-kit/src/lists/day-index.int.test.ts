import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connectMongo } from '../mongo/connect'
import { ensureCollections } from '../mongo/ensure-collections'
import { inTransaction } from '../mongo/transaction'
import { makeNamespace } from '../testing'
import { appendToLists, createDayList, dayListCollections } from './day-index'
import type { Paging } from './page'
import { type Part, readPage } from './read'

type Thing = { _id: number; day: string; at: Date; text: string }
const name = 'things'

const facts = Array.from({ length: 3_000 }, (_, index): Thing => {
  const number = Math.min(Math.floor(index / 30), 40) - (index % 301 === 300 ? 1 : 0)
  const start = Date.UTC(2026, 0, 1 + number)
  return {
    _id: 7 * index + 3,
    day: new Date(start).toISOString().slice(0, 10),
    at: new Date(start + index * 1_000),
    text: `number ${index}`,
  }
})
const readersOf = (index: number) => ['all', ...(index % 3 === 0 ? ['third'] : []), ...(index < 20 ? ['few'] : [])]
const expected = (reader: string) => facts.filter((_, index) => readersOf(index).includes(reader)).sort(byPosition)
const byPosition = (a: Thing, b: Thing) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a._id - b._id)

const mongo = await connectMongo(inject('mongodbUri'), makeNamespace('readers'))
beforeAll(async () => {
  await ensureCollections(mongo.db, dayListCollections(name))
  await mongo.db.collection<Thing>(name).insertMany(facts)
  const entries = facts.map(({ _id: ref, day }, index) => ({ ref, day, readers: readersOf(index) }))
  let from = 0
  for (const size of [1, 254, 1, 1, 511, 700, 3, 1_529]) {
    await inTransaction(mongo.client, tx => appendToLists(mongo.db, name, entries.slice(from, from + size), tx))
    from += size
  }
})
afterAll(async () => {
  await mongo.db.dropDatabase()
  await mongo.close()
})

const listOf = (reader: string) => createDayList<Thing>(mongo.db, { name, reader, rows: name })
const read = async (query: Paging & Part, reader = 'all') => {
  const page = await readPage(listOf(reader), [query], query)
  return { ...page, ids: page.rows.map(row => row._id) }
}
const idsOf = (rows: readonly Thing[]) => rows.map(row => row._id)
const newestFirst = (reader = 'all') => idsOf(expected(reader)).reverse()

describe('the list of a reader', () => {
  it('returns the newest thousand rows and the total for a plain call', async () => {
    const { ids, total } = await read({})
    expect([ids, total]).toEqual([newestFirst().slice(0, 1_000), 3_000])
  })

  it.each(['all', 'third', 'few'])('returns each row of %s once over all pages, in either order', async reader => {
    const size = 333
    const pages = Array.from({ length: 10 }, (_, index) => index + 1)
    const down = await Promise.all(pages.map(page => read({ page, size }, reader)))
    const up = await Promise.all(pages.map(page => read({ page, size, order: 'asc' }, reader)))
    expect(down.flatMap(page => page.ids)).toEqual(newestFirst(reader))
    expect(up.flatMap(page => page.ids)).toEqual(newestFirst(reader).reverse())
  })

  it('filters by a day or a range of days', async () => {
    const ofDay = (from: string, to: string) => idsOf(expected('all').filter(({ day }) => day >= from && day <= to))
    expect((await read({ day: '2026-01-02' })).ids.reverse()).toEqual(ofDay('2026-01-02', '2026-01-02'))
    const range = await read({ from: '2026-01-30', to: '2026-02-03', order: 'asc', page: 1, size: 1_000 })
    expect(range.ids).toEqual(ofDay('2026-01-30', '2026-02-03'))
    expect((await read({ day: '2025-01-01' })).total).toBe(0)
  })

  it('is empty for a reader without rows, and has pages of ten rows by default', async () => {
    expect(await read({}, 'nobody')).toMatchObject({ rows: [], total: 0, newest: undefined })
    expect((await read({ page: 300 })).ids).toEqual(newestFirst().slice(-10))
    expect((await read({ page: 301 })).ids).toEqual([])
  })

  it('searches for an unindexed condition', async () => {
    const { ids, total, searched } = await read({ match: { text: /number 29\d\d/ }, page: 2, size: 60 })
    expect([ids.length, total, searched]).toEqual([40, 100, undefined])
    expect((await read({ match: { text: 'number 5' }, order: 'asc' })).ids).toEqual([38])
  })
})

describe('a cut', () => {
  it.each([3, 255, 256, 1_790, 2_999, 5_000])('excludes rows after ordinal %i', async until => {
    const { ids, total } = await read({ until: [{ ordinal: until }], page: 1, size: 1_000 })
    const matching = expected('all').filter(({ _id }) => _id <= until)
    expect([ids, total]).toEqual([idsOf(matching).reverse().slice(0, 1_000), matching.length])
  })

  it.each([3, 255, 1_790, 5_000])('excludes rows up to ordinal %i', async ordinal => {
    const { ids, total } = await read({ after: { ordinal }, page: 1, size: 1_000 })
    const matching = expected('all').filter(({ _id }) => _id > ordinal)
    expect([ids, total]).toEqual([idsOf(matching).reverse().slice(0, 1_000), matching.length])
  })

  it('can split a list into parts with separate conditions', async () => {
    const cut = { ordinal: 7 * 1_000 + 3 }
    const rare = { until: [cut], match: { text: /00$/ } }
    const page = await readPage(listOf('all'), [rare, { after: cut }], { page: 1, size: 1_000 })
    const matching = expected('all').filter(({ _id, text }) => _id > cut.ordinal || text.endsWith('00'))
    expect([idsOf(page.rows), page.total]).toEqual([idsOf(matching).reverse().slice(0, 1_000), matching.length])
  })

  it('keeps pages stable when rows are appended', async () => {
    const first = await read({ page: 1, size: 50 }, 'few')
    const until = [{ ordinal: first.newest ?? 0 }]
    const late: Thing = { _id: 1_000_000, day: '2026-03-01', at: new Date('2026-03-01'), text: 'late' }
    await mongo.db.collection<Thing>(name).insertOne(late)
    await inTransaction(mongo.client, tx =>
      appendToLists(mongo.db, name, [{ ref: late._id, day: late.day, readers: ['few'] }], tx),
    )
    expect((await read({ page: 1, size: 50 }, 'few')).ids[0]).toBe(late._id)
    expect((await read({ page: 1, size: 50, until }, 'few')).ids).toEqual(first.ids)
  })

  it('shows the rows as of a moment', async () => {
    for (const index of [0, 29, 30, 700, 1_500, 2_950]) {
      const { at, day } = facts[index] as Thing
      const { ids, total } = await read({ until: [{ at, day }], page: 1, size: 1_000 }, 'third')
      const matching = expected('third').filter(fact => fact.day < day || (fact.day === day && fact.at <= at))
      expect([ids, total]).toEqual([idsOf(matching).reverse().slice(0, 1_000), matching.length])
    }
  })
})
