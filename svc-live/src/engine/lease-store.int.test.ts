import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Scratch, startScratch } from '../testing/scratch'
import { createEngineLease } from './lease-store'

let world: Scratch
let nowMs = 1_000_000

beforeAll(async () => {
  world = await startScratch(inject('mongodbUri'))
})
afterAll(() => world?.stop())
beforeEach(() => world.db.collection('engine').deleteMany({}))

const leaseOf = (owner: string) => createEngineLease(world.db, { owner, url: `http://${owner}` }, () => nowMs)

describe('the lease of the engine', () => {
  it('is held by one instance, and all know by whom', async () => {
    const [one, two] = [leaseOf('one'), leaseOf('two')]
    const terms = await Promise.all([one.take(), two.take()])
    expect(terms.filter(term => term !== undefined)).toEqual([1])
    const holder = one.isHeld() ? 'one' : 'two'
    expect(await two.holder()).toMatchObject({ owner: holder, url: `http://${holder}`, term: 1 })
  })

  it('goes to another when it is not renewed, in a new term, and the first notices', async () => {
    const [one, two] = [leaseOf('one'), leaseOf('two')]
    await one.take()
    nowMs += 5_000
    expect(await two.take()).toBeUndefined()
    expect(one.isHeld()).toBe(false)
    nowMs += 5_000
    expect(await two.take()).toBe(2)
    expect([one.isHeld(), await one.renew(), two.isHeld()]).toEqual([false, false, true])
  })

  it('stays as long as it is renewed', async () => {
    const one = leaseOf('one')
    await one.take()
    for (let second = 0; second < 20; second++) {
      nowMs += 1_000
      expect(await one.renew()).toBe(true)
    }
    expect(one.isHeld()).toBe(true)
    expect(one.lastMomentMs()).toBeGreaterThan(nowMs)
  })

  it('can be given back, so that the next one need not wait', async () => {
    const [one, two] = [leaseOf('one'), leaseOf('two')]
    await one.take()
    await one.drop()
    expect(await two.take()).toBe(2)
    expect(await one.holder()).toMatchObject({ owner: 'two' })
  })
})
