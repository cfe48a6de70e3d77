import { type TreeRole, treeRoles } from '@cascade/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyContributions, type Contribution, type SubtreeTotals } from './subtree-totals'

const roles = treeRoles.slice(0, 4)
const accountsPerLevel = 3

/** State of every account of a small forest; `own` in hundredths. */
const moment = fc.array(
  fc.record({ parent: fc.nat(accountsPerLevel - 1), own: fc.nat(999), isLive: fc.boolean(), isApplied: fc.boolean() }),
  { minLength: roles.length * accountsPerLevel, maxLength: roles.length * accountsPerLevel },
)
type Moment = typeof moment extends fc.Arbitrary<infer T> ? T : never

const idOf = (level: number, place: number) => `${roles[level]}${place}`

const contributionsAt = (at: Moment): Contribution[] =>
  at.map(({ parent, own, isLive }, index) => {
    const level = Math.floor(index / accountsPerLevel)
    const role = roles[level] as TreeRole
    const parentId = level === 0 ? null : idOf(level - 1, parent)
    return { _id: idOf(level, index % accountsPerLevel), role, parentId, own: BigInt(own), isLive }
  })

/** Totals computed from scratch. */
function computeTotals(contributions: readonly Contribution[], id: string): { balance: bigint; below: number } {
  const below = contributions.filter(({ parentId }) => parentId === id)
  return below.reduce(
    (sum, child) => {
      const of = computeTotals(contributions, child._id)
      return { balance: sum.balance + of.balance, below: sum.below + of.below + (child.isLive ? 1 : 0) }
    },
    { balance: contributions.find(({ _id }) => _id === id)?.own ?? 0n, below: 0 },
  )
}

describe('applyContributions', () => {
  it('equals totals computed from scratch, for any changes and repeated applications', () => {
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 6 }), moments => {
        const stored = new Map<string, SubtreeTotals>()
        let now: Contribution[] = []
        for (const at of moments) {
          // Only some changes are applied, as by events, and always accounts without a row.
          const previous = new Map(now.map(one => [one._id, one]))
          const isApplied = ({ _id }: Contribution, index: number) => !stored.has(_id) || at[index]?.isApplied === true
          const applied = new Map(
            contributionsAt(at)
              .filter(isApplied)
              .map(one => [one._id, one]),
          )
          now = contributionsAt(at).map(one => applied.get(one._id) ?? previous.get(one._id) ?? one)
          for (const row of applyContributions(stored, applied)) stored.set(row._id, row)
          expect(applyContributions(stored, applied)).toEqual([])
        }
        for (const { _id } of now)
          expect(stored.get(_id) ?? { balance: 0n, below: 0 }).toMatchObject(computeTotals(now, _id))
      }),
    )
  })

  it('moves a subtree by changing only the rows of its root and its ancestors', () => {
    const place = (role: TreeRole, name: string, parentId: string | null, own = 0n): Contribution => ({
      _id: name,
      role,
      parentId,
      own,
      isLive: true,
    })
    const players = Array.from({ length: 50 }, (_, at) => place('player', `player${at}`, 'master1', 2n))
    const masters = ['area1', 'area2'].map((area, at) => place('master', `master${at + 1}`, area, 5n))
    const above = ['area1', 'area2'].map(name => place('areamanager', name, null))
    const first = applyContributions(new Map(), new Map([...players, ...masters, ...above].map(one => [one._id, one])))
    const stored = new Map(first.map(row => [row._id, row]))
    const moved = place('master', 'master1', 'area2', 5n)
    const changed = applyContributions(stored, new Map([[moved._id, moved]]))
    expect(changed.map(({ _id, balance, below }) => [_id, balance, below])).toEqual([
      ['master1', 105n, 50],
      ['area1', 0n, 0],
      ['area2', 110n, 52],
    ])
  })
})
