import { approvalApi, approvalInternal } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { approve, claimCalls, declineApproval, listApprovals, storeOutcome, withdrawApproval } from './decide-approval'
import { requestApproval } from './request-approval'

export const approvalRoutes: Routes<AccountsDeps> = ({ serve, serveInternal }, deps) => {
  serve(approvalApi.list, ({ ctx, query }) => listApprovals(deps, { ctx, input: query }))
  serve(approvalApi.decline, ({ ctx, params, body }) => declineApproval(deps, { ctx, input: { ...params, ...body } }))
  serve(approvalApi.withdraw, ({ ctx, params }) => withdrawApproval(deps, { ctx, input: params }))

  serveInternal(approvalInternal.request, ({ requestId, body }) =>
    requestApproval(deps, { ctx: { requestId }, input: body }),
  )
  serveInternal(approvalInternal.approve, ({ requestId, body }) => approve(deps, { ctx: { requestId }, input: body }))
  serveInternal(approvalInternal.claim, () => claimCalls(deps))
  serveInternal(approvalInternal.finish, ({ body }) => storeOutcome(deps, body))
}
