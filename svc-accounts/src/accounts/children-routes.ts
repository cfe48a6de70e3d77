import { childRoleOf } from '@cascade/contracts'
import { accountBases, baseOf, childrenApi } from '@cascade/contracts/accounts'
import type { Router } from '@cascade/service-kit'
import { adjustCredit } from '../credit/adjust-credit'
import { transferCredit } from '../credit/transfer-credit'
import type { AccountsDeps } from '../deps'
import { accountTexts } from '../texts'
import { createAccount } from './create-account'
import { deleteAccount } from './delete-account'
import { findAccount } from './find-account'
import { listAccounts } from './list-accounts'
import { readOne, updateOne } from './routes'
import { toggleAccount } from './toggle-account'

/** The same verbs, below one parent that the path names. A parent out of scope is as good as missing. */
export function childrenRoutes({ serve }: Router, deps: AccountsDeps): void {
  for (const { role: parentRole, children } of accountBases) {
    const role = childRoleOf(parentRole)
    if (!children || !role) continue
    const api = childrenApi[parentRole]
    const texts = baseOf(role)

    serve(api.list, async ({ ctx: { actor }, params, query }) => {
      const parent = await findAccount(deps, actor, parentRole, params.parentId)
      return listAccounts(deps, actor, role, query, parent)
    })
    serve(api.create, async input => {
      const { parentId } = input.params
      await findAccount(deps, input.ctx.actor, parentRole, parentId)
      return {
        message: accountTexts.created,
        data: await createAccount(deps, input.ctx, role, input.body, input.ctx, parentId),
      }
    })
    serve(api.read, input => readOne(deps, input, role, input.params.childId, input.params.parentId))
    serve(api.update, input => {
      const { childId: id, parentId } = input.params
      return updateOne(deps, input, { role, id, parentId }, input.body)
    })
    serve(api.transfer, input => {
      const { childId: toUserId, parentId } = input.params
      return transferCredit(deps, input.ctx, role, { ...input.body, toUserId }, input.ctx, parentId)
    })
    serve(api.adjust, input => {
      const { childId: toUserId, parentId } = input.params
      return adjustCredit(deps, input.ctx, role, { ...input.body, toUserId }, input.ctx, parentId)
    })
    serve(api.toggle, async input => {
      const { childId, parentId, action } = input.params
      return { message: await toggleAccount(deps, input.ctx, role, childId, action, parentId) }
    })
    serve(api.remove, async input => {
      await deleteAccount(deps, input.ctx, role, input.params.childId, input.params.parentId)
      return { message: texts.childDeleted }
    })
  }
}
