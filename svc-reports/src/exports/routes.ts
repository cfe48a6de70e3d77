import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { backupTexts, reportsApi } from '@cascade/contracts/reports'
import { type Call, conflict, notFound, type Routes, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { toBackup } from './backup-store'
import { exportBackup } from './export-backup'
import { findBackup, importBackup } from './import-backup'

export const backupRoutes: Routes<ReportsDeps> = ({ serve, serveFile }, deps) => {
  serve(reportsApi.backups, ({ ctx }) => listBackups(deps, { ctx, input: {} }))
  serve(reportsApi.exportBackup, ({ ctx }) => exportBackup(deps, { ctx, input: {} }))
  serve(reportsApi.importBackup, ({ ctx, query }) => importBackup(deps, { ctx, input: query }))
  serve(reportsApi.transferBackup, ({ ctx, query }) => transferBackup(deps, { ctx, input: query }))
  serve(reportsApi.downloadTicket, ({ ctx, body }) => issueDownloadTicket(deps, { ctx, input: body }))
  serveFile(reportsApi.downloadBackup, ({ ctx, query }) => downloadBackup(deps, { ctx, input: query }))
}

async function listBackups(deps: ReportsDeps, { ctx }: Call) {
  requirePermission(ctx, 'backups.manage')
  const rows = await deps.backups.ofAdmin(ctx.actor.accountId)
  return { data: rows.map(toBackup), folders: rows.map(({ folder }) => folder) }
}

type Input = { folder: string; ticket: string }

/** @throws AppError NOT_FOUND for a used, expired or foreign ticket */
async function downloadBackup(deps: ReportsDeps, { ctx, input: { folder, ticket } }: Call<Input>) {
  requirePermission(ctx, 'backups.manage')
  const row = await findBackup(deps, ctx, folder)
  if (!(await deps.downloadTickets.use(ticket, row._id, ctx.actor.accountId))) throw notFound()
  return {
    stream: deps.backups.read(row.archive),
    length: Number(row.bytes),
    name: `cascade-${row.folder}.tar.gz`,
    etag: `"${row.checksum}"`,
  }
}

/** Issues a single-use ticket, so that a leaked address opens nothing. */
async function issueDownloadTicket(deps: ReportsDeps, { ctx, input }: Call<{ folder: string }>) {
  requirePermission(ctx, 'backups.manage')
  const row = await findBackup(deps, ctx, input.folder)
  return { data: { ticket: await deps.downloadTickets.issue(row._id, ctx.actor.accountId) } }
}

/** Copies the archive into the directory `TRANSFER_TARGET`, atomically. @throws AppError CONFLICT without a target */
async function transferBackup(deps: ReportsDeps, { ctx, input }: Call<{ folder: string }>) {
  requirePermission(ctx, 'backups.manage')
  const row = await findBackup(deps, ctx, input.folder)
  const { transferTarget } = deps
  if (!transferTarget) throw conflict(backupTexts.transferFailed)
  const directory = join(transferTarget, row.adminId)
  await mkdir(directory, { recursive: true })
  const file = join(directory, `${row.folder}.tar.gz`)
  const unfinished = `${file}.${deps.newId()}.part`
  try {
    await pipeline(Readable.from(deps.backups.read(row.archive)), createWriteStream(unfinished, { mode: 0o600 }))
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
  const transferredAt = deps.now()
  await deps.backups.set(row._id, { transferredAt })
  return { message: backupTexts.transferred, data: toBackup({ ...row, transferredAt }) }
}
