import type { QueryOf } from '@cascade/contracts'
import { type Case, type CaseRow, caseApi, caseTexts, type PlayCase, playCaseApi } from '@cascade/contracts/reports'
import { type Actor, type Call, type Routes, requirePermission, toPageWindow } from '@cascade/service-kit'
import type { Filter } from 'mongodb'
import type { ReportsDeps } from '../../deps'
import type { ComplaintRow } from '../complaints/complaint-store'
import { answerCase, assignCase, closeCase } from './change-case'
import { candidatesFor, caseInScope, casesBelow } from './find-case'
import { openCase } from './open-case'

export const caseRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(caseApi.list, ({ ctx, query }) => listCases(deps, { ctx, input: query }))
  serve(caseApi.read, async ({ ctx, params }) => {
    requirePermission(ctx, 'cases.manage')
    const { row } = await caseInScope(deps, ctx.actor, params.id)
    return { data: await toCase(deps, ctx.actor, row) }
  })
  serve(caseApi.create, async ({ ctx, body }) => {
    requirePermission(ctx, 'cases.manage')
    const row = await openCase(deps, { ctx, input: body })
    return { data: await toCase(deps, ctx.actor, row), message: caseTexts.opened }
  })
  serve(caseApi.answer, async ({ ctx, params, body }) => {
    requirePermission(ctx, 'cases.manage')
    const row = await answerCase(deps, { ctx, input: { ...params, ...body } })
    return { data: await toCase(deps, ctx.actor, row), message: caseTexts.answered }
  })
  serve(caseApi.assign, async ({ ctx, params, body }) => {
    requirePermission(ctx, 'cases.manage')
    const row = await assignCase(deps, { ctx, input: { ...params, ...body } })
    return { data: await toCase(deps, ctx.actor, row), message: caseTexts.assigned }
  })
  serve(caseApi.close, async ({ ctx, params, body }) => {
    requirePermission(ctx, 'cases.manage')
    const row = await closeCase(deps, { ctx, input: { ...params, ...body } })
    return { data: await toCase(deps, ctx.actor, row), message: caseTexts.closed }
  })

  serve(playCaseApi.list, ({ ctx, query }) => listOwnCases(deps, { ctx, input: query }))
  serve(playCaseApi.read, async ({ ctx, params }) => {
    requirePermission(ctx, 'cases.own')
    return { data: toPlayCase((await caseInScope(deps, ctx.actor, params.id)).row) }
  })
  serve(playCaseApi.create, async ({ ctx, body }) => {
    requirePermission(ctx, 'cases.own')
    return { data: toPlayCase(await openCase(deps, { ctx, input: body })), message: caseTexts.opened }
  })
  serve(playCaseApi.answer, async ({ ctx, params, body }) => {
    requirePermission(ctx, 'cases.own')
    const row = await answerCase(deps, { ctx, input: { ...params, ...body } })
    return { data: toPlayCase(row), message: caseTexts.answered }
  })
}

async function listCases(deps: ReportsDeps, { ctx, input }: Call<QueryOf<typeof caseApi.list>>) {
  requirePermission(ctx, 'cases.manage')
  const { state, assignee, q } = input
  const number = Number(q?.replace(/^#/, ''))
  const match: Filter<ComplaintRow> = {
    ...(state && { status: state === 'open' ? 'Pending' : { $in: ['Completed', 'Cancelled'] } }),
    ...(assignee && { 'assignee.accountId': assignee }),
    ...(q && (Number.isInteger(number) ? { number } : await deps.complaints.matching(q))),
  }
  const scope = ctx.actor.role === 'superadmin' ? {} : casesBelow(ctx.actor)
  const { rows, total } = await deps.complaints.page({ scope, match, ...toPageWindow(input) })
  return { data: rows.map(toCaseRow), total }
}

async function listOwnCases(deps: ReportsDeps, { ctx, input }: Call<QueryOf<typeof playCaseApi.list>>) {
  requirePermission(ctx, 'cases.own')
  const scope = { 'account.accountId': ctx.actor.accountId }
  const { rows, total } = await deps.complaints.page({ scope, ...toPageWindow(input) })
  return { data: rows.map(toCaseRow), total }
}

function toCaseRow(row: ComplaintRow): CaseRow {
  const { _id, number, enquiryType: subject, status, account, by, createdAt, fullName, email, mobile } = row
  return {
    _id,
    number,
    subject,
    state: status === 'Pending' ? 'open' : 'closed',
    account: account ?? null,
    contact: account ? null : { fullName, email, mobile },
    assignee: row.assignee ?? null,
    ticketId: row.ticketId ?? null,
    drawId: row.drawId ?? null,
    createdAt: createdAt.toISOString(),
    changedAt: (row.changedAt ?? by?.at ?? createdAt).toISOString(),
  }
}

async function toCase(deps: ReportsDeps, actor: Actor, row: ComplaintRow): Promise<Case> {
  const answers = (row.answers ?? []).map(answer => ({ ...answer, at: answer.at.toISOString() }))
  const candidates = await candidatesFor(deps, actor, row)
  return { ...toCaseRow(row), text: row.complaintDetails, answers, candidates }
}

function toPlayCase(row: ComplaintRow): PlayCase {
  const answers = (row.answers ?? []).map(({ by, text, at }) => ({ role: by.role, text, at: at.toISOString() }))
  return { ...toCaseRow(row), text: row.complaintDetails, answers }
}
