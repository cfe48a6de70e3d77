import { z } from 'zod'
import { Id } from '../define'
import { internalCall } from '../internal'
import { Role } from '../roles'

/** Parts that other services contribute to the backup of an admin. */
export const exportParts = { games: ['percentages'], live: ['tickets', 'records'] } as const
export type ExportingDomain = keyof typeof exportParts

const callers = ['svc-reports'] as const

/**
 * Rows of one part of an admin's data set, as lines of canonical extended JSON, in pages: `next` of a page is `after`
 * of the following one; null on the last page.
 */
export const defineExportCall = <D extends ExportingDomain>(domain: D) =>
  internalCall({
    domain,
    method: 'POST',
    path: '/backup/export',
    callers,
    body: z.strictObject({
      adminId: Id,
      part: z.enum(exportParts[domain] as readonly [string, ...string[]]),
      after: z.string().max(200).nullable(),
      limit: z.number().int().min(1).max(1000),
    }),
    response: z.object({ lines: z.array(z.string()), next: z.string().nullable() }),
  })

/** Number of draws of an admin with unsettled tickets. */
export const openDrawsCall = internalCall({
  domain: 'live',
  method: 'POST',
  path: '/backup/open-draws',
  callers,
  body: z.strictObject({ adminId: Id }),
  response: z.object({ draws: z.number().int().min(0) }),
})

/** Restores an admin's percentages from a backup; games that the admin no longer has are skipped. */
export const restorePercentagesCall = internalCall({
  domain: 'games',
  method: 'POST',
  path: '/backup/percentages',
  callers,
  changes: true,
  body: z.strictObject({
    adminId: Id,
    by: z.object({ username: z.string(), role: Role }),
    updates: z.array(z.object({ id: z.string(), winpercentage: z.number().min(0).max(100) })).max(1000),
  }),
  response: z.object({ changed: z.number().int() }),
})
