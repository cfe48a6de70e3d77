import { z } from 'zod'
import type { DomainName } from '../domain'
import { internalCall } from '../internal'

/**
 * What a service does: its work; or nothing but hand out its collections (`saving`), take in others (`restoring`), or
 * wait until every service has taken in what belongs to it (`restored`).
 */
export const installationModes = ['work', 'saving', 'restoring', 'restored'] as const
export type InstallationMode = (typeof installationModes)[number]

export const CollectionRows = z.object({ name: z.string().regex(/^[\w.-]{1,100}$/), rows: z.number().int().min(0) })
export type CollectionRows = z.infer<typeof CollectionRows>

/** A page of rows: 64-bit numbers and pictures make lines long, but a document is no longer than 16 MiB. */
const pageLimitBytes = 48 * 1024 * 1024

const callers = ['svc-reports'] as const
const State = z.object({
  mode: z.enum(installationModes),
  /** Whether every instance of the service is in this mode. */
  level: z.boolean(),
  /** Time zone of the business day. */
  zone: z.string(),
})

/**
 * Calls by which a whole installation is saved and restored, service by service. Rows are lines of canonical extended
 * JSON, exactly as they are stored.
 */
export const installationCallsOf = (domain: DomainName) => {
  const post = <B extends z.ZodType, A extends z.ZodType>(path: string, body: B, answer: A) =>
    internalCall({ domain, method: 'POST', path: `/installation/${path}`, callers, body, answer })
  const nothing = z.strictObject({})
  return {
    state: post('state', nothing, State),
    /**
     * Lets the service rest. `saving` ends by itself two minutes after it was last asked for; `restoring` is refused
     * (409) where there is something to lose, and ends only when it is finished.
     */
    rest: post(
      'rest',
      z.strictObject({
        mode: z.enum(['saving', 'restoring']),
        /** Who wants it, for the record. */
        by: z.string().min(1).max(100),
        /** Which archive, for the record. */
        archive: z.string().max(200).nullable(),
      }),
      State,
    ),
    collections: post('collections', nothing, z.object({ collections: z.array(CollectionRows) })),
    /** All rows of a collection; answered line by line. */
    rows: post('rows', z.strictObject({ collection: z.string() }), z.string()),
    /** Removes what the service holds. */
    clear: post('clear', nothing, State),
    /** Takes in rows; the same rows again change nothing. */
    put: {
      ...post(
        'put',
        z.strictObject({ collection: CollectionRows.shape.name, lines: z.array(z.string()).min(1).max(1000) }),
        z.object({ rows: z.number().int() }),
      ),
      limitBytes: pageLimitBytes,
    },
    /** Compares what was taken in with what the archive names; refused (409) where it differs. */
    finish: post('finish', z.strictObject({ collections: z.array(CollectionRows) }), State),
    /** Back to work; refused (409) while a restore is not finished. */
    work: post('work', z.strictObject({ by: z.string().min(1).max(100) }), State),
  }
}
