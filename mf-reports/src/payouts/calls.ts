import { reportsApi } from '@cascade/contracts/reports'
import { listSource } from '@cascade/web-kit'

/** `role`: accounts of one level; empty for all below the reader. */
export const payoutFilters = { role: '' }

/** What was played below each account, and its commission on it. */
export const payoutsSource = () => listSource(reportsApi.commissionPayout)
