import fc from 'fast-check'
import { expect, it } from 'vitest'
import { prefixRanges, type Range } from './prefix-ranges'
import { usernameOrderOf } from './search-keys'

const isIn = ({ $gt, $gte, $lt }: Range, key: string) =>
  ($gt === undefined || key > $gt) && ($gte === undefined || key >= $gte) && ($lt === undefined || key < $lt)

const stem = fc.constantFrom('player', 'p', 'master', 'crowd', 'a1b')
const username = fc.tuple(stem, fc.integer({ min: 1, max: 2_000_000 })).map(([name, number]) => `${name}${number}`)

it('the ranges of a beginning hold the longer usernames that begin so, each in one, and no others', () => {
  fc.assert(
    fc.property(username, username, fc.nat(12), (whole, other, length) => {
      const text = whole.slice(0, 1 + length)
      for (const name of [whole, other]) {
        const key = usernameOrderOf(name)
        const ranges = (prefixRanges(text) ?? []).filter(range => isIn(range, key))
        expect(ranges.length, `${text} ${name}`).toBe(name.startsWith(text) && name !== text ? 1 : 0)
      }
    }),
  )
})

it('the ranges stand in the order of usernames', () => {
  const ranges = prefixRanges('player7') ?? []
  const edges = ranges.flatMap(({ $gt, $gte, $lt }) => [$gt ?? $gte, $lt])
  expect(edges).toEqual([...edges].sort())
  expect(ranges.some(range => isIn(range, usernameOrderOf('player7x')))).toBe(true)
})

it('a number that no username has is not looked for in the order', () => {
  expect([prefixRanges('player0'), prefixRanges('player007'), prefixRanges('player12345678901')]).toEqual(
    Array(3).fill(undefined),
  )
})
