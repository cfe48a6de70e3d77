import { childRoleOf, defineFeedCall } from '@cascade/contracts'
import {
  accountApi,
  accountLevels,
  accountsInternal,
  childrenApi,
  creditFeedName,
  ledgerApi,
  reversalApi,
  senderApi,
  sessionApi,
} from '@cascade/contracts/accounts'
import { bookingIdOf, type Ctx, type Routes } from '@cascade/service-kit'
import { sessionOf } from '../accounts/account'
import { balancesAt } from '../accounts/account-view'
import type { AccountsDeps } from '../deps'
import { bookCredit } from './book-credit'
import { type CreditBody, type CreditReceiver, toCreditRequest } from './credit-rules'
import { readTransfer } from './read-transfer'
import { toAdjustResponse, toTransferResponse } from './responses'
import { reverseTransfer } from './reverse-transfer'
import { loadSender, loadSenders } from './senders'

export const creditRoutes: Routes<AccountsDeps> = ({ serve, serveInternal }, deps) => {
  serve(sessionApi.loadCredit, ({ ctx, query }) => loadSenders(deps, { ctx, input: query }))
  const outcomeOf = async ({ actor: { accountId } }: Ctx, transferId: string) => {
    return { data: { transferId, outcome: await deps.ledger.outcome(accountId, transferId) } }
  }
  serve(ledgerApi.outcome, ({ ctx, params }) => outcomeOf(ctx, params.transferId))
  serve(reversalApi.read, ({ ctx, params }) => readTransfer(deps, { ctx, input: params }))
  serve(reversalApi.reverse, ({ ctx, params, body }) =>
    reverseTransfer(deps, { ctx, input: { ...body, ...params, sessionId: sessionOf(ctx.actor) } }),
  )
  serve(ledgerApi.outcomeOfKey, async ({ ctx, query: { key } }) => {
    const id = bookingIdOf(ctx.actor.accountId, key)
    return (await deps.cash.find(id)) ? { data: { transferId: id, outcome: 'booked' as const } } : outcomeOf(ctx, id)
  })
  serveInternal(accountsInternal.balances, async ({ body }) => {
    const balances = await balancesAt(deps, body.accountIds, body.asOf ? new Date(body.asOf) : undefined)
    return { balances: [...balances].map(([accountId, balance]) => ({ accountId, balance: String(balance) })) }
  })
  serveInternal(defineFeedCall('accounts', creditFeedName), ({ body }) =>
    deps.ledger.creditFeed(body.after, body.limit),
  )
  const book = (ctx: Ctx, receiver: CreditReceiver, body: CreditBody) =>
    bookCredit(deps, { ctx, input: { ...toCreditRequest(ctx.actor, receiver, body), sessionId: sessionOf(ctx.actor) } })
  for (const { role, children } of accountLevels) {
    serve(accountApi[role].transfer, async ({ ctx, body }) =>
      toTransferResponse(await book(ctx, { role, toUserId: body.toUserId }, body)),
    )
    serve(accountApi[role].adjust, async ({ ctx, body }) =>
      toAdjustResponse(await book(ctx, { role, toUserId: body.toUserId }, body)),
    )
    if (role in senderApi) {
      serve(senderApi[role], ({ ctx, params: { id } }) => loadSender(deps, { ctx, input: { role, id } }))
    }
    const childRole = childRoleOf(role)
    if (!children || !childRole) continue
    // The path names parent and child; the body is ignored for both.
    serve(childrenApi[role].transfer, async ({ ctx, params: { parentId, childId }, body }) =>
      toTransferResponse(await book(ctx, { role: childRole, parentId, toUserId: childId }, body)),
    )
    serve(childrenApi[role].adjust, async ({ ctx, params: { parentId, childId }, body }) =>
      toAdjustResponse(await book(ctx, { role: childRole, parentId, toUserId: childId }, body)),
    )
  }
}
