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

const defaultSize = 50

/** Entries of one wallet until `asOf`, newest first, with what each left; a game stands there by its name. */
export async function readStatement(deps: AccountsDeps, { ctx, input }: Ask<StatementInput>) {
  const { accountId, page = 1, size = defaultSize, startDate, endDate, asOf } = input
  requirePermission(ctx, 'tree.read')
  const until = earlierOf(endDate === undefined ? undefined : new Date(endDate), pastMoment(asOf, deps.now()))
  const account = await findInScope(deps, ctx.actor, accountId)
  const { rows, total } = await deps.ledger.statement(account._id, {
    ...(startDate === undefined ? {} : { from: new Date(startDate) }),
    ...(until === undefined ? {} : { to: until }),
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
  return { data, total, asOf }
}

const earlierOf = (one: Date | undefined, other: Date | undefined) =>
  one && other && other < one ? other : (one ?? other)
