import { childRoleOf } from '@cascade/contracts'
import { accountApi, accountHistoryApi, accountLevels, childrenApi, sessionApi } from '@cascade/contracts/accounts'
import type { Router, Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { toggleAccount, updateAccount } from '../lifecycle/change-account'
import { createAccount, readCreated } from '../lifecycle/create-account'
import { deleteAccount } from '../lifecycle/delete-account'
import { listTakenContacts } from './contacts'
import { listAccounts } from './lists/list-accounts'
import { readAccount, readAnyAccount, readHistory } from './read-account'

export const accountRoutes: Routes<AccountsDeps> = (router, deps) => {
  router.serve(sessionApi.fetchUserById, ({ ctx, query }) => readAnyAccount(deps, { ctx, input: query }))
  router.serve(accountHistoryApi.list, ({ ctx, params, query }) =>
    readHistory(deps, { ctx, input: { ...query, accountId: params.accountId } }),
  )
  router.serve(sessionApi.takenContacts, ({ ctx, query }) => listTakenContacts(deps, { ctx, input: query }))
  router.serve(sessionApi.created, ({ ctx, query }) => readCreated(deps, { ctx, input: query }))
  childrenRoutes(router, deps)
  levelRoutes(router, deps)
}

function levelRoutes({ serve }: Router, deps: AccountsDeps): void {
  for (const { role } of accountLevels) {
    const api = accountApi[role]
    serve(api.create, ({ ctx, body }) => createAccount(deps, { ctx, input: { role, fields: body } }))
    serve(api.list, ({ ctx, query }) => listAccounts(deps, { ctx, input: { role, query } }))
    serve(api.toggle, ({ ctx, params: { userId, action } }) =>
      toggleAccount(deps, { ctx, input: { role, id: userId, action } }),
    )
    serve(api.read, ({ ctx, params: { id }, query: { asOf } }) => readAccount(deps, { ctx, input: { role, id, asOf } }))
    serve(api.update, ({ ctx, params: { id }, body }) =>
      updateAccount(deps, { ctx, input: { role, id, fields: body } }),
    )
    serve(api.remove, ({ ctx, params: { id }, query: { settle } }) =>
      deleteAccount(deps, { ctx, input: { role, id, settle } }),
    )
  }
}

function childrenRoutes({ serve }: Router, deps: AccountsDeps): void {
  for (const { role: parentRole, children } of accountLevels) {
    const role = childRoleOf(parentRole)
    if (!children || !role) continue
    const api = childrenApi[parentRole]
    serve(api.list, ({ ctx, params, query }) =>
      listAccounts(deps, { ctx, input: { role, parent: { role: parentRole, id: params.parentId }, query } }),
    )
    serve(api.create, ({ ctx, params: { parentId }, body }) =>
      createAccount(deps, { ctx, input: { role, parentId, fields: body } }),
    )
    serve(api.read, ({ ctx, params: { parentId, childId: id }, query: { asOf } }) =>
      readAccount(deps, { ctx, input: { role, id, parentId, asOf } }),
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
}
