import { toPoints } from '@cascade/contracts'
import { type Ask, requirePermission } from '@cascade/service-kit'
import { findInScope } from '../accounts/read/find-account'
import type { AccountsDeps } from '../deps'
import { userOf } from '../sessions/signed-in-user'

/** What the signed-in player has: in the wallet, on draws that are not settled, won and not taken. */
export async function readMe(deps: AccountsDeps, { ctx }: Ask) {
  requirePermission(ctx, 'bets.place')
  const { accountId } = ctx.actor
  const { tickets, wins, owed } = await deps.openPlay(accountId, { claim: false })
  // The balance is read last: what it does not hold yet is still told as open or unclaimed.
  const { _id, username, walletBalance } = await userOf(deps, await findInScope(deps, ctx.actor, accountId))
  const points = (hundredths: string) => toPoints(BigInt(hundredths))
  return {
    data: {
      ...{ _id, username, balance: walletBalance, unclaimed: points(wins), owed: points(owed) },
      open: { tickets: tickets.count, stake: points(tickets.stake) },
    },
  }
}
