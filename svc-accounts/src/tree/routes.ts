import { ledgerApi } from '@cascade/contracts/accounts'
import { handle, type ServiceHono, type TokenVerifier } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { readConservation, readStatement } from './statement'
import { readTree, searchTree } from './tree'

export function treeRoutes(app: ServiceHono, verifyToken: TokenVerifier, deps: AccountsDeps): void {
  handle(app, verifyToken, ledgerApi.statement, ({ actor, params, query }) =>
    readStatement(deps, actor, params.accountId, query),
  )
  handle(app, verifyToken, ledgerApi.tree, async ({ actor, params }) => ({
    data: await readTree(deps, actor, params.accountId),
  }))
  handle(app, verifyToken, ledgerApi.search, async ({ actor, query }) => ({
    data: await searchTree(deps, actor, query.q),
  }))
  handle(app, verifyToken, ledgerApi.conservation, async () => ({ data: await readConservation(deps) }))
}
