import { approvalApi, approvalInternal } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { approveRequest, declineRequest, listApprovals, withdrawRequest } from './decide-approval'
import { requestApproval } from './request-approval'

export const approvalRoutes: Routes<AccountsDeps> = ({ serve, serveInternal }, deps) => {
  serve(approvalApi.list, ({ ctx, query }) => listApprovals(deps, { ctx, input: query }))
  serve(approvalApi.approve, ({ ctx, params }) => approveRequest(deps, { ctx, input: params }))
  serve(approvalApi.decline, ({ ctx, params, body }) => declineRequest(deps, { ctx, input: { ...params, ...body } }))
  serve(approvalApi.withdraw, ({ ctx, params }) => withdrawRequest(deps, { ctx, input: params }))
  serveInternal(approvalInternal.request, ({ requestId, body }) =>
    requestApproval(deps, { ctx: { requestId }, input: body }),
  )
}
