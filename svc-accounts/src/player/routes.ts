import { toPoints } from '@cascade/contracts'
import { playerApi } from '@cascade/contracts/accounts'
import { type Call, type Routes, requirePermission } from '@cascade/service-kit'
import { findInScope } from '../accounts/find-account'
import type { AccountsDeps } from '../deps'
import { defaultSize, readEntries } from '../hierarchy/routes'
import { loginOf } from '../identity/login'
import { userOf } from '../identity/sessions/sessions'
import { toLimitsView } from '../limits/limits-view'

export const playerRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(playerApi.me, ({ ctx }) => readMe(deps, { ctx, input: {} }))
  serve(playerApi.statement, ({ ctx, query }) => readOwnStatement(deps, { ctx, input: query }))
}

async function readMe(deps: AccountsDeps, { ctx }: Call) {
  requirePermission(ctx, 'bets.place')
  const { requestId, actor } = ctx
  const { accountId } = actor
  const { tickets, wins, owed } = await deps.openPlay(accountId, { claim: false, requestId })
  const limits = toLimitsView(await deps.ledger.limits(accountId), 'player', deps.now())
  // Balance last: points in transit are then counted as open or unclaimed, never missing.
  const { _id, username, walletBalance } = await userOf(deps, loginOf(await findInScope(deps, actor, accountId)))
  const points = (hundredths: string) => toPoints(BigInt(hundredths))
  return {
    data: {
      _id,
      username,
      balance: walletBalance,
      unclaimed: points(wins),
      owed: points(owed),
      open: { tickets: tickets.count, stake: points(tickets.stake) },
      limits,
    },
  }
}

type Input = {
  from?: string | undefined
  to?: string | undefined
  page?: number | undefined
  size?: number | undefined
}

const toDate = (moment: string | undefined) => (moment === undefined ? undefined : new Date(moment))

async function readOwnStatement(deps: AccountsDeps, { ctx, input }: Call<Input>) {
  requirePermission(ctx, 'bets.place')
  const { from, to, page = 1, size = defaultSize } = input
  return readEntries(deps, ctx.actor, ctx.actor.accountId, { from: toDate(from), to: toDate(to), page, size })
}
