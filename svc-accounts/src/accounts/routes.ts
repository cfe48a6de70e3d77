import type { AccountRole } from '@cascade/contracts'
import { type AccountBase, accountApi, accountBases, senderApi } from '@cascade/contracts/accounts'
import { type Actor, type Call, handle, type ServiceHono, type TokenVerifier } from '@cascade/service-kit'
import { adjustCredit } from '../credit/adjust-credit'
import { loadSender } from '../credit/load-credit'
import { transferCredit } from '../credit/transfer-credit'
import type { AccountsDeps, Ctx } from '../deps'
import { accountTexts } from '../texts'
import { viewOf } from './account-view'
import { createAccount } from './create-account'
import { deleteAccount } from './delete-account'
import { findAccount } from './find-account'
import { listAccounts } from './list-accounts'
import { toggleAccount } from './toggle-account'
import { updateAccount } from './update-account'
import { etagOf } from './versions'

type Input = { actor: Actor; call: Call }
export const ctxOf = ({ actor, call }: Input): Ctx => ({ actor, requestId: call.requestId })

/** The calls of all nine levels, from one implementation. Static paths come before those with a parameter. */
export function accountRoutes(app: ServiceHono, verifyToken: TokenVerifier, deps: AccountsDeps): void {
  for (const base of accountBases) {
    if (base.role in senderApi) {
      handle(app, verifyToken, senderApi[base.role], input =>
        loadSender(deps, ctxOf(input), base.role, input.params.id),
      )
    }
  }
  for (const base of accountBases) levelRoutes(app, verifyToken, deps, base)
}

function levelRoutes(app: ServiceHono, verifyToken: TokenVerifier, deps: AccountsDeps, base: AccountBase): void {
  const { role, deleted } = base
  const api = accountApi[role]
  handle(app, verifyToken, api.create, async input => ({
    message: accountTexts.created,
    data: await createAccount(deps, ctxOf(input), role, input.body, input.call),
  }))
  handle(app, verifyToken, api.list, input => listAccounts(deps, input.actor, role, input.query))
  handle(app, verifyToken, api.transfer, input => transferCredit(deps, ctxOf(input), role, input.body, input.call))
  handle(app, verifyToken, api.adjust, input => adjustCredit(deps, ctxOf(input), role, input.body, input.call))
  handle(app, verifyToken, api.toggle, async input => ({
    message: await toggleAccount(deps, ctxOf(input), role, input.params.userId, input.params.action),
  }))
  handle(app, verifyToken, api.read, input => readOne(deps, input, role, input.params.id))
  handle(app, verifyToken, api.update, input => updateOne(deps, input, { role, id: input.params.id }, input.body))
  handle(app, verifyToken, api.remove, async input => {
    await deleteAccount(deps, ctxOf(input), role, input.params.id)
    return { message: deleted }
  })
}

export async function readOne(
  deps: AccountsDeps,
  { actor, call }: Input,
  role: AccountRole,
  id: string,
  parentId?: string,
) {
  const account = await findAccount(deps, actor, role, id, parentId)
  call.setHeader('ETag', etagOf(account))
  return { data: await viewOf(deps, actor, account) }
}

export async function updateOne(
  deps: AccountsDeps,
  input: Input,
  target: { role: AccountRole; id: string; parentId?: string },
  body: Parameters<typeof updateAccount>[3],
) {
  const { view, etag } = await updateAccount(deps, ctxOf(input), { ...target, ifMatch: input.call.ifMatch }, body)
  input.call.setHeader('ETag', etag)
  return { message: accountTexts.updated, data: view }
}
