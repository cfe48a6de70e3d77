import { z } from 'zod'
import { auditAs } from '../audit'
import { endpoint, IdParams, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import {
  CaseAnswerInput,
  caseAnswerFields,
  caseExample,
  caseFields,
  casePageShape,
  caseTexts,
  NewCase,
  newCaseExample,
} from './cases'

export const PlayCaseRow = z.object(caseFields)
/** Players see the level of an operator, not the name that it signs in with. */
export const PlayCase = PlayCaseRow.extend({
  text: z.string(),
  answers: z.array(z.object({ ...caseAnswerFields, role: z.string() })),
})
export type PlayCase = z.infer<typeof PlayCase>

/** Cases of the signed-in player. */
export const playCaseApi = {
  list: endpoint({
    id: 'reports.playCase.list',
    domain: 'reports',
    route: 'GET /play/cases',
    permission: 'cases.own',
    summary: "The player's own cases, newest first",
    query: z.strictObject(casePageShape),
    response: responseOf(z.array(PlayCaseRow), { total: z.number().int() }),
  }),
  read: endpoint({
    id: 'reports.playCase.read',
    domain: 'reports',
    route: 'GET /play/cases/:id',
    permission: 'cases.own',
    summary: "One of the player's own cases with its answers",
    errors: ['NOT_FOUND'],
    params: IdParams,
    response: responseOf(PlayCase),
  }),
  create: endpoint({
    id: 'reports.playCase.create',
    domain: 'reports',
    route: 'POST /play/cases',
    permission: 'cases.own',
    audit: auditAs('Case opened', 'opened a case'),
    summary: "Open a case, for the accounts above; with a ticket of the player, or a draw of the player's admin",
    errors: ['NOT_FOUND'],
    body: NewCase,
    response: responseOf(PlayCase),
    creates: true,
  }),
  answer: endpoint({
    id: 'reports.playCase.answer',
    domain: 'reports',
    route: 'POST /play/cases/:id/answer',
    permission: 'cases.own',
    audit: auditAs('Case answered', 'answered a case'),
    summary: 'Answer an own case; a closed one is opened again',
    errors: ['NOT_FOUND'],
    params: IdParams,
    body: CaseAnswerInput,
    response: responseOf(PlayCase),
  }),
}

export const playCaseExamples = (): ExamplesOf<typeof playCaseApi> => {
  const { account: _a, contact: _c, assignee: _o, candidates: _n, text, answers, ...row } = caseExample
  const data: PlayCase = { ...row, text, answers: answers.map(({ by, ...answer }) => ({ ...answer, role: by.role })) }
  return {
    fields: { id: row._id, data },
    list: { query: { page: 1, size: 10 }, response: { data: [row], total: 1 } },
    create: { body: newCaseExample, response: { message: caseTexts.opened } },
    answer: { body: { text: answers[0]?.text ?? '' }, response: { message: caseTexts.answered } },
  }
}
