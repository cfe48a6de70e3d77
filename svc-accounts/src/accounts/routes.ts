import type { AccountRole } from '@cascade/contracts'
import { type AccountBase, accountApi, accountBases, senderApi } from '@cascade/contracts/accounts'
import type { Ctx, Router } from '@cascade/service-kit'
import { adjustCredit } from '../credit/adjust-credit'
import { loadSender } from '../credit/load-credit'
import { transferCredit } from '../credit/transfer-credit'
import type { AccountsDeps } from '../deps'
import { accountTexts } from '../texts'
import { viewOf } from './account-view'
import { createAccount } from './create-account'
import { deleteAccount } from './delete-account'
import { findAccount } from './find-account'
import { listAccounts } from './list-accounts'
import { toggleAccount } from './toggle-account'
import { updateAccount } from './update-account'
import { etagOf } from './versions'

type Input = { ctx: Ctx }

/** The calls of all nine levels, from one implementation. Static paths come before those with a parameter. */
export function accountRoutes(router: Router, deps: AccountsDeps): void {
  for (const base of accountBases) {
    if (base.role in senderApi) {
      router.serve(senderApi[base.role], input => loadSender(deps, input.ctx, base.role, input.params.id))
    }
  }
  for (const base of accountBases) levelRoutes(router, deps, base)
}

function levelRoutes({ serve }: Router, deps: AccountsDeps, base: AccountBase): void {
  const { role, deleted } = base
  const api = accountApi[role]
  serve(api.create, async input => ({
    message: accountTexts.created,
    data: await createAccount(deps, input.ctx, role, input.body, input.ctx),
  }))
  serve(api.list, input => listAccounts(deps, input.ctx.actor, role, input.query))
  serve(api.transfer, input => transferCredit(deps, input.ctx, role, input.body, input.ctx))
  serve(api.adjust, input => adjustCredit(deps, input.ctx, role, input.body, input.ctx))
  serve(api.toggle, async input => ({
    message: await toggleAccount(deps, input.ctx, role, input.params.userId, input.params.action),
  }))
  serve(api.read, input => readOne(deps, input, role, input.params.id))
  serve(api.update, input => updateOne(deps, input, { role, id: input.params.id }, input.body))
  serve(api.remove, async input => {
    await deleteAccount(deps, input.ctx, role, input.params.id)
    return { message: deleted }
  })
}

export async function readOne(deps: AccountsDeps, { ctx }: Input, role: AccountRole, id: string, parentId?: string) {
  const account = await findAccount(deps, ctx.actor, role, id, parentId)
  ctx.setHeader('ETag', etagOf(account))
  return { data: await viewOf(deps, ctx.actor, account) }
}

export async function updateOne(
  deps: AccountsDeps,
  input: Input,
  target: { role: AccountRole; id: string; parentId?: string },
  body: Parameters<typeof updateAccount>[3],
) {
  const { view, etag } = await updateAccount(deps, input.ctx, { ...target, ifMatch: input.ctx.ifMatch }, body)
  input.ctx.setHeader('ETag', etag)
  return { message: accountTexts.updated, data: view }
}
