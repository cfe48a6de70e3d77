import { z } from 'zod'
import { Id, listQueryOf, responseOf, Searched } from '../define'
import { AsOf, calendarDay, Moment } from '../values/days'
import { Points } from '../values/points'
import { Account } from './account'

/** Sort fields of account lists; the default is `createdAt`. */
export const accountSortFields = [
  ...(['username', 'uniqueId', 'firstName', 'lastName', 'email', 'phone', 'city', 'refId'] as const),
  ...(['commission', 'walletBalance', 'branchBalance', 'allBelow'] as const),
  ...(['userStatus', 'isLoggedIn', 'lastLogin', 'createdAt'] as const),
] as const

/** Points in a query string. */
const PointsText = z
  .string()
  .regex(/^-?\d{1,13}(\.\d{1,2})?$/)
  .transform(Number)

/**
 * Query of the accounts below one parent. `createdFrom`, `createdTo` and both balances are inclusive; `sums` requests
 * totals over all accounts of the filter. With `asOf`, all points are those of that moment, in filters, sums and order
 * too, and branch figures are omitted; everything else, including which accounts are listed, is current. `deleted`: only
 * deleted accounts, without a past. `limitDay`: accounts whose limits have rejected a booking on this business day
 * and on no later one, until their limits are changed.
 */
export const ChildListQuery = listQueryOf(accountSortFields).extend({
  status: z.enum(['active', 'deactive']).optional(),
  balanceFrom: PointsText.optional(),
  balanceTo: PointsText.optional(),
  createdFrom: Moment.optional(),
  createdTo: Moment.optional(),
  sums: z.literal('true').optional(),
  asOf: AsOf.optional(),
  deleted: z.literal('true').optional(),
  limitDay: calendarDay().optional(),
})

/** Query of all accounts of a level; `parent` restricts it to the children of one account. */
export const AccountListQuery = ChildListQuery.extend({ parent: Id.optional() })
export type AccountListQuery = z.infer<typeof AccountListQuery>

/**
 * `total` counts before paging. Filters, orders and sums by points and branches follow a booking within a second. With
 * balances of the past only the newest accounts are scanned: `searched` says how many, if not all. `balance` is the
 * requested sum, absent in that case; `branch` the sums of the branches of levels that have any.
 */
export const AccountList = responseOf(z.array(Account), {
  total: z.number().int().optional(),
  searched: Searched.optional(),
  balance: Points.optional(),
  branch: z.object({ balance: Points, all: z.number().int() }).optional(),
  asOf: AsOf.optional(),
})
