import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usernameOrderOf } from '../account'
import { beyond, createLargeCounts, cutsOf, prefixRanges, type Range } from './counts'
import { within } from './milestones'

/** A list that grows, and a clock that is set by hand. */
function listOf(size: number) {
  const list = { size, counted: 0, at: 0 }
  const told = createLargeCounts(() => list.at)
  const count = async () => {
    list.counted++
    return list.size
  }
  return { list, told, total: () => told('list', count) }
}

describe('the total of a list', () => {
  it('of a short list is counted each time', async () => {
    const { list, total } = listOf(999)
    expect(await total()).toBe(999)
    list.size = 1_000
    expect(await total()).toBe(1_000)
  })

  it('of a long list is told from memory, and counted anew beside the answer later', async () => {
    const { list, total } = listOf(5_000)
    expect(await total()).toBe(5_000)
    list.size = 5_001
    expect([await total(), list.counted]).toEqual([5_000, 1])
    list.at = 6_000
    expect(await total()).toBe(5_000)
    await expect.poll(total).toBe(5_001)
    expect(list.counted).toBe(2)
  })

  it('is never older than half a minute', async () => {
    const { list, total } = listOf(5_000)
    await total()
    list.size = 7_000
    list.at = 30_001
    expect(await total()).toBe(7_000)
  })

  it('that takes long to count is counted seldom, and told for longer', async () => {
    const { list, total, told } = listOf(5_000)
    const slowly = async () => {
      list.at += 400
      list.counted++
      return list.size
    }
    expect(await told('list', slowly)).toBe(5_000)
    list.at += 19_000
    expect([await told('list', slowly), list.counted]).toEqual([5_000, 1])
    list.size = 6_000
    list.at += 100_000
    expect(await total()).toBe(5_000)
    await expect.poll(total).toBe(6_000)
  })

  it('is counted each time again once the list has become short', async () => {
    const { list, total } = listOf(5_000)
    await total()
    list.size = 10
    list.at = 40_000
    expect(await total()).toBe(10)
    list.size = 11
    expect(await total()).toBe(11)
  })

  it('is asked for again after a count that failed beside an answer', async () => {
    let at = 0
    let fails = false
    const told = createLargeCounts(() => at)
    const count = () => (fails ? Promise.reject(new Error('away')) : Promise.resolve(at + 2_000))
    expect(await told('list', count)).toBe(2_000)
    fails = true
    at = 6_000
    expect(await told('list', count)).toBe(2_000)
    fails = false
    await expect.poll(() => told('list', count)).toBe(8_000)
  })
})

const isIn = ({ $gt, $gte, $lt }: Range, key: string) =>
  ($gt === undefined || key > $gt) && ($gte === undefined || key >= $gte) && ($lt === undefined || key < $lt)

const key = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 3 })
const keys = fc.uniqueArray(key, { maxLength: 40 }).map(all => [...all].sort())
const range = fc.oneof(
  fc.constant({}),
  fc.record({ $gte: key, $lt: key }),
  fc.record({ $gt: key }),
  fc.record({ $lt: key }),
) as fc.Arbitrary<Range>
const direction = fc.constantFrom(1 as const, -1 as const)

it('stretch after stretch gives every key of a range once, in the direction of reading', () => {
  fc.assert(
    fc.property(keys, keys, range, direction, fc.integer({ min: 1, max: 5 }), (all, milestones, whole, way, step) => {
      const inOrder = way === 1 ? all : [...all].reverse()
      const cuts = cutsOf(within(milestones, whole), whole, way)
      const found: string[] = []
      for (let at = 0; at < cuts.count; at += step) {
        const stretch = cuts.between(at, at + step)
        found.push(...inOrder.filter(each => isIn(stretch, each)))
      }
      expect(found).toEqual(inOrder.filter(each => isIn(whole, each)))
    }),
  )
})

it('what stands beyond a key is the rest of the range without it', () => {
  fc.assert(
    fc.property(keys, range, direction, fc.nat(), (all, whole, way, at) => {
      const inOrder = (way === 1 ? all : [...all].reverse()).filter(each => isIn(whole, each))
      const last = inOrder[at % (inOrder.length || 1)]
      if (last === undefined) return
      const rest = inOrder.filter(each => isIn(beyond(whole, last, way), each))
      expect(rest).toEqual(inOrder.slice(inOrder.indexOf(last) + 1))
    }),
  )
})

const isInPrefixRangesTest = ({ $gt, $gte, $lt }: Range, key: string) =>
  ($gt === undefined || key > $gt) && ($gte === undefined || key >= $gte) && ($lt === undefined || key < $lt)

const stem = fc.constantFrom('player', 'p', 'master', 'crowd', 'a1b')
const username = fc.tuple(stem, fc.integer({ min: 1, max: 2_000_000 })).map(([name, number]) => `${name}${number}`)

it('the ranges of a beginning hold the longer usernames that begin so, each in one, and no others', () => {
  fc.assert(
    fc.property(username, username, fc.nat(12), (whole, other, length) => {
      const text = whole.slice(0, 1 + length)
      for (const name of [whole, other]) {
        const key = usernameOrderOf(name)
        const ranges = (prefixRanges(text) ?? []).filter(range => isInPrefixRangesTest(range, key))
        expect(ranges.length, `${text} ${name}`).toBe(name.startsWith(text) && name !== text ? 1 : 0)
      }
    }),
  )
})

it('the ranges stand in the order of usernames', () => {
  const ranges = prefixRanges('player7') ?? []
  const edges = ranges.flatMap(({ $gt, $gte, $lt }) => [$gt ?? $gte, $lt])
  expect(edges).toEqual([...edges].sort())
  expect(ranges.some(range => isInPrefixRangesTest(range, usernameOrderOf('player7x')))).toBe(true)
})

it('a number that no username has is not looked for in the order', () => {
  expect([prefixRanges('player0'), prefixRanges('player007'), prefixRanges('player12345678901')]).toEqual(
    Array(3).fill(undefined),
  )
})
