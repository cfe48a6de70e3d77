import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { backupTexts } from '@cascade/contracts/reports'
import { type Ask, conflict, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { backupAnswer } from './backup-store'
import { findBackup } from './find-backup'

/**
 * Copies the archive to the directory that `BACKUP_TARGET` names, under a name of its own; it is there whole or not at
 * all. Where no target is named there is nowhere to go.
 */
export async function transferBackup(deps: ReportsDeps, { ctx, input }: Ask<{ folder: string }>) {
  requirePermission(ctx, 'backups.manage')
  const row = await findBackup(deps, ctx, input.folder)
  const { backupTarget } = deps
  if (!backupTarget) throw conflict(backupTexts.transferFailed)
  const directory = join(backupTarget, row.adminId)
  await mkdir(directory, { recursive: true })
  const file = join(directory, `${row.folder}.tar.gz`)
  const unfinished = `${file}.${deps.newId()}.part`
  try {
    await pipeline(Readable.from(deps.backups.read(row)), createWriteStream(unfinished, { mode: 0o600 }))
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
  const transferredAt = deps.now()
  await deps.backups.set(row._id, { transferredAt })
  return { message: backupTexts.transferred, data: backupAnswer({ ...row, transferredAt }) }
}
