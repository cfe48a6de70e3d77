import type { ApprovalOperation, EventActor, Permission } from '@cascade/contracts'
import { type Ancestry, approvalStates } from '@cascade/contracts/accounts'
import type { Actor, CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db, Filter } from 'mongodb'
import type { Scope } from '../accounts/account'
import type { Window } from '../accounts/lists/windows'

type State = (typeof approvalStates)[number]

export type StoredApproval = {
  /** Derived from requester and key. */
  _id: string
  /** `Idempotency-Key` under which the call was requested and is executed. Absent in rows of 1.0.0: their id. */
  key?: string
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
  /** The body is encrypted, because it has secrets of an account. */
  isSealed?: boolean
  ifMatch?: string
  accountId: string
  object: string
  drawId?: string
  /** Whose wallet pays. */
  payerId?: string
  /** Text for the second person, by field. */
  details?: Record<string, string>
  note?: string
  /** Points. */
  amount?: number
  createdAt: Date
  endsAt: Date
  decidedBy?: string
  /** The second person, as the approved call names it. */
  approver?: EventActor
  decidedAt?: Date
  reason?: string
  reasonCode?: string
  /** Lease of the replica that is executing the approved call; absent once there is an outcome. */
  leaseUntil?: Date
  /** How many replicas have begun to execute it: beyond one, an earlier one may have done it. */
  attempts?: number
}

/** It can still be approved, and after a failure approved again. */
export const isUndecided = ({ state, endsAt }: Pick<StoredApproval, 'state' | 'endsAt'>, now: Date) =>
  (state === 'open' || state === 'failed') && endsAt > now

export const keyOf = ({ _id, key = _id }: Pick<StoredApproval, '_id' | 'key'>) => key

const retentionSeconds = 91 * 86_400
/** Longer than an execution with its retry. */
const leaseMs = 30_000
const callsPerRound = 10
const expiriesPerRound = 100
const countMax = 10_000

export const approvalCollections: readonly CollectionSpec[] = [
  {
    name: 'approvals',
    validator: { $jsonSchema: { required: ['operation', 'state', 'requester', 'path', 'createdAt', 'endsAt'] } },
    indexes: [
      { key: { createdAt: 1 }, options: { expireAfterSeconds: retentionSeconds } },
      { key: { 'requester.accountId': 1, state: 1 } },
      { key: { payerId: 1, state: 1 } },
      { key: { state: 1, endsAt: 1 } },
      { key: { leaseUntil: 1 }, options: { sparse: true } },
    ],
  },
]

export function createApprovalStore(db: Db, now: () => Date) {
  const rows: Collection<StoredApproval> = db.collection('approvals')
  const isOpen = () => ({ state: 'open' as const, endsAt: { $gt: now() } })
  const undecided = { state: { $in: ['open' as const, 'failed' as const] } }
  const isExpired = () => ({ ...undecided, endsAt: { $lte: now() } })
  const inState = (state: State): Filter<StoredApproval> => {
    if (state === 'open') return isOpen()
    if (state === 'failed') return { state, endsAt: { $gt: now() } }
    return state === 'expired' ? { $or: [{ state }, isExpired()] } : { state }
  }
  const lease = () => new Date(now().getTime() + leaseMs)
  const after = (tx?: Tx) => ({ returnDocument: 'after' as const, ...(tx && { session: tx }) })

  return {
    find: (_id: string) => rows.findOne({ _id }),
    insert: (row: StoredApproval, tx: Tx) => rows.insertOne(row, { session: tx }),
    countOpen: (accountId: string, limit: number) =>
      rows.countDocuments({ 'requester.accountId': accountId, ...isOpen() }, { limit }),

    /** Points that open requests would take from each wallet. */
    async waitingFrom(payerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const sums = new Map<string, number>()
      const open = rows.find({ payerId: { $in: [...new Set(payerIds)] }, ...isOpen() }).limit(countMax)
      for await (const { payerId = '', amount = 0 } of open) sums.set(payerId, (sums.get(payerId) ?? 0) + amount)
      return sums
    },

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
      const visible = { $or: [{ 'requester.accountId': viewer.accountId }, below] }
      const filter = state ? { $and: [visible, inState(state)] } : visible
      const [found, total] = await Promise.all([
        rows.find(filter).sort({ createdAt: -1 }).skip(options.skip).limit(options.limit).toArray(),
        rows.countDocuments(filter, { limit: countMax }),
      ])
      return { rows: found, total }
    },

    /** Leases an open call, or one that has failed, for its execution. @returns null if it is neither */
    approve: (_id: string, { approver, decidedBy }: { approver: EventActor; decidedBy: string }, tx: Tx) =>
      rows.findOneAndUpdate(
        { _id, ...undecided, endsAt: { $gt: now() } },
        {
          $set: {
            ...{ state: 'approved', decidedBy, approver, decidedAt: now() },
            ...{ leaseUntil: lease(), attempts: 1 },
          },
          $unset: { reason: '', reasonCode: '' },
        },
        after(tx),
      ),

    /** Ends a request that is open or has failed. @returns null if it is neither */
    close: (_id: string, set: Pick<StoredApproval, 'state' | 'reason' | 'decidedBy'>, tx: Tx) =>
      rows.findOneAndUpdate({ _id, ...undecided }, { $set: { ...set, decidedAt: now() } }, after(tx)),

    /** Stores the outcome of an approved call. @returns null if there is one already */
    finish: (_id: string, set: Pick<StoredApproval, 'state' | 'reason' | 'reasonCode'>, tx: Tx) =>
      rows.findOneAndUpdate(
        { _id, leaseUntil: { $exists: true } },
        { $set: set, $unset: { leaseUntil: '' } },
        after(tx),
      ),

    /** Leases approved calls without an outcome whose executor is gone. */
    async leaseUnfinished(): Promise<StoredApproval[]> {
      const leased: StoredApproval[] = []
      while (leased.length < callsPerRound) {
        const update = { $set: { leaseUntil: lease() }, $inc: { attempts: 1 } }
        const row = await rows.findOneAndUpdate({ leaseUntil: { $lte: now() } }, update, after())
        if (!row) break
        leased.push(row)
      }
      return leased
    },

    expired: () => rows.find(isExpired()).limit(expiriesPerRound).toArray(),
  }
}
