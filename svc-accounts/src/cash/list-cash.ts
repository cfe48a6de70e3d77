import { toPoints } from '@cascade/contracts'
import { cashTexts, type CashEntry as EntryView } from '@cascade/contracts/accounts'
import { type Call, invalid, isInScope } from '@cascade/service-kit'
import type { AccountPlace } from '../accounts/account-store'
import { toWindow } from '../accounts/lists/windows'
import type { AccountsDeps } from '../deps'
import { type CashEntry, reversalEndOf } from './cash-rules'
import { readOtherPairs, readPair } from './read-pair'

type ListInput = {
  userId: string
  parentId?: string | undefined
  page?: number | undefined
  size?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** A former parent and its superiors may read on, and reverse what was recorded. */
export async function listCash(deps: AccountsDeps, { ctx, input }: Call<ListInput>) {
  const { userId, parentId, from = '', to = '' } = input
  if (from && to && from > to) throw invalid(cashTexts.wrongRange, 'from')
  const pair = await readPair(deps, ctx.actor, userId, parentId)
  const { parent, child } = pair
  const account = await deps.cash.account(parent._id, child._id)
  const [page, others] = await Promise.all([
    deps.cash.page(account, { from, to }, toWindow(input)),
    readOtherPairs(deps, ctx.actor, pair),
  ])
  const isAbove = isInScope(ctx.actor, parent)
  return {
    data: page.rows.map(entry => toEntryView(entry, isAbove ? reversalEndOf(entry) : undefined)),
    total: page.total,
    account: {
      parent: toParty(parent),
      child: toParty(child),
      balance: toPoints(account.balance),
      opening: toPoints(page.opening),
      closing: toPoints(page.closing),
      former: others.map(other => ({ parent: toParty(other.parent), balance: toPoints(other.balance) })),
    },
  }
}

const toParty = ({ _id, username, role }: AccountPlace) => ({ _id, username, role })

/** @param until until when the viewer may reverse it */
export function toEntryView(entry: CashEntry, until: Date | undefined): EntryView {
  const {
    _id: cashId,
    seq,
    kind,
    amount,
    balanceAfter,
    note,
    by,
    at,
    bizDate: day,
    settlementId,
    reverses,
    reversedBy,
  } = entry
  return {
    ...{ cashId, seq, kind, amount: toPoints(amount), balance: toPoints(balanceAfter) },
    ...{ note, by, createdAt: at.toISOString(), day },
    ...(settlementId && { settlementId }),
    ...(reverses && { reverses: toLink(reverses) }),
    ...(reversedBy && { reversedBy: toLink(reversedBy) }),
    ...(until && { reversibleUntil: until.toISOString() }),
  }
}

const toLink = ({ cashId, at, by }: NonNullable<CashEntry['reverses']>) => ({
  ...{ cashId, createdAt: at.toISOString(), by },
})
