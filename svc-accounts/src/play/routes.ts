import { feedCallOf } from '@cascade/contracts'
import { playFeedName, postingInternal } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'

/** What svc-live asks the ledger for, and the feed by which it learns what was booked. */
export const playRoutes: Routes<AccountsDeps> = ({ serveInternal }, { ledger }) => {
  serveInternal(postingInternal.post, async ({ body }) => ({ results: await ledger.play(body.requests) }))
  serveInternal(postingInternal.pools, async ({ body }) => {
    const { pools, head } = await ledger.pools(body.pools)
    const told = pools.map(({ poolBalance, winsBalance, ...pool }) => ({
      ...{ ...pool, poolBalance: String(poolBalance), winsBalance: String(winsBalance) },
    }))
    return { pools: told, head }
  })
  serveInternal(feedCallOf('accounts', playFeedName), ({ body }) => ledger.playFeed(body.after, body.limit))
}
