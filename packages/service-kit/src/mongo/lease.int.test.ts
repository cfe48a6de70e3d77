import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startScratch } from '../testing/world'
import { followReadings } from './clock'
import { createLease, createLeases, type Lease } from './lease'

let nowMs = 1_000_000

const world = await startScratch()
afterAll(() => world.stop())
beforeEach(() => world.db.collection('work').deleteMany({}))

const leaseOf = (owner: string, place?: string) =>
  createLease(world.db, 'work', {
    owner,
    url: `http://${owner}`,
    ...(place ? { place } : {}),
    now: () => nowMs,
    leaseMs: 6_000,
    collection: 'work',
  })

describe('a lease', () => {
  it('is held by one instance, which all can look up', async () => {
    const [one, two] = [leaseOf('one'), leaseOf('two')]
    const terms = await Promise.all([one.acquire(), two.acquire()])
    expect(terms.filter(term => term !== undefined)).toEqual([1])
    const holder = one.isHeld() ? 'one' : 'two'
    expect(await two.holder()).toMatchObject({ owner: holder, url: `http://${holder}`, term: 1 })
  })

  it('goes to another instance in a new term when it is not renewed', async () => {
    const [one, two] = [leaseOf('one'), leaseOf('two')]
    await one.acquire()
    nowMs += 5_000
    expect(await two.acquire()).toBeUndefined()
    expect(one.isHeld()).toBe(false)
    nowMs += 5_000
    expect(await two.acquire()).toBe(2)
    expect([one.isHeld(), await one.renew(), two.isHeld()]).toEqual([false, false, true])
  })

  it('stays with its holder while it is renewed', async () => {
    const one = leaseOf('one')
    await one.acquire()
    for (let second = 0; second < 20; second++) {
      nowMs += 1_000
      expect(await one.renew()).toBe(true)
    }
    expect(one.isHeld()).toBe(true)
    expect(one.lastMomentMs()).toBeGreaterThan(nowMs)
  })

  it('is acquired when free and renewed after half of its time', async () => {
    const [one, two] = [leaseOf('one'), leaseOf('two')]
    expect([await one.hold(), await two.hold()]).toEqual([true, false])
    nowMs += 2_000
    expect(await one.hold()).toBe(true)
    nowMs += 2_000
    expect(await one.hold()).toBe(true)
    nowMs += 4_000
    expect([await one.hold(), await two.hold()]).toEqual([true, false])
    nowMs += 7_000
    expect([await two.hold(), await one.hold()]).toEqual([true, false])
  })

  it('can be released for the next instance', async () => {
    const [one, two] = [leaseOf('one'), leaseOf('two')]
    await one.acquire()
    await one.release()
    expect(await two.acquire()).toBe(2)
    expect(await one.holder()).toMatchObject({ owner: 'two' })
  })

  it('goes at once to the successor of a killed process, but not to an instance of another place', async () => {
    const [killed, stranger, successor] = [leaseOf('one', 'a'), leaseOf('two', 'b'), leaseOf('three', 'a')]
    await killed.acquire()
    await stranger.endPredecessor()
    expect(await stranger.acquire()).toBeUndefined()
    await successor.endPredecessor()
    expect(await successor.acquire()).toBe(2)
    expect(await killed.renew()).toBe(false)
  })

  it('lets a transaction commit only while it is held', async () => {
    const [one, two] = [leaseOf('one'), leaseOf('two')]
    const things = world.db.collection<{ _id: string }>('things')
    await things.insertOne({ _id: 'first' })
    await one.acquire()
    nowMs += 10_000
    const session = world.client.startSession()
    session.startTransaction()
    await things.insertOne({ _id: 'second' }, { session })
    expect(await two.acquire()).toBe(2)
    const isOurs = await one.renew(session).catch(() => false)
    await session.abortTransaction()
    await session.endSession()
    expect(isOurs).toBe(false)
    expect(await things.countDocuments()).toBe(1)
  })
})

