import { childRoleOf } from '@cascade/contracts'
import { accountApi, accountHistoryApi, accountLevels, childrenApi, sessionApi } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { listTakenContacts } from './contacts'
import { listAccounts } from './lists/list-accounts'
import { readAccount, readAnyAccount, readHistory } from './read-account'

export const accountRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(sessionApi.fetchUserById, ({ ctx, query }) => readAnyAccount(deps, { ctx, input: query }))
  serve(accountHistoryApi.list, ({ ctx, params, query }) =>
    readHistory(deps, { ctx, input: { ...query, accountId: params.accountId } }),
  )
  serve(sessionApi.takenContacts, ({ ctx, query }) => listTakenContacts(deps, { ctx, input: query }))
  for (const { role: parentRole, children } of accountLevels) {
    const role = childRoleOf(parentRole)
    if (!children || !role) continue
    const api = childrenApi[parentRole]
    serve(api.list, ({ ctx, params, query }) =>
      listAccounts(deps, { ctx, input: { role, parent: { role: parentRole, id: params.parentId }, query } }),
    )
    serve(api.read, ({ ctx, params: { parentId, childId: id }, query: { asOf, deleted } }) =>
      readAccount(deps, { ctx, input: { role, id, parentId, asOf, deleted } }),
    )
  }
  for (const { role } of accountLevels) {
    const api = accountApi[role]
    serve(api.list, ({ ctx, query }) => listAccounts(deps, { ctx, input: { role, query } }))
    serve(api.read, ({ ctx, params: { id }, query: { asOf, deleted } }) =>
      readAccount(deps, { ctx, input: { role, id, asOf, deleted } }),
    )
  }
}
