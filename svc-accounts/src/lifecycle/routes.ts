import { childRoleOf } from '@cascade/contracts'
import { accountApi, accountLevels, childrenApi, sessionApi } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { updateAccount } from './change-account'
import { toggleAccount } from './change-status'
import { createAccount, readCreated } from './create-account'
import { deleteAccount } from './delete-account'
import { restoreAccount } from './restore-account'
import { signUp } from './sign-up'

export const lifecycleRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(sessionApi.signup, ({ ctx, body }) => signUp(deps, { ctx, input: body }))
  serve(sessionApi.created, ({ ctx, query }) => readCreated(deps, { ctx, input: query }))
  for (const { role: parentRole, children } of accountLevels) {
    const role = childRoleOf(parentRole)
    if (!children || !role) continue
    const api = childrenApi[parentRole]
    serve(api.create, ({ ctx, params: { parentId }, body }) =>
      createAccount(deps, { ctx, input: { role, parentId, fields: body } }),
    )
    serve(api.update, ({ ctx, params: { parentId, childId: id }, body }) =>
      updateAccount(deps, { ctx, input: { role, id, parentId, fields: body } }),
    )
    serve(api.toggle, ({ ctx, params: { parentId, childId: id, action } }) =>
      toggleAccount(deps, { ctx, input: { role, id, parentId, action } }),
    )
    serve(api.remove, ({ ctx, params: { parentId, childId: id }, query: { settle } }) =>
      deleteAccount(deps, { ctx, input: { role, id, parentId, settle } }),
    )
  }
  for (const { role } of accountLevels) {
    const api = accountApi[role]
    serve(api.create, ({ ctx, body }) => createAccount(deps, { ctx, input: { role, fields: body } }))
    serve(api.toggle, ({ ctx, params: { userId, action } }) =>
      toggleAccount(deps, { ctx, input: { role, id: userId, action } }),
    )
    serve(api.update, ({ ctx, params: { id }, body }) =>
      updateAccount(deps, { ctx, input: { role, id, fields: body } }),
    )
    serve(api.remove, ({ ctx, params: { id }, query: { settle } }) =>
      deleteAccount(deps, { ctx, input: { role, id, settle } }),
    )
    serve(api.restore, ({ ctx, params: { id } }) => restoreAccount(deps, { ctx, input: { role, id } }))
  }
}
