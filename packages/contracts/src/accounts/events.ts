import { z } from 'zod'
import { eventOf } from '../event'
import { Role } from '../roles'
import { TransferKind } from './ledger-api'

/** The accounts above and including one, by role: a subtree is every account with the same id at one role. */
export const Line = z.object({
  superadmin: z.string().optional(),
  admin: z.string().optional(),
  superareamanager: z.string().optional(),
  areamanager: z.string().optional(),
  master: z.string().optional(),
})
export type Line = z.infer<typeof Line>

/** The whole state of an account as other services keep it. A higher `version` replaces a lower one. */
export const AccountSnapshot = z.object({
  accountId: z.string(),
  uniqueId: z.string(),
  username: z.string(),
  role: Role,
  parentId: z.string().nullable(),
  line: Line,
  active: z.boolean(),
  deleted: z.boolean(),
  /** Percent in basis points (hundredths of a percent). */
  commissionBp: z.number().int(),
  games: z.array(z.string()),
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

export const SessionEnded = eventOf(
  'accounts.session.ended.v1',
  z.object({ sessionIds: z.array(z.string()), accountId: z.string(), reason: z.string() }),
)

/** Accounts that got their first connection, and those that lost their last one; at most 1,000 of each. */
export const PresenceChanged = eventOf(
  'accounts.presence.changed.v1',
  z.object({ online: z.array(z.string()).max(1_000), offline: z.array(z.string()).max(1_000) }),
)
export type PresenceChanged = z.infer<typeof PresenceChanged>

/** A party of a transfer; issuer and game pools are not accounts and have an empty line. */
const Party = z.object({ walletId: z.string(), username: z.string(), role: z.string(), line: Line })

/** A movement that is durably booked. `amount` and balances are hundredths of a point, as decimal strings. */
export const TransferRecorded = eventOf(
  'credit.transfer.recorded.v1',
  z.object({
    transferId: z.string(),
    kind: TransferKind,
    amount: z.string().regex(/^\d+$/),
    from: Party,
    to: Party,
    /** After this movement; null for an open wallet, which has no balance. */
    fromBalance: z
      .string()
      .regex(/^-?\d+$/)
      .nullable(),
    toBalance: z
      .string()
      .regex(/^-?\d+$/)
      .nullable(),
    note: z.string(),
    /** `YYYY-MM-DD` in the business zone. */
    bizDate: z.string(),
  }),
)
export type TransferRecorded = z.infer<typeof TransferRecorded>
