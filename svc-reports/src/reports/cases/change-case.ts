import { caseEvents, caseTexts, complaintEvents } from '@cascade/contracts/reports'
import { AppError, auditChanges, type Call, newEvent, notFound, personOf } from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import type { ComplaintRow } from '../complaints/complaint-store'
import { candidatesFor, caseInScope } from './find-case'
import { toEvent } from './open-case'

type CaseCall = Call<{ id: string; text?: string | undefined }>
type Change = Pick<Partial<ComplaintRow>, 'status' | 'assignee'>

/** An answer opens a closed case again. */
export const answerCase = (deps: ReportsDeps, call: CaseCall) => changeCase(deps, call, () => ({ status: 'Pending' }))

export const closeCase = (deps: ReportsDeps, call: CaseCall) =>
  changeCase(deps, call, ({ status }) => ({ status: status === 'Pending' ? 'Completed' : status }))

/** @throws AppError NOT_FOUND for an account that the actor cannot assign it to */
export const assignCase = (deps: ReportsDeps, { ctx, input: { id, userId } }: Call<{ id: string; userId: string }>) =>
  changeCase(deps, { ctx, input: { id } }, async row => {
    const candidates = await candidatesFor(deps, ctx.actor, row)
    const assignee = candidates.find(({ accountId }) => accountId === userId)
    if (!assignee) throw notFound()
    return { assignee }
  })

/** @throws AppError NOT_FOUND, VALIDATION beyond the limit of answers */
async function changeCase(
  deps: ReportsDeps,
  { ctx, input: { id, text } }: CaseCall,
  decide: (row: ComplaintRow) => Change | Promise<Change>,
): Promise<ComplaintRow> {
  const { accountId, username, role } = ctx.actor
  const author = { username, role, ...personOf(ctx.actor) }
  const at = deps.now()
  return deps.transaction(async tx => {
    const { row: before, account } = await caseInScope(deps, ctx.actor, id, tx)
    const { status = before.status, assignee = before.assignee } = await decide(before)
    const isMoved = status !== before.status
    const fields = {
      changedAt: at,
      ...(assignee && { assignee }),
      ...(isMoved && { status, by: { ...author, at } }),
    }
    const answer = text ? { by: { accountId, ...author }, text, at } : undefined
    const after = await deps.complaints.change(id, fields, answer, tx)
    if (!after) throw new AppError('VALIDATION', caseTexts.full, { reason: 'CASE_LIMIT' })
    if (account && answer) await deps.writeEvents([newEvent(caseEvents.answered, toEvent(after, account), ctx)], tx)
    if (!account && isMoved) {
      const change = { complaintId: id, before: before.status, after: status }
      await deps.writeEvents([newEvent(complaintEvents.statusChanged, change, ctx)], tx)
    }
    const changes = [
      { field: 'status', before: before.status, after: status },
      { field: 'assignee', before: before.assignee?.username ?? null, after: assignee?.username ?? null },
    ]
    auditChanges(
      ctx,
      changes.filter(change => change.before !== change.after),
    )
    return after
  })
}
