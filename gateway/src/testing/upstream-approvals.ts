import { approvalInternal } from '@cascade/contracts/accounts'
import type { Router } from '@cascade/service-kit'

/** Requests for a second person in memory, by id. */
export function serveApprovals({ serveInternal }: Pick<Router, 'serveInternal'>) {
  const requests = new Map<string, object>()
  serveInternal(approvalInternal.request, async ({ body }) => {
    const { key, isNeeded, operation } = body
    if (!isNeeded && operation !== 'percentages') return {}
    const approvalId = `approval-of-${key}`
    requests.set(approvalId, body)
    return { approvalId }
  })
  return { requests }
}
