import { reportsApi } from '@cascade/contracts/reports'
import { listSource, useChange } from '@cascade/web-kit'

export const complaintFilters = { status: '' }

/** Contact messages from the public, newest first. */
export const complaintsSource = () => listSource(reportsApi.complaints)
export const useSetComplaintStatus = () =>
  useChange(reportsApi.setComplaintStatus, { refresh: [reportsApi.complaints], alsoOnError: true })
