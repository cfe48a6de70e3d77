import { liveInternal, parseDrawId } from '@cascade/contracts/live'
import { caseEvents, caseTexts, type NewCase, openCasesMax } from '@cascade/contracts/reports'
import {
  type AccountRow,
  AppError,
  accountInScope,
  type Call,
  newEvent,
  notFound,
  personOf,
} from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import type { ComplaintRow } from '../complaints/complaint-store'
import { pathOf } from './find-case'

const ticketTimeoutMs = 2_000

/** @throws AppError NOT_FOUND for a ticket or draw of others, VALIDATION beyond the limit of open cases */
export async function openCase(deps: ReportsDeps, { ctx, input }: Call<NewCase>): Promise<ComplaintRow> {
  const { actor } = ctx
  const account = await accountInScope(deps.db, actor, actor.accountId)
  const { _id: accountId, username, role } = account
  const { subject, text } = input
  const at = deps.now()
  const row = {
    _id: deps.newId(),
    ...{ enquiryType: subject, complaintDetails: text, fullName: '', email: '', mobile: '' },
    ...{ status: 'Pending' as const, by: null, createdAt: at, changedAt: at },
    ...{ account: { accountId, username, role, ...personOf(actor) }, path: pathOf(account) },
    ...(await findLinks(deps, account, { ctx, input }).catch(error => {
      throw error instanceof AppError && error.code === 'NOT_FOUND' ? noLink(input) : error
    })),
  }
  return deps.transaction(async tx => {
    if ((await deps.complaints.countOpen(accountId, openCasesMax, tx)) >= openCasesMax) {
      throw new AppError('VALIDATION', caseTexts.tooMany, { reason: 'CASE_LIMIT' })
    }
    const number = await deps.complaints.insert(row, tx)
    const opened = { ...row, number, text }
    await deps.writeEvents([newEvent(caseEvents.opened, toEvent(opened, account), ctx)], tx)
    return opened
  })
}

export const toEvent = (row: ComplaintRow, { _id, username, role, parentId }: AccountRow) => ({
  caseId: row._id,
  number: row.number,
  subject: row.enquiryType,
  account: { accountId: _id, username, role },
  parentId,
  assigneeId: row.assignee?.accountId ?? null,
})

const noLink = ({ ticketId }: NewCase) =>
  new AppError('NOT_FOUND', caseTexts.noLink, { errors: { [ticketId ? 'ticketId' : 'drawId']: caseTexts.noLink } })

async function findLinks(
  { db, call, games }: ReportsDeps,
  { ancestry }: AccountRow,
  { ctx: { actor, requestId }, input: { ticketId, drawId } }: Call<NewCase>,
): Promise<Pick<ComplaintRow, 'ticketId' | 'drawId'>> {
  if (ticketId) {
    const ticket = await call(liveInternal.ticketOwner, { body: { ticketId }, timeoutMs: ticketTimeoutMs, requestId })
    await accountInScope(db, actor, ticket.playerId)
    if (drawId && drawId !== ticket.drawId) throw notFound()
    return { ticketId, drawId: ticket.drawId }
  }
  if (!drawId) return {}
  const draw = parseDrawId(drawId)
  const isOwn = draw && (actor.role === 'superadmin' || draw.adminId === ancestry.admin)
  if (!isOwn || !(await games.all()).some(({ gameId }) => gameId === draw.gameId)) throw notFound()
  return { drawId }
}
