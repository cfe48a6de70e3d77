import { feedCallOf } from '@cascade/contracts'
import { ledgerInternal, playFeedName, postingInternal } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'

/** What svc-live asks the ledger for, the feed by which it learns what was booked, and what instances hand over. */
export const playRoutes: Routes<AccountsDeps> = ({ serveInternal }, { ledger }) => {
  serveInternal(postingInternal.post, async ({ body }) => ({ results: await ledger.play(body.requests) }))
  serveInternal(ledgerInternal.settle, async ({ body }) => ({ outcomes: await ledger.settle(body.batch) }))
  serveInternal(ledgerInternal.confirm, async ({ body }) => ({ refused: await ledger.refusedOf(body.ids) }))
  serveInternal(postingInternal.pools, async ({ body }) => {
    const { pools, head } = await ledger.pools(body.pools)
    const told = pools.map(({ poolBalance, winsBalance, ...pool }) => ({
      ...pool,
      poolBalance: String(poolBalance),
      winsBalance: String(winsBalance),
    }))
    return { pools: told, head }
  })
  serveInternal(feedCallOf('accounts', playFeedName), ({ body }) => ledger.playFeed(body.after, body.limit))
}
