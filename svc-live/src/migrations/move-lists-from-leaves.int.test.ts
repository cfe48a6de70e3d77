import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Scratch, startScratch } from '../testing/scratch'
import { createTicketLists } from '../views/list-store'
import { moveListsFromLeaves } from './move-lists-from-leaves'

let world: Scratch

beforeAll(async () => {
  world = await startScratch(inject('mongodbUri'))
})
afterAll(() => world.stop())

const idsOf = (list: string, count: number) => Array.from({ length: count }, (_, index) => `${list} ${index}`)

/** A list as it was kept before: its ids in leaves of 200. */
async function keepAsBefore(list: string, day: string, count: number) {
  const ids = idsOf(list, count)
  const leaves = Array.from({ length: Math.ceil(count / 200) }, (_, leaf) => ({
    _id: `${list}|${day}|${leaf}`,
    ids: ids.slice(leaf * 200, (leaf + 1) * 200),
  }))
  await world.db.collection<{ _id: string }>('history_leaves').insertMany(leaves)
  await world.db
    .collection<{ _id: string; list: string; day: string; count: number }>('history_heads')
    .insertOne({ _id: `${list}|${day}`, list, day, count })
}

const read = async (reader: string, gameId?: string) => {
  const list = createTicketLists(world.db).below(reader, gameId)
  const days = await list.days('0', '9')
  return (await list.refs(days.map(day => ({ ...day, from: 0, to: day.count })))).flat()
}

const append = (ids: readonly string[], day: string) =>
  world.transaction(tx => {
    const tickets = ids.map(_id => ({ _id, ancestry: { admin: 'a1' }, gameId: 'MNOQqWWi', day }))
    return createTicketLists(world.db).append(tickets, tx)
  })

it('lists in leaves are moved whole and in order, before what was appended meanwhile', async () => {
  await keepAsBefore('*', '2026-03-01', 45_123)
  await keepAsBefore('a1', '2026-03-01', 3)
  await keepAsBefore('a1|MNOQqWWi', '2026-02-28', 400)
  const today = idsOf('today', 300)
  await append(today, '2026-03-01')
  await append(['tomorrow'], '2026-03-02')
  while (await moveListsFromLeaves.step(world)) await append(['later'], '2026-03-02')
  await append(['last'], '2026-03-01')
  const after = [...today, 'last', 'tomorrow', 'later', 'later', 'later']
  expect(await read('*')).toEqual([...idsOf('*', 45_123), ...after])
  expect(await read('a1')).toEqual([...idsOf('a1', 3), ...after])
  expect(await read('a1', 'MNOQqWWi')).toEqual([...idsOf('a1|MNOQqWWi', 400), ...after])
  for (const name of ['history_heads', 'history_leaves'])
    expect(await world.db.collection(name).countDocuments()).toBe(0)
})
