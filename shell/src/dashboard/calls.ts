import type { Role } from '@cascade/contracts'
import { accountApi, ledgerApi, sessionApi } from '@cascade/contracts/accounts'
import { reportsApi } from '@cascade/contracts/reports'
import { call, queryKeyOf, readOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const readEveryMs = 30_000
const checkEveryMs = 60_000

/** Figures of everybody below the user; read again while somebody looks. */
export const dashboardQuery = () => ({ ...readOf(reportsApi.dashboard), refetchInterval: readEveryMs })
/** Issued credit against all wallets and pools. */
export const conservationQuery = () => ({ ...readOf(ledgerApi.conservation), refetchInterval: checkEveryMs })
/** How many accounts stand below the user, level by level. */
export const countsQuery = (role: Role, id: string) =>
  readOf(sessionApi.userCount, { query: { id, role, currentrole: role } })
/** The newest movements of credit in the user's subtree. */
export const lastOperationsQuery = () => readOf(reportsApi.transactions, { query: { page: 1, size: 6, type: 'all' } })
/** How many players stand below the user, and what they hold together; below the key of the list, whose changes it follows. */
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