describe('leases of one process', () => {
  const all = ['one', 'two', 'three']
  const leasesOf = (owner: string) => {
    const leaseOf = createLeases(world.db, { owner, now: () => nowMs })
    return all.map(name => leaseOf(name))
  }
  const heldBy = async (owner: string) => {
    const rows = world.db.collection<{ _id: string; owner: string; untilMs: number }>('leases')
    const found = await rows.find({ owner, untilMs: { $gt: nowMs } }).toArray()
    return found.map(({ _id }) => _id).sort()
  }
  beforeEach(() => world.db.collection('leases').deleteMany({}))

  it('are all renewed by the first renewal', async () => {
    const ours = leasesOf('us')
    for (const lease of ours) await lease.hold()
    nowMs += 6_000
    await ours[0]?.hold()
    nowMs += 6_000
    expect(await heldBy('us')).toEqual([...all].sort())
    expect(ours.map(lease => lease.isHeld())).toEqual([true, true, true])
  })

  it('expire for a stuck user and continue for the others', async () => {
    const [one, two, stuck] = leasesOf('us')
    for (const lease of [one, two, stuck]) await lease?.hold()
    for (let time = 0; time < 4; time++) {
      nowMs += 6_000
      await one?.hold()
      await two?.hold()
    }
    expect(await heldBy('us')).toEqual(['one', 'two'])
    const theirs = leasesOf('them')
    expect([await theirs[2]?.hold(), await theirs[0]?.hold()]).toEqual([true, false])
    expect([await stuck?.hold(), await one?.hold()]).toEqual([false, true])
  })

  it('continue for the others when one has gone to another owner', async () => {
    const [one, two] = leasesOf('us')
    for (const lease of [one, two]) await lease?.hold()
    await world.db.collection<{ _id: string }>('leases').updateOne({ _id: 'two' }, { $set: { owner: 'them', term: 9 } })
    nowMs += 6_000
    expect([await one?.hold(), await two?.hold()]).toEqual([true, false])
    expect(await heldBy('us')).toEqual(['one'])
  })
})

describe.each([3_000, -3_000])('a lease of 10 s, when the clock of the database jumps by %i ms at its half', jumpMs => {
  const readers = ['the holder', 'the other instance', 'both']

  /** Both instances every 250 ms; `readers` have read the clock after the jump, the others will later. */
  async function play(reader: string, act: (holder: Lease, other: Lease) => Promise<unknown>) {
    let [monotonicMs, serverMs] = [0, 1_000_000]
    const read = () => ({ serverMs: serverMs + monotonicMs, monotonicMs })
    const clocks = readers.slice(0, 2).map(owner => ({ owner, ...followReadings(read(), () => monotonicMs) }))
    const leases = clocks.map(({ owner, now }) => createLease(world.db, 'work', { owner, now, collection: 'work' }))
    const [holder, other] = leases as [Lease, Lease]
    await holder.acquire()
    const actors = []
    for (monotonicMs = 5_000; monotonicMs <= 13_000; monotonicMs += 250) {
      if (monotonicMs === 5_000) {
        serverMs += jumpMs
        for (const { owner, follow } of clocks) if (reader === 'both' || reader === owner) follow(read())
      }
      await act(holder, other)
      actors.push(`${holder.isHeld() ? 'holder' : ''}${other.isHeld() ? 'other' : ''}`)
    }
    return new Set(actors)
  }

  it.each(readers)('has one holder at a time if it is not renewed and %s reads the clock', async reader => {
    expect(await play(reader, (_, other) => other.hold())).toEqual(new Set(['holder', '', 'other']))
  })

  it.each(readers)('stays with a holder that renews it if %s reads the clock', async reader => {
    const renewed = play(reader, async (holder, other) => [await holder.hold(), await other.hold()])
    expect(await renewed).toEqual(new Set(['holder']))
  })
})
