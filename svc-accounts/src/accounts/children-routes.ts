import { childRoleOf } from '@cascade/contracts'
import { accountBases, baseOf, childrenApi } from '@cascade/contracts/accounts'
import { handle, type ServiceHono, type TokenVerifier } from '@cascade/service-kit'
import { adjustCredit } from '../credit/adjust-credit'
import { transferCredit } from '../credit/transfer-credit'
import type { AccountsDeps } from '../deps'
import { accountTexts } from '../texts'
import { createAccount } from './create-account'
import { deleteAccount } from './delete-account'
import { findAccount } from './find-account'
import { listAccounts } from './list-accounts'
import { ctxOf, readOne, updateOne } from './routes'
import { toggleAccount } from './toggle-account'

/** The same verbs, below one parent that the path names. A parent out of scope is as good as missing. */
export function childrenRoutes(app: ServiceHono, verifyToken: TokenVerifier, deps: AccountsDeps): void {
  for (const { role: parentRole, children } of accountBases) {
    const role = childRoleOf(parentRole)
    if (!children || !role) continue
    const api = childrenApi[parentRole]
    const texts = baseOf(role)

    handle(app, verifyToken, api.list, async ({ actor, params, query }) => {
      const parent = await findAccount(deps, actor, parentRole, params.parentId)
      return listAccounts(deps, actor, role, query, parent)
    })
    handle(app, verifyToken, api.create, async input => {
      const { parentId } = input.params
      await findAccount(deps, input.actor, parentRole, parentId)
      return {
        message: accountTexts.created,
        data: await createAccount(deps, ctxOf(input), role, input.body, input.call, parentId),
      }
    })
    handle(app, verifyToken, api.read, input => readOne(deps, input, role, input.params.childId, input.params.parentId))
    handle(app, verifyToken, api.update, input => {
      const { childId: id, parentId } = input.params
      return updateOne(deps, input, { role, id, parentId }, input.body)
    })
    handle(app, verifyToken, api.transfer, input => {
      const { childId: toUserId, parentId } = input.params
      return transferCredit(deps, ctxOf(input), role, { ...input.body, toUserId }, input.call, parentId)
    })
    handle(app, verifyToken, api.adjust, input => {
      const { childId: toUserId, parentId } = input.params
      return adjustCredit(deps, ctxOf(input), role, { ...input.body, toUserId }, input.call, parentId)
    })
    handle(app, verifyToken, api.toggle, async input => {
      const { childId, parentId, action } = input.params
      return { message: await toggleAccount(deps, ctxOf(input), role, childId, action, parentId) }
    })
    handle(app, verifyToken, api.remove, async input => {
      await deleteAccount(deps, ctxOf(input), role, input.params.childId, input.params.parentId)
      return { message: texts.childDeleted }
    })
  }
}
