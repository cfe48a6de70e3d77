import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Part, partsOf, stretchOf } from './sorted-parts'

const sign = fc.constantFrom('a', 'b', 'é', '\ud7ff', '\ue000', '\uff21', '😀')
const text = fc.string({ unit: sign, minLength: 1, maxLength: 2 })
const value = fc.oneof(fc.constant(null), fc.constantFrom('Pune', '😀', '\ue000'), text)
/** As the database compares. */
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const inOrder = (values: readonly (string | null)[]) => [
  ...values.filter(one => one === null),
  ...values.filter(one => one !== null).sort(compare),
]

/** Nothing is in no range. */
function isIn(wanted: unknown, one: string | null): boolean {
  if (wanted === null || typeof wanted === 'string') return wanted === one
  if (one === null) return false
  const { $gte, $lt, $lte } = wanted as Record<'$gte' | '$lt' | '$lte', string | undefined>
  const to = $lt ?? $lte
  if ($gte !== undefined && compare(one, $gte) < 0) return false
  return to === undefined || compare(one, to) < ($lt === undefined ? 1 : 0)
}

it('stretch after stretch gives every account of an order once, in the direction of reading', () => {
  const many = fc.array(value, { maxLength: 120, size: 'max' })
  fc.assert(
    fc.property(many, many, fc.constantFrom(1 as const, -1 as const), fc.nat(9), (all, stones, direction, most) => {
      const rising = partsOf('cityKey', inOrder(stones))
      const parts = direction === 1 ? rising : [...rising].reverse()
      const read = direction === 1 ? inOrder(all) : inOrder(all).reverse()
      const found: (string | null)[] = []
      for (let at = 0; at < parts.length; ) {
        const { wanted, next } = stretchOf(parts, at, most, direction)
        found.push(...read.filter(one => isIn(wanted, one)))
        at = next
      }
      expect(found).toEqual(read)
    }),
  )
})

it.each([
  ['commissionBp', 250, [{ $gte: Number.NEGATIVE_INFINITY, $lte: 249 }, { $gte: 251 }]],
  ['active', true, [{ $gte: false, $lte: false }]],
  ['active', false, [{ $gte: true }]],
  ['lastLogin', new Date(5), [{ $gte: new Date(0), $lte: new Date(4) }, { $gte: new Date(6) }]],
] as const)('beside a frequent %s there is what is less and what is more', (field, value, beside) => {
  const parts = partsOf(field, Array(20).fill(value))
  expect(parts.flatMap(part => ('between' in part ? part.between : []))).toEqual(beside)
})

it('a value that many have is a part of its own', () => {
  const stones = [null, 'Agra', ...Array<string>(20).fill('Pune'), 'Thane']
  const shown = partsOf('cityKey', stones).map((part: Part) => ('only' in part ? part : part.between))
  expect(shown).toEqual([
    { only: null, isFrequent: false },
    { $gte: '', $lt: 'Agra' },
    { $gte: 'Agra', $lte: 'Pund\u{10ffff}' },
    { only: 'Pune', isFrequent: true },
    { $gte: 'Pune\u0001', $lt: 'Thane' },
    { $gte: 'Thane' },
  ])
})
