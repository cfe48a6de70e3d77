import { type LogRow, reportsApi } from '@cascade/contracts/reports'
import { type ListParams, type ListSource, listSource } from '@cascade/web-kit'
import type { QueryClient } from '@tanstack/react-query'
import { findUserId } from '../shared/user-filter'

/** `kind`: `play`, `reads`, or empty for operator actions; `user`: username; `object` and `ip` as in the contract. */
export const logFilters = { kind: '', date: '', user: '', result: '', operation: '', object: '', ip: '' }

/** Audit log of the caller's subtree, newest first; a search covers all names of a row. */
export function logsSource(queryClient: QueryClient): ListSource<LogRow> {
  const { key, load } = listSource(reportsApi.logs)
  return {
    key,
    load: async ({ q, user, ...params }: ListParams, signal) => {
      const query = { ...params, search: q }
      if (!user) return load(query, signal)
      const userId = await findUserId(queryClient, String(user))
      return userId ? load({ ...query, userId }, signal) : { rows: [], total: 0 }
    },
  }
}
