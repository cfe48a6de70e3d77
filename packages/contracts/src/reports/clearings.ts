import { z } from 'zod'
import { auditAs } from '../audit'
import { endpoint, responseOf } from '../define'
import { EventPerson } from '../event-actor'
import type { ExamplesOf } from '../example'
import { dayOrMoment } from '../values/days'

export const clearTexts = {
  dates: 'Please select start and end date.',
  models: 'Select at least one model to clear',
  many: 'Too many separate days are cleared already. Clear them as one range.',
  cleared: 'Records deleted successfully.',
  failed: 'Failed to delete records',
} as const

/** Clearable models, named as in the specification. */
export const clearModels = [
  'ticket',
  'result',
  'draw',
  'commission',
  'upcome',
  'refertransaction',
  'userlog',
  'usertransaction',
  'frequency',
] as const
export const ClearModel = z.enum(clearModels)
export type ClearModel = z.infer<typeof ClearModel>

const Day = dayOrMoment(clearTexts.dates)

/** A clearing: rows that existed at `at` are hidden below the admin. */
export const Clearing = z.object({
  _id: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  models: z.array(ClearModel),
  at: z.iso.datetime(),
  by: z.object({
    username: z.string(),
    role: z.string(),
    person: EventPerson.optional(),
    approvedBy: z.string().optional(),
  }),
})
export type Clearing = z.infer<typeof Clearing>

export const clearingsApi = {
  clearHistory: endpoint({
    id: 'reports.history.clear',
    domain: 'reports',
    route: 'POST /backup/deleterecords',
    permission: 'history.clear',
    summary: "Hide the records of some days from the reports of the admin's subtree; ledger and audit log keep them",
    body: z.strictObject({
      startDate: Day,
      endDate: Day,
      models: z.array(ClearModel, clearTexts.models).min(1, clearTexts.models).max(clearModels.length),
    }),
    response: responseOf(Clearing),
    errors: ['CONFLICT'],
    stepUp: 'always',
    approval: () => ({ operation: 'history.clear' }),
    audit: auditAs('History cleared', 'cleared history'),
  }),
  clearings: endpoint({
    id: 'reports.clearing.list',
    domain: 'reports',
    route: 'GET /backup/clearings',
    permission: 'history.clear',
    summary: 'Clearings in force, newest first; a later clearing takes over its days from earlier ones',
    response: responseOf(z.array(Clearing)),
  }),
}

export const clearingExample: Clearing = {
  _id: 'cl1',
  startDate: '2026-01-01',
  endDate: '2026-01-04',
  models: ['userlog'],
  at: '2026-01-05T10:00:00.000Z',
  by: { username: 'admin1', role: 'admin' },
}

export const clearingExamples = (): ExamplesOf<typeof clearingsApi> => ({
  fields: clearingExample,
  clearHistory: { response: { message: clearTexts.cleared } },
})
