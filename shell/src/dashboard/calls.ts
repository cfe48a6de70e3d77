import type { Role } from '@cascade/contracts'
import { accountApi, ledgerApi, sessionApi } from '@cascade/contracts/accounts'
import { reportsApi } from '@cascade/contracts/reports'
import { call, queryKeyOf, readQuery } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const readEveryMs = 30_000
const checkEveryMs = 60_000

export const dashboardQuery = () => ({ ...readQuery(reportsApi.dashboard), refetchInterval: readEveryMs })
export const conservationQuery = () => ({ ...readQuery(ledgerApi.conservation), refetchInterval: checkEveryMs })
export const countsQuery = (role: Role, id: string) =>
  readQuery(sessionApi.userCount, { query: { id, role, currentrole: role } })
export const lastOperationsQuery = () =>
  readQuery(reportsApi.transactions, { query: { page: 1, size: 6, type: 'all' } })
/**
 * Number of players below the user, and the sum of their balances. Keyed below the player list, so that changes to it
 * refetch this too.
 */
export const playersQuery = () =>
  queryOptions({
    queryKey: queryKeyOf(accountApi.player.list, 'home'),
    queryFn: async ({ signal }) => {
      const { total = 0, balance } = await call(accountApi.player.list, {
        query: { page: 1, size: 1, sums: 'true' },
        signal,
      })
      return { total, balance }
    },
  })
