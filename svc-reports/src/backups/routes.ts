import { reportsApi } from '@cascade/contracts/reports'
import type { Routes } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { downloadBackup, issueDownloadTicket } from './download-backup'
import { exportBackup } from './export-backup'
import { importBackup } from './import-backup'
import { listBackups } from './list-backups'
import { transferBackup } from './transfer-backup'

export const backupRoutes: Routes<ReportsDeps> = ({ serve, serveFile }, deps) => {
  serve(reportsApi.backups, ({ ctx }) => listBackups(deps, { ctx, input: {} }))
  serve(reportsApi.exportBackup, ({ ctx }) => exportBackup(deps, { ctx, input: {} }))
  serve(reportsApi.importBackup, ({ ctx, query }) => importBackup(deps, { ctx, input: query }))
  serve(reportsApi.transferBackup, ({ ctx, query }) => transferBackup(deps, { ctx, input: query }))
  serve(reportsApi.downloadTicket, ({ ctx, body }) => issueDownloadTicket(deps, { ctx, input: body }))
  serveFile(reportsApi.downloadBackup, ({ ctx, query }) => downloadBackup(deps, { ctx, input: query }))
}
