import { reportsApi } from '@cascade/contracts/reports'
import { listSource } from '@cascade/web-kit'

export const complaintFilters = { status: '' }

/** Messages of the public, newest first. */
export const complaintsSource = () => listSource(reportsApi.complaints)
