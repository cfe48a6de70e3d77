import { z } from 'zod'
import { endpoint, responseOf } from '../define'
import { defineEvent } from '../event'
import type { ExamplesOf } from '../example'
import { freeText } from '../values/text'

const daysMax = 7

export const maintenanceTexts = {
  planned: 'Maintenance saved.',
  ended: 'Maintenance ended.',
  incomplete: 'Give start, end and message, or nothing to end the maintenance.',
  order: 'The end must be after the start',
  tooLong: `A maintenance takes at most ${daysMax} days`,
  over: 'The end must be in the future',
} as const

const shape = {
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  message: freeText('Message is required').min(1, 'Message is required').max(500),
}

/** Until `to`, accounts other than superadmins change nothing, and no draws are opened. */
export const Maintenance = z.object(shape)
export type Maintenance = z.infer<typeof Maintenance>

/** A maintenance, or nothing to end it. */
export const MaintenanceInput = z
  .strictObject(shape)
  .partial()
  .refine(
    input => [0, Object.keys(shape).length].includes(Object.values(input).filter(value => value !== undefined).length),
    maintenanceTexts.incomplete,
  )
  .refine(input => durationOf(input) > 0, { message: maintenanceTexts.order, path: ['to'] })
  .refine(input => durationOf(input) <= daysMax * 86_400_000, {
    message: maintenanceTexts.tooLong,
    path: ['to'],
  })
export type MaintenanceInput = z.infer<typeof MaintenanceInput>

/** Milliseconds; 1 where a bound is missing. */
const durationOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined ? 1 : Date.parse(to) - Date.parse(from)

/** The maintenance that is planned or in force; null once it is over. A higher `version` replaces a lower one. */
export const MaintenanceChanged = defineEvent(
  'accounts.maintenance.changed.v1',
  z.object({ version: z.number().int(), maintenance: Maintenance.nullable() }),
)
export type MaintenanceChanged = z.infer<typeof MaintenanceChanged>

const MaintenanceResponse = responseOf(Maintenance.nullable())

/** Beyond the specification. */
export const maintenanceApi = {
  read: endpoint({
    id: 'accounts.maintenance.read',
    domain: 'accounts',
    route: 'GET /maintenance',
    permission: 'any',
    summary: 'The maintenance that is planned or in force; null if there is none',
    response: MaintenanceResponse,
  }),
  change: endpoint({
    id: 'accounts.maintenance.change',
    domain: 'accounts',
    route: 'PUT /maintenance',
    permission: 'superadmin.manage',
    stepUp: 'always',
    audit: ({ body }) =>
      body.to === undefined
        ? { subject: 'Maintenance ended', does: 'ended the maintenance' }
        : { subject: 'Maintenance planned', does: 'planned a maintenance' },
    summary: 'Plan a maintenance, or change the planned one; an empty body ends it. A start in the past means now',
    body: MaintenanceInput,
    response: MaintenanceResponse,
  }),
}

export const maintenanceExample: Maintenance = {
  from: '2026-01-12T02:00:00.000Z',
  to: '2026-01-12T03:00:00.000Z',
  message: 'New servers',
}

export const maintenanceExamples = (): ExamplesOf<typeof maintenanceApi> => ({
  fields: { data: maintenanceExample },
  change: { body: maintenanceExample, response: { message: maintenanceTexts.planned } },
})
