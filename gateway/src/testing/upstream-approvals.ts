import { type Approval, type ApprovalOrder, approvalExample, approvalInternal } from '@cascade/contracts/accounts'
import { conflict, type Router } from '@cascade/service-kit'

type Row = { order: ApprovalOrder; state: Approval['state']; isLeased: boolean; isFinished: boolean; password?: string }

/** Approvals in memory. `executed`: keys of the approved calls that arrived. */
export function serveApprovals({ serveInternal }: Pick<Router, 'serveInternal'>) {
  const rows = new Map<string, Row>()
  const approvals = { rows, executed: [] as string[] }
  const rowOf = (id: string) => {
    const row = rows.get(id)
    if (!row) throw conflict('unknown')
    return row
  }
  const viewOf = (id: string): Approval => ({ ...approvalExample, _id: id, state: rowOf(id).state })

  serveInternal(approvalInternal.request, async ({ body }) => {
    const { actor, endpointId, path, ifMatch, key, amount = 0, password } = body
    if (amount < 100) return {}
    const approvalId = `approval-of-${key}`
    const order = { approvalId, endpointId, path, body: body.body, ifMatch, actor, approvedBy: 'second' }
    if (!rows.has(approvalId))
      rows.set(approvalId, { order, state: 'open', isLeased: false, isFinished: false, password })
    return { approvalId }
  })
  serveInternal(approvalInternal.approve, async ({ body: { approvalId } }) => {
    const row = rowOf(approvalId)
    if (row.state !== 'open') throw conflict('decided')
    Object.assign(row, { state: 'approved', isLeased: true })
    return { approval: viewOf(approvalId), order: row.order }
  })
  serveInternal(approvalInternal.claim, async () => {
    const due = [...rows.values()].filter(row => row.state === 'approved' && !row.isFinished && !row.isLeased)
    for (const row of due) row.isLeased = true
    return { orders: due.map(({ order }) => order) }
  })
  serveInternal(approvalInternal.finish, async ({ body: { approvalId, failure } }) => {
    const row = rowOf(approvalId)
    const isFirst = !row.isFinished
    if (isFirst) Object.assign(row, { isFinished: true, state: failure === undefined ? 'approved' : 'failed' })
    return { approval: { ...viewOf(approvalId), reason: failure }, isFirst }
  })
  return approvals
}
