import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ensureCollections } from '../mongo/ensure-collections'
import { inTransaction } from '../mongo/transaction'
import { startScratch } from '../testing/world'
import { createKeyStore, keyCollection } from './key-store'

let created = 0
const world = await startScratch()
await ensureCollections(world.db, [keyCollection('keys'), { name: 'things' }])
afterAll(() => world.stop())
beforeEach(() => {
  created = 0
})

const callOf = (idempotencyKey: string | undefined, accountId = 'a1') => ({ actor: { accountId }, idempotencyKey })
const things = () => world.db.collection<{ _id: string }>('things')

function createThing(call: ReturnType<typeof callOf>, request: object = { name: 'Thing' }) {
  const keys = createKeyStore<{ thing: string }>(world.db, 'keys')
  return keys.once(call, request, keep =>
    inTransaction(world.client, async tx => {
      const thing = `${call.idempotencyKey}-${created++}`
      await keep({ thing }, tx)
      await things().insertOne({ _id: thing }, { session: tx })
      return thing
    }),
  )
}

describe('the store of keys', () => {
  it('runs the work once for a key and returns the stored result to a retry', async () => {
    const first = await createThing(callOf('once'))
    expect(await createThing(callOf('once'))).toEqual({ before: { thing: 'done' in first && first.done } })
    expect(await things().countDocuments({ _id: /^once-/ })).toBe(1)
    expect(await createKeyStore(world.db, 'keys').find('a1', 'once')).toEqual({ thing: 'once-0' })
  })

  it('returns the stored result although the work would fail now', async () => {
    await createThing(callOf('late'))
    const keys = createKeyStore<{ thing: string }>(world.db, 'keys')
    const fail = () => Promise.reject(new Error('No'))
    expect(await keys.once(callOf('late'), { name: 'Thing' }, fail)).toEqual({ before: { thing: 'late-0' } })
  })

  it('runs the work once for two concurrent requests with one key', async () => {
    const both = await Promise.all([createThing(callOf('both')), createThing(callOf('both'))])
    expect(both.filter(each => 'done' in each)).toHaveLength(1)
    expect(await things().countDocuments({ _id: /^both-/ })).toBe(1)
  })

  it('rejects another request under the same key', async () => {
    await createThing(callOf('other'))
    await expect(createThing(callOf('other'), { name: 'Another' })).rejects.toMatchObject({
      code: 'UNPROCESSABLE',
      reason: 'KEY_REUSED',
    })
  })

  it('separates the keys of two actors, and runs the work each time without a key', async () => {
    expect(await createThing(callOf('shared'))).toHaveProperty('done')
    expect(await createThing(callOf('shared', 'a2'))).toHaveProperty('done')
    expect(await createThing(callOf(undefined))).toHaveProperty('done')
    expect(await createThing(callOf(undefined))).toHaveProperty('done')
  })

  it('stores nothing when the work fails', async () => {
    const fail = vi.fn(async () => {
      throw new Error('No')
    })
    const keys = createKeyStore<{ thing: string }>(world.db, 'keys')
    await expect(keys.once(callOf('failed'), {}, fail)).rejects.toThrow('No')
    expect(await createThing(callOf('failed'))).toHaveProperty('done')
  })
})
