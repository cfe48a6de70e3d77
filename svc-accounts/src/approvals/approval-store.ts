import type { ApprovalOperation, Permission } from '@cascade/contracts'
import { type Ancestry, approvalStates } from '@cascade/contracts/accounts'
import type { Actor, CollectionPlan, Tx } from '@cascade/service-kit'
import type { Collection, Db, Filter } from 'mongodb'
import type { Scope } from '../accounts/account'
import type { Window } from '../accounts/directory/windows'

/** Expired is no stored state: it follows from `endsAt`. */
type State = Exclude<(typeof approvalStates)[number], 'expired'>

export type StoredApproval = {
  /** Derived from requester and key. */
  _id: string
  /** Hash of the call, to reject another one under the same key. */
  hash: string
  operation: ApprovalOperation
  state: State
  requester: Actor
  /** The requester's ancestors. */
  ancestry: Ancestry
  permission: Permission
  endpointId: string
  path: string
  body?: string
  ifMatch?: string
  accountId: string
  object: string
  note?: string
  /** Points. */
  amount?: number
  createdAt: Date
  endsAt: Date
  decidedBy?: string
  decidedAt?: Date
  reason?: string
  /** Of an approved call without an outcome: until then somebody executes it. */
  leaseUntil?: Date
}

const retentionSeconds = 91 * 86_400
/** Longer than an execution with its retry. */
const leaseMs = 30_000
const ordersPerClaim = 10
const countMax = 10_000

export const approvalPlans: readonly CollectionPlan[] = [
  {
    name: 'approvals',
    validator: { $jsonSchema: { required: ['operation', 'state', 'requester', 'path', 'createdAt', 'endsAt'] } },
    indexes: [
      { key: { createdAt: 1 }, options: { expireAfterSeconds: retentionSeconds } },
      { key: { 'requester.accountId': 1, state: 1 } },
      { key: { leaseUntil: 1 }, options: { sparse: true } },
    ],
  },
]

export function createApprovalStore(db: Db, now: () => Date) {
  const rows: Collection<StoredApproval> = db.collection('approvals')
  const isOpen = () => ({ state: 'open' as const, endsAt: { $gt: now() } })
  const inState = (state: (typeof approvalStates)[number]): Filter<StoredApproval> => {
    if (state === 'open') return isOpen()
    return state === 'expired' ? { state: 'open', endsAt: { $lte: now() } } : { state }
  }
  const lease = () => new Date(now().getTime() + leaseMs)
  const update = (filter: Filter<StoredApproval>, set: Partial<StoredApproval>, tx?: Tx) =>
    rows.findOneAndUpdate(filter, { $set: set }, { returnDocument: 'after', session: tx })

  return {
    find: (_id: string) => rows.findOne({ _id }),
    insert: (row: StoredApproval, tx: Tx) => rows.insertOne(row, { session: tx }),
    countOpen: (accountId: string, limit: number) =>
      rows.countDocuments({ 'requester.accountId': accountId, ...isOpen() }, { limit }),

    /** Own requests and those of accounts in scope with one of the permissions, newest first. */
    async page(
      viewer: Scope,
      permissions: readonly Permission[] | 'all',
      options: Window & { state?: string | undefined },
    ) {
      const below = {
        ...(permissions !== 'all' && {
          permission: { $in: [...permissions] },
          [`ancestry.${viewer.role}`]: viewer.accountId,
        }),
      }
      const state = approvalStates.find(each => each === options.state)
      const filter = { ...(state && inState(state)), $or: [{ 'requester.accountId': viewer.accountId }, below] }
      const [found, total] = await Promise.all([
        rows.find(filter).sort({ createdAt: -1 }).skip(options.skip).limit(options.limit).toArray(),
        rows.countDocuments(filter, { limit: countMax }),
      ])
      return { rows: found, total }
    },

    /** @returns null if it is no longer open */
    decide: (_id: string, set: Partial<StoredApproval> & { state: State }, tx: Tx) =>
      update(
        { _id, ...isOpen() },
        { ...set, decidedAt: now(), ...(set.state === 'approved' && { leaseUntil: lease() }) },
        tx,
      ),

    /** Stores the outcome of an approved call. @returns null if there is one already */
    finish: (_id: string, set: { state: 'approved' | 'failed'; reason?: string }, tx: Tx) =>
      rows.findOneAndUpdate(
        { _id, leaseUntil: { $exists: true } },
        { $set: set, $unset: { leaseUntil: '' } },
        { returnDocument: 'after', session: tx },
      ),

    /** Approved calls without an outcome whose executor is gone; they are leased to the caller. */
    async claim(): Promise<StoredApproval[]> {
      const claimed: StoredApproval[] = []
      while (claimed.length < ordersPerClaim) {
        const row = await update({ leaseUntil: { $lte: now() } }, { leaseUntil: lease() })
        if (!row) break
        claimed.push(row)
      }
      return claimed
    },
  }
}
