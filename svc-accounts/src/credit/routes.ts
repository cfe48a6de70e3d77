import { childRoleOf, feedCallOf } from '@cascade/contracts'
import {
  accountApi,
  accountBases,
  accountsInternal,
  childrenApi,
  creditFeedName,
  ledgerApi,
  senderApi,
  sessionApi,
} from '@cascade/contracts/accounts'
import { bookingKeyOf, type Routes, transferIdOf } from '@cascade/service-kit'
import { balancesAt } from '../accounts/account-view'
import type { AccountsDeps } from '../deps'
import { adjustCredit, transferCredit } from './book-credit'
import { loadSender, loadSenders } from './senders'

/** Credit on the base of each level and below one parent, from the same verbs. */
export const creditRoutes: Routes<AccountsDeps> = ({ serve, serveInternal }, deps) => {
  serve(sessionApi.loadCredit, ({ ctx, query }) => loadSenders(deps, { ctx, input: query }))
  serve(ledgerApi.outcome, async ({ ctx, params: { transferId } }) => ({
    data: { transferId, outcome: await deps.ledger.outcome(ctx.actor.accountId, transferId) },
  }))
  serve(ledgerApi.outcomeOfKey, async ({ ctx: { actor }, query: { key } }) => {
    const transferId = transferIdOf(actor.accountId, bookingKeyOf(key))
    return { data: { transferId, outcome: await deps.ledger.outcome(actor.accountId, transferId) } }
  })
  serveInternal(accountsInternal.balances, async ({ body }) => {
    const balances = await balancesAt(deps, body.accountIds, body.asOf ? new Date(body.asOf) : undefined)
    return { balances: [...balances].map(([accountId, balance]) => ({ accountId, balance: String(balance) })) }
  })
  serveInternal(feedCallOf('accounts', creditFeedName), ({ body }) => deps.ledger.creditFeed(body.after, body.limit))
  for (const { role, children } of accountBases) {
    const { transfer, adjust } = accountApi[role]
    // A parent that the form carries is ignored.
    serve(transfer, ({ ctx, body }) => transferCredit(deps, { ctx, input: { ...body, role, parentId: undefined } }))
    serve(adjust, ({ ctx, body }) => adjustCredit(deps, { ctx, input: { ...body, role, parentId: undefined } }))
    if (role in senderApi) {
      serve(senderApi[role], ({ ctx, params: { id } }) => loadSender(deps, { ctx, input: { role, id } }))
    }
    const childRole = childRoleOf(role)
    if (!children || !childRole) continue
    const below = childrenApi[role]
    // The path says which child of which parent; what the body says of both is ignored.
    serve(below.transfer, ({ ctx, params: { parentId, childId }, body }) =>
      transferCredit(deps, { ctx, input: { ...body, role: childRole, parentId, toUserId: childId } }),
    )
    serve(below.adjust, ({ ctx, params: { parentId, childId }, body }) =>
      adjustCredit(deps, { ctx, input: { ...body, role: childRole, parentId, toUserId: childId } }),
    )
  }
}
