import { defineFeedCall } from '@cascade/contracts'
import { ledgerInternal, playFeedName, postingInternal } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'

/** Internal API: game postings and their feed for svc-live, and batches forwarded between instances. */
export const ledgerRoutes: Routes<AccountsDeps> = ({ serveInternal }, { ledger }) => {
  serveInternal(postingInternal.post, async ({ body }) => ({ results: await ledger.play(body.requests) }))
  serveInternal(ledgerInternal.commit, async ({ body }) => ({ outcomes: await ledger.commitForwarded(body.batch) }))
  serveInternal(postingInternal.pools, async ({ body }) => {
    const { pools, head } = await ledger.pools(body.pools)
    const rows = pools.map(({ poolBalance, winsBalance, ...pool }) => ({
      ...pool,
      poolBalance: String(poolBalance),
      winsBalance: String(winsBalance),
    }))
    return { pools: rows, head }
  })
  serveInternal(defineFeedCall('accounts', playFeedName), ({ body }) => ledger.playFeed(body.after, body.limit))
}
