import { z } from 'zod'
import { Done, endpoint } from '../define'
import type { ExamplesOf } from '../example'

/** What only a browser knows. Nothing else can be reported: facts of the server are written by the server. */
export const browserSubjects = ['Export', 'Print', 'Copy'] as const

/** What the gateway answers itself, besides signing in and out. */
export const gatewayApi = {
  logUserActivity: endpoint({
    id: 'gateway.activity.create',
    domain: 'gateway',
    call: 'POST /logs/logUserActivity',
    may: 'any',
    summary: 'Write down what only the browser knows, such as an export; the user is taken from the token',
    body: z.strictObject({
      /** Accepted and ignored. */
      username: z.string().max(200).optional(),
      subject: z.enum(browserSubjects, 'Not a known subject'),
      requestUrl: z.string().max(2000),
      method: z.string().regex(/^[A-Za-z]{1,10}$/),
    }),
    answer: Done,
    creates: true,
  }),
}

export const gatewayExamples = (): ExamplesOf<typeof gatewayApi> => ({
  fields: {},
  logUserActivity: { body: { subject: 'Export', requestUrl: '/admin/player/playersList.xlsx', method: 'GET' } },
})
