import { limitApi } from '@cascade/contracts/accounts'
import { type Ctx, type Routes, requirePermission } from '@cascade/service-kit'
import { findInScope } from '../accounts/find-account'
import type { AccountsDeps } from '../deps'
import { changeOwnLimits, readLimits, setLimits } from './change-limits'

export const limitRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(limitApi.changeOwn, async ({ ctx, body }) => {
    const account = await findSelf(deps, ctx)
    await changeOwnLimits(deps, { ctx, input: { account, set: body } })
    return readLimits(deps, ctx, account)
  })
  serve(limitApi.pause, async ({ ctx, body: { days } }) => {
    const account = await findSelf(deps, ctx)
    await changeOwnLimits(deps, { ctx, input: { account, pauseDays: days } })
    return readLimits(deps, ctx, account)
  })
  serve(limitApi.read, async ({ ctx, params: { userId } }) =>
    readLimits(deps, ctx, await findInScope(deps, ctx.actor, userId)),
  )
  serve(limitApi.change, ({ ctx, params, body }) => setLimits(deps, { ctx, input: { ...params, set: body } }))
}

function findSelf(deps: AccountsDeps, ctx: Ctx) {
  requirePermission(ctx, 'bets.place')
  return findInScope(deps, ctx.actor, ctx.actor.accountId)
}
