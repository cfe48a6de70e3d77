import { z } from 'zod'
import { endpoint, SuccessResponse } from '../define'
import type { ExamplesOf } from '../example'

/** Activities that only a browser can observe. Everything else is audited by the server. */
export const browserSubjects = ['Export', 'Print', 'Copy'] as const

/** Calls handled by the gateway itself, besides signing in and out. */
export const gatewayApi = {
  logUserActivity: endpoint({
    id: 'gateway.activity.create',
    domain: 'gateway',
    route: 'POST /logs/logUserActivity',
    permission: 'any',
    duringMaintenance: true,
    summary: 'Log an activity that only the browser can observe, such as an export; the user is taken from the token',
    body: z.strictObject({
      /** Accepted and ignored. */
      username: z.string().max(200).optional(),
      subject: z.enum(browserSubjects, 'Not a known subject'),
      requestUrl: z.string().max(2000),
      method: z.string().regex(/^[A-Za-z]{1,10}$/),
    }),
    response: SuccessResponse,
    creates: true,
  }),
}

export const gatewayExamples = (): ExamplesOf<typeof gatewayApi> => ({
  fields: {},
  logUserActivity: { body: { subject: 'Export', requestUrl: '/admin/player/playersList.xlsx', method: 'GET' } },
})
