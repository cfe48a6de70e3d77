import { isTreeRole, type Role, treeRoles } from '@cascade/contracts'

/** What one account adds to its own branch and to those above it. */
export type Contribution = {
  _id: string
  role: Role
  parentId: string | null
  /** Hundredths in its own wallet. */
  own: bigint
  isLive: boolean
}

/** The running figures of an account, beside what it was last seen to add itself. */
export type SubtreeTotals = Contribution & {
  /** Hundredths in all wallets at or below. */
  balance: bigint
  /** Live accounts below. */
  below: number
  /** Counts the writes of this row, each of which names the one before. */
  revision: number
}

type Gain = Pick<SubtreeTotals, 'balance' | 'below'>

/**
 * The rows that differ once some accounts are what they are now. What a branch gains goes from parent to parent, and a
 * branch that got another place goes as a whole, however large it is. Seen again, an account changes nothing.
 * @param stored the rows of those accounts and of all above them, before and after; one without a row must be in `seen`
 */
export function applyContributions(
  stored: ReadonlyMap<string, SubtreeTotals>,
  current: ReadonlyMap<string, Contribution>,
): SubtreeTotals[] {
  const all = new Map([...current].map(([id, contribution]) => [id, emptyTotals(contribution)]))
  for (const [id, row] of stored) all.set(id, row)
  const leavesFirst = [...all.values()].sort((a, b) => depthOf(b.role) - depthOf(a.role))
  const gains = new Map<string, Gain>()

  function addGain(parentId: string | null, balance: bigint, below: number) {
    if (parentId === null) return
    if (!all.has(parentId)) throw new Error(`The branch of ${parentId} was not read`)
    const before = gains.get(parentId) ?? { balance: 0n, below: 0 }
    gains.set(parentId, { balance: before.balance + balance, below: before.below + below })
  }

  return leavesFirst.flatMap(before => {
    const after = withGain({ ...before, ...current.get(before._id) }, before, gains.get(before._id))
    if (isSame(before, after)) return []
    addGain(before.parentId, -before.balance, -sizeOf(before))
    addGain(after.parentId, after.balance, sizeOf(after))
    return [after]
  })
}

/** Of an account that no row tells of yet: it adds nothing to anybody. */
const emptyTotals = ({ _id, role }: Contribution): SubtreeTotals => ({
  _id,
  role,
  parentId: null,
  own: 0n,
  isLive: false,
  balance: 0n,
  below: 0,
  revision: 0,
})

const withGain = (
  now: SubtreeTotals,
  { own, revision }: SubtreeTotals,
  gain: Gain = { balance: 0n, below: 0 },
): SubtreeTotals => ({
  ...now,
  balance: now.balance + now.own - own + gain.balance,
  below: now.below + gain.below,
  revision: revision + 1,
})

const isSame = (a: SubtreeTotals, b: SubtreeTotals) =>
  a.parentId === b.parentId &&
  a.own === b.own &&
  a.isLive === b.isLive &&
  a.balance === b.balance &&
  a.below === b.below

/** The accounts of a branch, with the one at its top. */
const sizeOf = ({ isLive, below }: SubtreeTotals) => below + (isLive ? 1 : 0)

/** Steps from the top; whoever stands beside the tree has nobody below. */
const depthOf = (role: Role) => (isTreeRole(role) ? treeRoles.indexOf(role) : treeRoles.length)
