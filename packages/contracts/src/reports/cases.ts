import { z } from 'zod'
import { ActedBy } from '../accounts/credit'
import { type AuditFormatter, asId, auditAs } from '../audit'
import { CallerQuery, endpoint, Id, IdParams, ListQuery, optionalFilter, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { freeText } from '../values/text'

/** Maximum open cases per account. */
export const openCasesMax = 20
/** Maximum answers per case. */
export const caseAnswersMax = 100

export const caseTexts = {
  subject: 'Subject is required',
  text: 'Text is required',
  noLink: 'There is no such ticket or draw.',
  opened: 'Case opened.',
  answered: 'Answer sent.',
  assigned: 'Case assigned.',
  closed: 'Case closed.',
  tooMany: `An account has at most ${openCasesMax} open cases.`,
  full: `A case has at most ${caseAnswersMax} answers.`,
} as const

export const caseStates = ['open', 'closed'] as const
const CaseState = z.enum(caseStates)

const CaseText = freeText(caseTexts.text).min(1, caseTexts.text).max(2_000)
export const CaseParty = ActedBy.pick({ accountId: true, username: true, role: true, person: true })
export type CaseParty = z.infer<typeof CaseParty>

export const NewCase = z.strictObject({
  subject: freeText(caseTexts.subject).min(1, caseTexts.subject).max(100),
  text: CaseText,
  /** A ticket in the caller's subtree; the case then also links its draw. */
  ticketId: Id.optional(),
  /** A draw of the caller's admin. */
  drawId: Id.optional(),
})
export type NewCase = z.infer<typeof NewCase>

export const CaseAnswerInput = z.strictObject({ text: CaseText })

export const caseFields = {
  _id: z.string(),
  number: z.number().int(),
  subject: z.string(),
  state: CaseState,
  ticketId: z.string().nullable(),
  drawId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Time of the last answer, assignment or change of state. */
  changedAt: z.iso.datetime(),
}
export const caseAnswerFields = { text: z.string(), at: z.iso.datetime() }

export const CaseRow = z.object({
  ...caseFields,
  /** The account that opened it; null for a message of the public (`complaint`). */
  account: CaseParty.nullable(),
  /** Sender of a message of the public. */
  contact: z.object({ fullName: z.string(), email: z.string(), mobile: z.string() }).nullable(),
  assignee: CaseParty.nullable(),
})
export type CaseRow = z.infer<typeof CaseRow>

/** Answers are oldest first. */
export const Case = CaseRow.extend({
  text: z.string(),
  answers: z.array(z.object({ ...caseAnswerFields, by: CaseParty })),
  /** Accounts that the caller may assign it to, from the top down. */
  candidates: z.array(CaseParty),
})
export type Case = z.infer<typeof Case>

export const casePageShape = { ...CallerQuery.shape, page: ListQuery.shape.page, size: ListQuery.shape.size }
const rows = { total: z.number().int() }

const auditAssignment: AuditFormatter = ({ body }) => ({
  subject: 'Case assigned',
  does: 'assigned a case to {object}',
  accountId: asId(body.userId),
})

/** Beyond the specification. Only cases of accounts in the caller's subtree; superadmins also messages of the public. */
export const caseApi = {
  list: endpoint({
    id: 'reports.case.list',
    domain: 'reports',
    route: 'GET /cases',
    permission: 'cases.manage',
    summary: 'Cases of the subtree, newest first; `q` searches the newest 10,000, also by number',
    query: z.strictObject({
      ...casePageShape,
      q: ListQuery.shape.q,
      state: optionalFilter(CaseState),
      assignee: optionalFilter(Id),
    }),
    response: responseOf(z.array(CaseRow), rows),
  }),
  read: endpoint({
    id: 'reports.case.read',
    domain: 'reports',
    route: 'GET /cases/:id',
    permission: 'cases.manage',
    summary: 'One case with its answers',
    errors: ['NOT_FOUND'],
    params: IdParams,
    response: responseOf(Case),
  }),
  create: endpoint({
    id: 'reports.case.create',
    domain: 'reports',
    route: 'POST /cases',
    permission: 'cases.manage',
    audit: auditAs('Case opened', 'opened a case'),
    summary: "Open a case of the caller's own account, for the accounts above",
    errors: ['NOT_FOUND'],
    body: NewCase,
    response: responseOf(Case),
    creates: true,
  }),
  answer: endpoint({
    id: 'reports.case.answer',
    domain: 'reports',
    route: 'POST /cases/:id/answer',
    permission: 'cases.manage',
    audit: auditAs('Case answered', 'answered a case'),
    summary: 'Answer a case; a closed one is opened again',
    errors: ['NOT_FOUND'],
    params: IdParams,
    body: CaseAnswerInput,
    response: responseOf(Case),
  }),
  assign: endpoint({
    id: 'reports.case.assign',
    domain: 'reports',
    route: 'POST /cases/:id/assign',
    permission: 'cases.manage',
    audit: auditAssignment,
    summary: "Assign a case to an account of the caller's subtree: the case's own, or one above it",
    errors: ['NOT_FOUND'],
    params: IdParams,
    body: z.strictObject({ userId: Id }),
    response: responseOf(Case),
  }),
  close: endpoint({
    id: 'reports.case.close',
    domain: 'reports',
    route: 'POST /cases/:id/close',
    permission: 'cases.manage',
    audit: auditAs('Case closed', 'closed a case'),
    summary: 'Close a case, with a last answer if there is a `text`',
    errors: ['NOT_FOUND'],
    params: IdParams,
    body: CaseAnswerInput.partial(),
    response: responseOf(Case),
  }),
}

const at = '2026-01-05T10:00:00.000Z'
const player: CaseParty = { accountId: 'id-player', username: 'player1', role: 'player' }
const master: CaseParty = { accountId: 'id-master', username: 'master1', role: 'master' }
const ticketId = '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01'

export const caseExample: Case = {
  _id: 'id-case',
  number: 12,
  subject: 'Win not paid',
  text: 'My ticket won, but the win did not arrive.',
  state: 'open',
  account: player,
  contact: null,
  assignee: null,
  ticketId,
  drawId: 'a1_MNOQqWWi_1772359200',
  createdAt: at,
  changedAt: at,
  answers: [{ by: master, text: 'It was paid at 10:15.', at }],
  candidates: [master],
}

const { text, answers: _answers, candidates: _candidates, ...row } = caseExample
/** A request to open the case of the example. */
export const newCaseExample: NewCase = { subject: row.subject, text, ticketId }
const answer = { text: 'It was paid at 10:15.' }

export const caseExamples = (): ExamplesOf<typeof caseApi> => ({
  fields: { id: caseExample._id, data: caseExample },
  list: { query: { page: 1, size: 10, state: 'open' }, response: { data: [row], total: 1 } },
  create: { body: newCaseExample, response: { message: caseTexts.opened } },
  answer: { body: answer, response: { message: caseTexts.answered } },
  assign: {
    body: { userId: master.accountId },
    response: { message: caseTexts.assigned, data: { ...caseExample, assignee: master } },
  },
  close: {
    body: answer,
    response: { message: caseTexts.closed, data: { ...caseExample, state: 'closed' } },
  },
})
