import { reportsApi } from '@cascade/contracts/reports'
import { call, readQuery, refetchAfterFailureMs, useChange } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const pollIntervalMs = 1_500

/** Backups of the admin's data, newest first; polled while one is running. */
export const backupsQuery = () =>
  queryOptions({
    ...readQuery(reportsApi.backups),
    refetchInterval: query =>
      query.state.data?.some(({ state }) => state === 'running') ? pollIntervalMs : refetchAfterFailureMs(query),
  })

const refreshAlways = { refresh: [reportsApi.backups], alsoOnError: true }

export const useExportBackup = () => useChange(reportsApi.exportBackup, refreshAlways)
export const useTransferBackup = () => useChange(reportsApi.transferBackup, refreshAlways)
/** A restore may change every report. */
export const useImportBackup = () => useChange(reportsApi.importBackup, { refresh: ['reports'], alsoOnError: true })
export const downloadTicket = (folder: string) => call(reportsApi.downloadTicket, { body: { folder } })
