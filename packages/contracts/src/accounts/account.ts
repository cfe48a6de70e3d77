import { z } from 'zod'
import { EventPerson } from '../event-actor'
import { Role } from '../roles'
import { Points } from '../values/points'
import { readShape } from './fields'

/** The parent of an account; null for a superadmin. */
export const Reference = z.object({ _id: z.string(), username: z.string(), walletBalance: Points })

/**
 * Aggregates of an account with children: the points in all wallets at or below it, and the number of existing accounts
 * directly and anywhere below. At most a second out of date.
 */
export const BranchFigures = z.object({ balance: Points, direct: z.number().int(), all: z.number().int() })
export type BranchFigures = z.infer<typeof BranchFigures>

/** Days for which a deleted account can be restored. */
export const restoreDays = 30

/** An account in responses. Never contains password or PIN. */
export const Account = z.object({
  _id: z.string(),
  uniqueId: z.string(),
  username: z.string(),
  role: Role,
  ...readShape,
  /**
   * Start of a pending deletion. It completes once everything in play is settled; activating the account cancels it.
   */
  closingSince: z.iso.datetime().optional(),
  /**
   * The nearest deactivated ancestor within the caller's subtree. Until it is activated, this account cannot sign in.
   */
  suspendedBy: z.object({ _id: z.string(), username: z.string() }).optional(),
  /** Only of a deleted account; `by` is null once its history has expired. */
  deletion: z
    .object({
      at: z.iso.datetime(),
      by: z
        .object({ accountId: z.string(), username: z.string(), role: z.string(), person: EventPerson.optional() })
        .nullable(),
      restorableUntil: z.iso.datetime(),
    })
    .optional(),
  refId: Reference.nullable(),
  walletBalance: Points,
  wallet: z.array(z.object({ individualCredit: Points })),
  /** Only in reads; absent while the aggregates are being rebuilt. */
  branch: BranchFigures.optional(),
  /** Admins only. `gameName` is empty until the event with the name has arrived. */
  games: z.array(z.object({ _id: z.string(), gameName: z.string() })).optional(),
  /**
   * Admins only, on reads of a single account: the points that came into its tree and its pools from superadmins, by
   * credit or as game balance, less those returned, plus the overdraft of each of its pools. If the admin has a
   * `creditLine`, a credit or game balance that would raise this above the line is rejected. Lowering the line below it
   * is allowed and only prevents a rise. Stakes, wins, results and their corrections are never rejected for it.
   */
  creditUsed: Points.optional(),
  /** Admins without an explicit choice of games: they offer all of them. */
  allGames: z.literal(true).optional(),
  isLoggedIn: z.boolean(),
  lastLogin: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export type Account = z.infer<typeof Account>

/** Response of a create, the only one with the PIN. */
export const CreatedAccount = Account.extend({ pin: z.number().optional() })
export type CreatedAccount = z.infer<typeof CreatedAccount>

export const WalletOwner = z.object({
  _id: z.string(),
  username: z.string(),
  role: Role,
  walletBalance: Points,
})
export type WalletOwner = z.infer<typeof WalletOwner>
