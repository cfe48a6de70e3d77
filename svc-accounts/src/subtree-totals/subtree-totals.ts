import { isTreeRole, type Role, treeRoles } from '@cascade/contracts'

/** Contribution of one account to the totals of its ancestors and its own. */
export type Contribution = {
  _id: string
  role: Role
  parentId: string | null
  /** Balance of its own wallet, in hundredths. */
  own: bigint
  isLive: boolean
}

export type SubtreeTotals = Contribution & {
  /** Sum of the wallets of the subtree including the account, in hundredths. */
  balance: bigint
  below: number
  /** Optimistic lock: each write requires the previous revision. */
  revision: number
}

type Gain = Pick<SubtreeTotals, 'balance' | 'below'>

/**
 * Computes the rows that change when accounts have new contributions. Gains propagate from parent to parent; a moved
 * subtree moves as a whole, whatever its size. Idempotent: applying a contribution again changes nothing.
 * @param stored rows of these accounts and of all their ancestors, old and new; an account without a row must be in
 * `current`
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

/** Number of live accounts in the subtree, including its root. */
const sizeOf = ({ isLive, below }: SubtreeTotals) => below + (isLive ? 1 : 0)

/** Depth by level; roles outside the tree have no descendants. */
const depthOf = (role: Role) => (isTreeRole(role) ? treeRoles.indexOf(role) : treeRoles.length)
