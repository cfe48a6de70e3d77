import { reportsApi } from '@cascade/contracts/reports'
import { readQuery, useChange } from '@cascade/web-kit'

/** Clearings of the admin, newest first. */
export const clearingsQuery = () => readQuery(reportsApi.clearings)
/** Hides records of some days from reports; may change every report. */
export const useClearHistory = () => useChange(reportsApi.clearHistory, { refresh: ['reports'] })
