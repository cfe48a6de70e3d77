import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Range } from '../../rules/prefix-ranges'
import { beyond, cutsOf } from './cuts'
import { within } from './milestones'

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
