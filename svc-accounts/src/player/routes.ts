import { playerApi } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { readMe } from './read-me'
import { readOwnStatement } from './read-own-statement'

export const playerRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(playerApi.me, ({ ctx }) => readMe(deps, { ctx, input: {} }))
  serve(playerApi.statement, ({ ctx, query }) => readOwnStatement(deps, { ctx, input: query }))
}
