import { z } from 'zod'
import { asId, asNote, auditAs } from '../audit'
import { endpoint, PathId } from '../define'
import type { ExamplesOf } from '../example'
import { freeText } from '../values/text'
import { authExamples, SessionResponse } from './auth'

export const viewMinutes = 15

export const viewTexts = {
  began: 'You see what this login sees. Nothing can be changed.',
  ended: 'You see your own account again.',
  inactive: 'This login is not active.',
  reason: 'Reason is required',
} as const

/** A read-only look through the eyes of a login below; the session is the viewer's. */
export const viewApi = {
  end: endpoint({
    id: 'gateway.viewAs.end',
    domain: 'gateway',
    route: 'POST /view-as/end',
    permission: 'any',
    duringView: true,
    duringEnrolment: true,
    duringMaintenance: true,
    audit: auditAs('View ended', 'no longer views as {object}'),
    summary: 'End the view: the token and cookie of the viewer’s own session, if it is still open',
    response: SessionResponse,
  }),
  begin: endpoint({
    id: 'gateway.viewAs.begin',
    domain: 'gateway',
    route: 'POST /view-as/:userId',
    permission: 'people.manage',
    stepUp: 'always',
    audit: ({ params, body }) => ({
      ...{ subject: 'View began', does: 'views as {object}' },
      ...{ accountId: asId(params.userId), note: asNote(body.reason) },
    }),
    summary: `View as an operator below, or as a person of it or of the own account: read-only, for ${viewMinutes} minutes`,
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
    params: z.strictObject({ userId: PathId }),
    body: z.strictObject({ reason: freeText(viewTexts.reason).min(1, viewTexts.reason).max(200) }),
    response: SessionResponse,
  }),
}

export const viewAsExamples = (): ExamplesOf<typeof viewApi> => {
  const { response } = authExamples().login ?? {}
  const viewer = { id: 'id-superadmin', username: 'superadmin', role: 'superadmin' }
  return {
    fields: { userId: 'id-admin' },
    begin: {
      body: { reason: 'A question on the phone' },
      response: { ...response, message: viewTexts.began, readOnly: true, viewer },
    },
    end: { response: { ...response, message: viewTexts.ended } },
  }
}
