import { type Ask, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { defaultSize, statementOf } from '../tree/read-statement'

type Input = {
  from?: string | undefined
  to?: string | undefined
  page?: number | undefined
  size?: number | undefined
}

const dateOf = (moment: string | undefined) => (moment === undefined ? undefined : new Date(moment))

/** Entries of the signed-in player's wallet, newest first. */
export async function readOwnStatement(deps: AccountsDeps, { ctx, input }: Ask<Input>) {
  requirePermission(ctx, 'bets.place')
  const { from, to, page = 1, size = defaultSize } = input
  return statementOf(deps, ctx.actor.accountId, { from: dateOf(from), to: dateOf(to), page, size })
}
