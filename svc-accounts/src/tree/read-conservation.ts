import { toPoints } from '@cascade/contracts'
import { type Ask, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'

/** Issued points against all wallets, as points. */
export async function readConservation(deps: AccountsDeps, { ctx }: Ask) {
  requirePermission(ctx, 'ledger.verify')
  const { issued, wallets, pools, difference, checkedAt } = await deps.ledger.conservation()
  const data = {
    issued: toPoints(issued),
    wallets: toPoints(wallets),
    pools: toPoints(pools),
    difference: toPoints(difference),
    checkedAt: checkedAt.toISOString(),
  }
  return { data }
}
