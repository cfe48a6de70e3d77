import { ledgerApi } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { readConservation, readStatement } from './statement'
import { readTree, searchTree } from './tree'

export const treeRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(ledgerApi.statement, ({ ctx: { actor }, params, query }) => readStatement(deps, actor, params.accountId, query))
  serve(ledgerApi.tree, async ({ ctx: { actor }, params }) => ({
    data: await readTree(deps, actor, params.accountId),
  }))
  serve(ledgerApi.search, async ({ ctx: { actor }, query }) => ({
    data: await searchTree(deps, actor, query.q),
  }))
  serve(ledgerApi.conservation, async () => ({ data: await readConservation(deps) }))
}
