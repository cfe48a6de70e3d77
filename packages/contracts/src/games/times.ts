import { z } from 'zod'
import { answerOf, endpoint, listOf, listQueryOf } from '../define'
import { eventOf } from '../event'
import type { ExamplesOf } from '../example'
import { tell } from '../tell'

/** An interval between draws; `timecount` is seconds. */
export const Time = z.object({ _id: z.string(), timecount: z.number().int() })
export type Time = z.infer<typeof Time>

/** Body of Time Master. */
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
    call: 'GET /time/timelist',
    may: 'times.read',
    summary: 'Times between draws',
    query: listQueryOf(timeSortFields),
    answer: listOf(Time),
  }),
  create: endpoint({
    id: 'games.time.create',
    domain: 'games',
    call: 'POST /time/create',
    may: 'times.write',
    tell: tell('Time added', 'added a time'),
    summary: 'Add a time between draws',
    body: NewTime,
    answer: answerOf(Time),
    creates: true,
  }),
}

export const timeEvents = { created: eventOf('games.time.created.v1', Time) }

export const timeExample: Time = { _id: 't1', timecount: 60 }

export const timeExamples = (): ExamplesOf<typeof timeApi> => ({
  fields: timeExample,
  create: { answer: { message: timeTexts.created } },
})
