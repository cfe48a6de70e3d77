import { z } from 'zod'
import { defineEvent } from '../event'
import { ActivityRecorded, activityBatchSizeMax } from '../gateway/events'
import { Role } from '../roles'
import { BookedCall } from './ledger/booked-call'
import { TransferKind } from './ledger/statement'

/** The account and its ancestors, by role. A subtree is the set of accounts with the same id at one role. */
export const Ancestry = z.object({
  superadmin: z.string().optional(),
  admin: z.string().optional(),
  superareamanager: z.string().optional(),
  areamanager: z.string().optional(),
  master: z.string().optional(),
})
export type Ancestry = z.infer<typeof Ancestry>

/** The complete state of an account, as other services replicate it. A higher `version` replaces a lower one. */
export const AccountSnapshot = z.object({
  accountId: z.string(),
  uniqueId: z.string(),
  username: z.string(),
  role: Role,
  parentId: z.string().nullable(),
  ancestry: Ancestry,
  active: z.boolean(),
  deleted: z.boolean(),
  /** Basis points (hundredths of a percent). */
  commissionBp: z.number().int(),
  games: z.array(z.string()),
  /** Admins only: `games` was set explicitly, so that an empty list means no games. Absent: all games. */
  gamesChosen: z.boolean().optional(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type AccountSnapshot = z.infer<typeof AccountSnapshot>

export const accountEvents = {
  created: defineEvent('accounts.account.created.v1', AccountSnapshot),
  updated: defineEvent('accounts.account.updated.v1', AccountSnapshot),
  statusChanged: defineEvent('accounts.account.status-changed.v1', AccountSnapshot),
  deleted: defineEvent('accounts.account.deleted.v1', AccountSnapshot),
}

/** Sessions that ended for one reason. Large sets are split into several events. */
export const SessionEnded = defineEvent(
  'accounts.session.ended.v1',
  z.object({ sessionIds: z.array(z.string()), accountIds: z.array(z.string()), reason: z.string() }),
)

/** Core NATS subject, below the namespace, at which svc-accounts announces ended sessions at once; a message may be lost. */
export const sessionsEndedSubject = 'feed.sessions-ended'
export const SessionsEnded = z.array(z.object({ sessionIds: z.array(z.string()), reason: z.string() }))
export type SessionsEnded = z.infer<typeof SessionsEnded>

/** Accounts whose first connection opened or last connection closed; at most 1,000 of each. */
export const PresenceChanged = defineEvent(
  'accounts.presence.changed.v1',
  z.object({ online: z.array(z.string()).max(1_000), offline: z.array(z.string()).max(1_000) }),
)
export type PresenceChanged = z.infer<typeof PresenceChanged>

/** Activities of a run, one per account, worded like the single-account call. */
export const RunActed = defineEvent(
  'accounts.run.acted.v1',
  z.object({ activities: z.array(ActivityRecorded).max(activityBatchSizeMax) }),
)

/** A change of policy, networks, factors, passwords, approvals or cash; logged in the transaction of the change. */
export const AuthorityChanged = defineEvent(
  'accounts.authority.changed.v1',
  z.object({ activities: z.array(ActivityRecorded).max(activityBatchSizeMax) }),
)

/** Position in a feed of the ledger, and the hash of all its transfers up to there, in their order. */
const FeedSeal = z.object({ seq: z.number().int(), hash: z.string() })

/** Hash of a row, in a collection that no transfer proves. */
export const SealedRow = z.object({ of: z.string(), id: z.string(), leaf: z.string() })
export type SealedRow = z.infer<typeof SealedRow>
const events = z.number().int()

/**
 * State of the ledger, at most once a minute, for the hash chain of the log: its feeds, the rows that events up to the
 * number `events` have changed, and the hash of the seal before.
 */
export const LedgerSealed = defineEvent(
  'accounts.ledger.sealed.v1',
  z.object({ play: FeedSeal, credit: FeedSeal, rows: z.array(SealedRow), events, previous: z.string() }),
)
export type LedgerSealed = z.infer<typeof LedgerSealed>

/** A party of a transfer. Issuer and game pools are external accounts without ancestry. */
export const Party = z.object({ walletId: z.string(), username: z.string(), role: z.string(), ancestry: Ancestry })

/** Feed of all transfers, separate from the outbox of svc-accounts: it has its own sequence numbers and feed call. */
export const creditFeedName = 'credit'

/** A committed transfer. Amount and balances are hundredths of a point as decimal strings. */
export const TransferRecorded = defineEvent(
  'credit.transfer.recorded.v1',
  z.object({
    transferId: z.string(),
    kind: TransferKind,
    amount: z.string().regex(/^\d+$/),
    source: Party,
    destination: Party,
    /** Balance after the transfer; null for an external account. */
    sourceBalance: z
      .string()
      .regex(/^-?\d+$/)
      .nullable(),
    destinationBalance: z
      .string()
      .regex(/^-?\d+$/)
      .nullable(),
    note: z.string(),
    /** `YYYY-MM-DD` in the business time zone. */
    bizDate: z.string(),
    /** The reversed transfer, on reversals only; `by` is the username of its actor. */
    reverses: z.object({ transferId: z.string(), kind: TransferKind, at: z.iso.datetime(), by: z.string() }).optional(),
    /** Absent if the log entry is written otherwise, e.g. with those of a run. */
    call: BookedCall.optional(),
  }),
)
export type TransferRecorded = z.infer<typeof TransferRecorded>
