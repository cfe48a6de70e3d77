import { type Approval, type ApprovedCall, approvalExample, approvalInternal } from '@cascade/contracts/accounts'
import { conflict, type Router } from '@cascade/service-kit'

const secondPerson = { id: 'second', username: 'Second', role: 'superadmin' }

type Row = { call: ApprovedCall; state: Approval['state']; isLeased: boolean; isFinished: boolean; asked: object }

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

  serveInternal(approvalInternal.request, async ({ body: asked }) => {
    const { actor, endpointId, path, ifMatch, key, body, isNeeded } = asked
    if (!isNeeded && asked.operation !== 'percentages') return {}
    const approvalId = `approval-of-${key}`
    const call = { approvalId, key, endpointId, path, body, ifMatch, actor, approvedBy: secondPerson }
    if (!rows.has(approvalId)) rows.set(approvalId, { call, state: 'open', isLeased: false, isFinished: false, asked })
    return { approvalId }
  })
  serveInternal(approvalInternal.approve, async ({ body: { approvalId } }) => {
    const row = rowOf(approvalId)
    if (row.state !== 'open') throw conflict('decided')
    Object.assign(row, { state: 'approved', isLeased: true })
    return { approval: viewOf(approvalId), call: row.call }
  })
  serveInternal(approvalInternal.claim, async () => {
    const due = [...rows.values()].filter(row => row.state === 'approved' && !row.isFinished && !row.isLeased)
    for (const row of due) row.isLeased = true
    return { calls: due.map(({ call }) => call) }
  })
  serveInternal(approvalInternal.finish, async ({ body: { approvalId, failure } }) => {
    const row = rowOf(approvalId)
    const isFirst = !row.isFinished
    if (isFirst) Object.assign(row, { isFinished: true, state: failure === undefined ? 'approved' : 'failed' })
    return { approval: { ...viewOf(approvalId), reason: failure?.message, reasonCode: failure?.reason }, isFirst }
  })
  return approvals
}
