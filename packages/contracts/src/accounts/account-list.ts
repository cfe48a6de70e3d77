import { z } from 'zod'
import { answerOf, Id, listQueryOf } from '../define'
import { AsOf, Moment } from '../values/days'
import { Points } from '../values/points'
import { Account } from './account'

/** What a list of accounts may be sorted by; `createdAt` is the order that it has by itself. */
export const accountSortFields = [
  ...(['username', 'uniqueId', 'firstName', 'lastName', 'email', 'phone', 'city', 'refId'] as const),
  ...(['commission', 'walletBalance', 'branchBalance', 'allBelow'] as const),
  ...(['userStatus', 'isLoggedIn', 'lastLogin', 'createdAt'] as const),
] as const

/** Points in an address. */
const PointsText = z
  .string()
  .regex(/^-?\d{1,13}(\.\d{1,2})?$/)
  .transform(Number)

/**
 * A list of accounts below one parent. The times are of creation, both included, and so are the balances; `sums` asks
 * for what all accounts of the filter hold together. With `asOf` all points are those of that moment, in filters, sums
 * and the order too, and figures of branches are left out; who is listed, and everything else, is as it is now.
 */
export const ChildListQuery = listQueryOf(accountSortFields).extend({
  status: z.enum(['active', 'deactive']).optional(),
  balanceFrom: PointsText.optional(),
  balanceTo: PointsText.optional(),
  createdFrom: Moment.optional(),
  createdTo: Moment.optional(),
  sums: z.literal('true').optional(),
  asOf: AsOf.optional(),
})

/** A list of a level; `parent` leaves only the accounts directly below one. */
export const AccountListQuery = ChildListQuery.extend({ parent: Id.optional() })
export type AccountListQuery = z.infer<typeof AccountListQuery>

/**
 * `total` counts before paging. Filters, orders and sums by points and branches follow a booking within a second. Where
 * balances of the past decide, only the newest accounts are looked through: `searched` is there when that were not all.
 * `balance` is the sum that was asked for, absent then; `branch` the sums of the branches of a level that has any.
 */
export const AccountList = answerOf(z.array(Account), {
  total: z.number().int().optional(),
  searched: z.object({ rows: z.number().int(), of: z.number().int() }).optional(),
  balance: Points.optional(),
  branch: z.object({ balance: Points, all: z.number().int() }).optional(),
  asOf: AsOf.optional(),
})
