import { reportsApi } from '@cascade/contracts/reports'
import { againAfterFailureMs, call, readOf, useChange } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const readAgainMs = 1_500

/** Backups of the admin's data set, newest first; read again while one is being made. */
export const backupsQuery = () =>
  queryOptions({
    ...readOf(reportsApi.backups),
    refetchInterval: query =>
      query.state.data?.some(({ state }) => state === 'running') ? readAgainMs : againAfterFailureMs(query),
  })

const backupsInAnyCase = { refresh: [reportsApi.backups], alsoAfterFailure: true }

export const useExportBackup = () => useChange(reportsApi.exportBackup, backupsInAnyCase)
export const useTransferBackup = () => useChange(reportsApi.transferBackup, backupsInAnyCase)
/** Every report may differ afterwards. */
export const useImportBackup = () =>
  useChange(reportsApi.importBackup, { refresh: ['reports'], alsoAfterFailure: true })
/** Makes the address of a download good for once. */
export const downloadTicket = (folder: string) => call(reportsApi.downloadTicket, { body: { folder } })
