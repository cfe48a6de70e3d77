import { z } from 'zod'
import { Role } from '../roles'
import { Points } from '../values/points'
import { readShape } from './fields'

/** The parent of an account as it is read; null for a superadmin. */
export const Reference = z.object({ _id: z.string(), username: z.string(), walletBalance: Points })

/**
 * Running figures of an account that others can stand below: the points in all wallets at or below, and the live
 * accounts directly and anywhere below. Right within a second of a change.
 */
export const BranchFigures = z.object({ balance: Points, direct: z.number().int(), all: z.number().int() })
export type BranchFigures = z.infer<typeof BranchFigures>

/** An account as it is read. Password and PIN are never part of it. */
export const Account = z.object({
  _id: z.string(),
  uniqueId: z.string(),
  username: z.string(),
  role: Role,
  ...readShape,
  /** Since when it is to be deleted, which it is once what it has in play is settled; activated it stays. */
  closingSince: z.iso.datetime().optional(),
  /** The nearest deactivated account above, as far as the caller may see it: meanwhile nobody signs in with this one. */
  suspendedBy: z.object({ _id: z.string(), username: z.string() }).optional(),
  refId: Reference.nullable(),
  walletBalance: Points,
  wallet: z.array(z.object({ individualCredit: Points })),
  /** On reads only, and not while they are being made. */
  branch: BranchFigures.optional(),
  /** Admins only. `gameName` is empty until the games domain has told the name. */
  games: z.array(z.object({ _id: z.string(), gameName: z.string() })).optional(),
  /**
   * Of an admin, on reads of this one account: the points that came into its tree and its pools from superadmins, by
   * credit or as balance of a game, less those that went back, plus what each of its pools is below 0. Where there is a
   * `creditLine`, no credit and no balance of a game is booked that would raise it above the line. A line below it is
   * allowed and only keeps it from rising. Stakes, wins, results and their corrections are never rejected for it.
   */
  creditUsed: Points.optional(),
  /** Admins for whom no games were ever chosen: they play all. */
  allGames: z.literal(true).optional(),
  isLoggedIn: z.boolean(),
  lastLogin: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export type Account = z.infer<typeof Account>

/** What a create answers once: the PIN is never read again. */
export const CreatedAccount = Account.extend({ pin: z.number().optional() })
export type CreatedAccount = z.infer<typeof CreatedAccount>

/** A wallet named with its owner, as credit screens show both sides. */
export const WalletOwner = z.object({
  _id: z.string(),
  username: z.string(),
  role: Role,
  walletBalance: Points,
})
export type WalletOwner = z.infer<typeof WalletOwner>
