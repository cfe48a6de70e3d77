import { z } from 'zod'
import { eventOf } from '../event'
import { ActivityRecorded, activityBatchLimit } from '../gateway/events'
import { Role } from '../roles'
import { TransferKind } from './ledger/statement'

/** The accounts above and including one, by role: a subtree is every account with the same id at one role. */
export const Ancestry = z.object({
  superadmin: z.string().optional(),
  admin: z.string().optional(),
  superareamanager: z.string().optional(),
  areamanager: z.string().optional(),
  master: z.string().optional(),
})
export type Ancestry = z.infer<typeof Ancestry>

/** The whole state of an account as other services keep it. A higher `version` replaces a lower one. */
export const AccountSnapshot = z.object({
  accountId: z.string(),
  uniqueId: z.string(),
  username: z.string(),
  role: Role,
  parentId: z.string().nullable(),
  ancestry: Ancestry,
  active: z.boolean(),
  deleted: z.boolean(),
  /** Percent in basis points (hundredths of a percent). */
  commissionBp: z.number().int(),
  games: z.array(z.string()),
  /** Of an admin: `games` was given, so that an empty list means none. Before that all games are played. */
  gamesChosen: z.boolean().optional(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type AccountSnapshot = z.infer<typeof AccountSnapshot>

export const accountEvents = {
  created: eventOf('accounts.account.created.v1', AccountSnapshot),
  updated: eventOf('accounts.account.updated.v1', AccountSnapshot),
  statusChanged: eventOf('accounts.account.status-changed.v1', AccountSnapshot),
  deleted: eventOf('accounts.account.deleted.v1', AccountSnapshot),
}

/** Sessions that ended for one reason; thousands that end at once come in several events. */
export const SessionEnded = eventOf(
  'accounts.session.ended.v1',
  z.object({ sessionIds: z.array(z.string()), accountIds: z.array(z.string()), reason: z.string() }),
)

/** Accounts that got their first connection, and those that lost their last one; at most 1,000 of each. */
export const PresenceChanged = eventOf(
  'accounts.presence.changed.v1',
  z.object({ online: z.array(z.string()).max(1_000), offline: z.array(z.string()).max(1_000) }),
)
export type PresenceChanged = z.infer<typeof PresenceChanged>

/** What a run did to accounts, in the words of the calls that do it to one of them. */
export const RunActed = eventOf(
  'accounts.run.acted.v1',
  z.object({ activities: z.array(ActivityRecorded).max(activityBatchLimit) }),
)

/** A side of a transfer; issuer and game pools are external accounts and have no ancestry. */
const Side = z.object({ walletId: z.string(), username: z.string(), role: z.string(), ancestry: Ancestry })

/** Name of the feed that tells of transfers, beside the outbox of svc-accounts: with numbers, a call and a stream. */
export const creditFeedName = 'credit'

/** A transfer that is durably booked. `amount` and balances are hundredths of a point, as decimal strings. */
export const TransferRecorded = eventOf(
  'credit.transfer.recorded.v1',
  z.object({
    transferId: z.string(),
    kind: TransferKind,
    amount: z.string().regex(/^\d+$/),
    source: Side,
    destination: Side,
    /** After this transfer; null for an external account, which has no balance. */
    sourceBalance: z
      .string()
      .regex(/^-?\d+$/)
      .nullable(),
    destinationBalance: z
      .string()
      .regex(/^-?\d+$/)
      .nullable(),
    note: z.string(),
    /** `YYYY-MM-DD` in the business zone. */
    bizDate: z.string(),
  }),
)
export type TransferRecorded = z.infer<typeof TransferRecorded>
