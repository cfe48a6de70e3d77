import { reportsApi } from '@cascade/contracts/reports'
import { listSource } from '@cascade/web-kit'

/** `role`: level of the accounts; empty for all below the reader. */
export const payoutFilters = { role: '' }

/** Play below each account, and its commission. */
export const payoutsSource = () => listSource(reportsApi.commissionPayout)
