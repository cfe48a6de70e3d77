import { connectMongo, ensureCollections, inTransaction, type Mongo } from '@cascade/service-kit'
import { makeNamespace } from '@cascade/service-kit/testing'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type DayRow, daybookPlans } from './daybook'
import { readPage } from './read-page'
import { writeRows } from './write-rows'

const everything = { owner: 'o', selfOnly: false }
let mongo: Mongo

/** 1,200 rows on 40 days, every tenth of the owner himself, every fourth in another bucket. */
const rows = Array.from({ length: 1_200 }, (_, index): Omit<DayRow, 'shelf'> => {
  const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 30)))
  return {
    _id: `o|${index}`,
    owner: 'o',
    self: index % 10 === 0,
    day: day.toISOString().slice(0, 10),
    at: new Date(day.getTime() + (index % 30) * 60_000),
    seq: index,
    bucket: index % 4 === 0 ? 'rare' : 'usual',
    text: index === 0 ? 'oldest of all' : `number ${index}`,
  }
})
const foreign = rows.slice(0, 50).map(row => ({ ...row, _id: row._id.replace('o|', 'p|'), owner: 'p' }))

beforeAll(async () => {
  mongo = await connectMongo(inject('mongodbUri'), makeNamespace('daybook'))
  await ensureCollections(mongo.db, daybookPlans('things'))
  await inTransaction(mongo.client, session => writeRows(mongo.db, 'things', rows.slice(0, 700), session))
  await inTransaction(mongo.client, session => writeRows(mongo.db, 'things', [...rows.slice(700), ...foreign], session))
})
afterAll(async () => {
  await mongo.db.dropDatabase()
  await mongo.close()
})

const read = async (query: Parameters<typeof readPage>[3], reader = everything) => {
  const { rows: found, total } = await readPage(mongo.db, 'things', reader, query)
  return { seqs: found.map(row => row.seq), total }
}

describe('a daybook', () => {
  it('answers a plain call with the newest thousand and the number of all', async () => {
    const { seqs, total } = await read({})
    expect([seqs.length, seqs[0], seqs.at(-1), total]).toEqual([1_000, 1_199, 200, 1_200])
  })

  it('gives every row exactly once over all pages, in either order', async () => {
    const pages = await Promise.all(Array.from({ length: 18 }, (_, index) => read({ page: index + 1, size: 70 })))
    expect(pages.flatMap(page => page.seqs)).toEqual(rows.map(row => row.seq).reverse())
    expect((await read({ page: 3, size: 7, order: 'asc' })).seqs).toEqual([14, 15, 16, 17, 18, 19, 20])
    expect((await read({ page: 200, size: 70 })).seqs).toEqual([])
    expect((await read({ page: 1 })).seqs).toHaveLength(10)
  })

  it('counts by owner, part, bucket and day', async () => {
    expect((await read({}, { owner: 'p', selfOnly: false })).total).toBe(50)
    expect((await read({}, { owner: 'q', selfOnly: false })).total).toBe(0)
    expect((await read({}, { owner: 'o', selfOnly: true })).total).toBe(120)
    expect((await read({ bucket: 'rare' })).total).toBe(300)
    expect((await read({ day: '2026-01-02' })).seqs).toEqual(Array.from({ length: 30 }, (_, index) => 59 - index))
    const own = await read({ bucket: 'rare', day: '2026-01-01' }, { owner: 'o', selfOnly: true })
    expect(own).toEqual({ seqs: [20, 0], total: 2 })
  })

  it('searches the newest 31 days, or the day that is given', async () => {
    expect((await read({ search: 'NUMBER 1199' })).seqs).toEqual([1_199])
    expect((await read({ search: 'oldest' })).total).toBe(0)
    expect((await read({ search: 'oldest', day: '2026-01-01' })).seqs).toEqual([0])
    expect((await read({ search: 'number', page: 1, size: 5 })).total).toBe(31 * 30)
  })
})
