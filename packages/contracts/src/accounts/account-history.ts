import { z } from 'zod'
import { endpoint, listQueryOf, listResponseOf, PathId } from '../define'
import type { ExamplesOf } from '../example'
import { ActedBy } from './credit'

/** More kinds may be added. */
export const accountChangeKinds = ['created', 'changed', 'deleted', 'restored'] as const
export type AccountChangeKind = (typeof accountChangeKinds)[number]

const Value = z.union([z.string(), z.number(), z.boolean()]).nullable()

/**
 * One change of an account. Field names are those of an edit. `before` and `after` are both null for secrets; one is
 * null if the field was empty or names a parent outside the caller's subtree. `by` is null for changes made by the
 * system.
 */
export const AccountChangeRow = z.object({
  _id: z.string(),
  kind: z.enum(accountChangeKinds),
  by: ActedBy.nullable(),
  at: z.iso.datetime(),
  fields: z.array(z.object({ field: z.string(), before: Value, after: Value })),
})
export type AccountChangeRow = z.infer<typeof AccountChangeRow>

/** Beyond the specification. */
export const accountHistoryApi = {
  list: endpoint({
    id: 'accounts.history.list',
    domain: 'accounts',
    route: 'GET /account-history/:accountId',
    permission: 'tree.read',
    summary: 'Changes of an account, newest first: who, when, and each field before and after',
    params: z.strictObject({ accountId: PathId }),
    query: listQueryOf(['at']),
    response: listResponseOf(AccountChangeRow),
  }),
}

export const accountHistoryExamples = (): ExamplesOf<typeof accountHistoryApi> => ({
  fields: { accountId: 'id-master' },
  list: {
    query: { page: 1, size: 10 },
    response: {
      data: [
        {
          _id: 'id-master|000000000002',
          kind: 'changed',
          at: '2026-01-05T10:00:00.000Z',
          by: { accountId: 'id-admin', username: 'admin1', role: 'admin' },
          fields: [
            { field: 'commission', before: 2, after: 2.5 },
            { field: 'password', before: null, after: null },
          ],
        },
      ],
      total: 2,
    },
  },
})
