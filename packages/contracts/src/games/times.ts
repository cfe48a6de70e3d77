import { z } from 'zod'
import { auditAs } from '../audit'
import { endpoint, listQueryOf, listResponseOf, responseOf } from '../define'
import { defineEvent } from '../event'
import type { ExamplesOf } from '../example'

/** An interval between draws; `timecount` is seconds. */
export const Time = z.object({ _id: z.string(), timecount: z.number().int() })
export type Time = z.infer<typeof Time>

/** Request body of the form Time Master. */
export const NewTime = z.strictObject({
  timecount: z
    .number({ error: 'Time is required' })
    .int('Whole seconds only')
    .min(10, 'At least 10 seconds')
    .max(86_400, 'At most 86400 seconds'),
})
export type NewTime = z.infer<typeof NewTime>

export const timeTexts = {
  created: 'Time created successfully.',
  taken: 'This time already exists.',
} as const

export const timeSortFields = ['_id', 'timecount'] as const

export const timeApi = {
  list: endpoint({
    id: 'games.time.list',
    domain: 'games',
    route: 'GET /time/timelist',
    permission: 'times.read',
    summary: 'Times between draws',
    query: listQueryOf(timeSortFields),
    response: listResponseOf(Time),
  }),
  create: endpoint({
    id: 'games.time.create',
    domain: 'games',
    route: 'POST /time/create',
    permission: 'times.write',
    audit: auditAs('Time added', 'added a time'),
    summary: 'Add a time between draws',
    body: NewTime,
    response: responseOf(Time),
    creates: true,
  }),
}

export const timeEvents = { created: defineEvent('games.time.created.v1', Time) }

export const timeExample: Time = { _id: 't1', timecount: 60 }

export const timeExamples = (): ExamplesOf<typeof timeApi> => ({
  fields: timeExample,
  create: { response: { message: timeTexts.created } },
})
