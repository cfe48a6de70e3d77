import { ledgerApi, sessionApi } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { countUsers } from './count-users'
import { readConservation } from './read-conservation'
import { readStatement } from './read-statement'
import { readTree } from './read-tree'
import { searchTree } from './search-tree'

export const treeRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(ledgerApi.tree, ({ ctx, params, query: { asOf } }) => readTree(deps, { ctx, input: { ...params, asOf } }))
  serve(ledgerApi.search, ({ ctx, query }) => searchTree(deps, { ctx, input: query }))
  serve(sessionApi.userCount, ({ ctx }) => countUsers(deps, { ctx, input: {} }))
  serve(ledgerApi.statement, ({ ctx, params, query }) =>
    readStatement(deps, { ctx, input: { ...query, accountId: params.accountId } }),
  )
  serve(ledgerApi.conservation, ({ ctx }) => readConservation(deps, { ctx, input: {} }))
}
