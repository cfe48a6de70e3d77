import { toPoints } from '@cascade/contracts'
import { type Ask, pastMoment, requirePermission } from '@cascade/service-kit'
import { findInScope } from '../accounts/read/find-account'
import type { AccountsDeps } from '../deps'

type StatementInput = {
  accountId: string
  page?: number | undefined
  size?: number | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  asOf?: string | undefined
}

export const defaultSize = 50

/** Entries of one wallet until `asOf`, newest first, with what each left; a game stands there by its name. */
export async function readStatement(deps: AccountsDeps, { ctx, input }: Ask<StatementInput>) {
  const { accountId, page = 1, size = defaultSize, startDate, endDate, asOf } = input
  requirePermission(ctx, 'tree.read')
  const until = earlierOf(endDate === undefined ? undefined : new Date(endDate), pastMoment(asOf, deps.now()))
  const account = await findInScope(deps, ctx.actor, accountId)
  const from = startDate === undefined ? undefined : new Date(startDate)
  return { ...(await statementOf(deps, account._id, { from, to: until, page, size })), asOf }
}

type Window = { from: Date | undefined; to: Date | undefined; page: number; size: number }

/** Entries of a wallet in a window, as the contract answers them. */
export async function statementOf(deps: AccountsDeps, walletId: string, { from, to, page, size }: Window) {
  const { rows, total } = await deps.ledger.statement(walletId, {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...{ page, size },
  })
  const names = await deps.games.namesByCode(rows.flatMap(({ gameId }) => gameId ?? []))
  const data = rows.map(({ by, gameId, ...row }) => ({
    ...row,
    gameId,
    counterparty: (gameId && names.get(gameId)) ?? row.counterparty,
    by: { accountId: by.id, username: by.username, role: by.role },
    amount: toPoints(row.amount),
    balance: toPoints(row.balance),
    createdAt: row.createdAt.toISOString(),
  }))
  return { data, total }
}

const earlierOf = (one: Date | undefined, other: Date | undefined) =>
  one && other && other < one ? other : (one ?? other)
