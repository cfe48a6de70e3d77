import { accountsInternal } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { beatPresence, changePresence } from './report-presence'

export const presenceRoutes: Routes<AccountsDeps> = ({ serveInternal }, deps) => {
  serveInternal(accountsInternal.changePresence, ({ requestId, body }) =>
    changePresence(deps, { ctx: { requestId }, input: body }),
  )
  serveInternal(accountsInternal.presenceHeartbeat, ({ requestId, body }) =>
    beatPresence(deps, { ctx: { requestId }, input: body }),
  )
}
