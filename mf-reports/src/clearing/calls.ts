import { reportsApi } from '@cascade/contracts/reports'
import { readOf, useChange } from '@cascade/web-kit'

/** What the admin has cleared, newest first. */
export const clearingsQuery = () => readOf(reportsApi.clearings)
/** Takes records of some days out of the reports: every report may differ afterwards. */
export const useClearHistory = () => useChange(reportsApi.clearHistory, { refresh: ['reports'] })
