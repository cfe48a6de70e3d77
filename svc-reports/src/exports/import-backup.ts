import { openDrawsCall, restorePercentagesCall } from '@cascade/contracts'
import { backupTexts, HistoryRestored } from '@cascade/contracts/reports'
import {
  busy,
  type Call,
  type ClearingRow,
  type Ctx,
  clearingIdOf,
  conflict,
  fromLine,
  mergeClearings,
  newEvent,
  notFound,
  requirePermission,
  withTimeout,
} from '@cascade/service-kit'
import { BrokenArchiveError, readArchive } from '@cascade/service-kit/archive'
import type { ReportsDeps } from '../deps'
import { BackupManifest } from './backup-manifest'
import type { BackupRow } from './backup-store'
import { answerTimeoutMs, startBackup } from './export-backup'

type Input = { folder: string; confirm?: 'true' | 'false' | undefined }
type Content = { clearings: readonly ClearingRow[]; shares: readonly Share[] }
type Share = { _id: string; winpercentage: number }

/**
 * Restores the non-monetary content of a backup: cleared days and the admin's percentages. Never writes accounts,
 * tickets, draws or the ledger. A key whose restore is done has no further effect.
 * @throws AppError CONFLICT while draws with bets are open and the caller has not confirmed, or for a broken archive
 */
export async function importBackup(deps: ReportsDeps, { ctx, input }: Call<Input>) {
  requirePermission(ctx, 'backups.manage')
  const { requestId } = ctx
  const { accountId: adminId } = ctx.actor
  const row = await findBackup(deps, ctx, input.folder)
  const earlier = await findSafety(deps, ctx)
  if (earlier && row.restoredAt && row.restoredAt >= earlier.createdAt)
    return { message: backupTexts.restored, data: null }
  if (earlier?.state === 'running') throw busy(5)
  // A second person has confirmed an approved call.
  if (input.confirm !== 'true' && ctx.actor.approvalId === undefined) {
    const { draws } = await deps.call(openDrawsCall, { body: { adminId }, requestId })
    if (draws > 0) throw conflict(backupTexts.openDraws)
  }
  const content = await readContent(deps, row)
  const safety = await startBackup(deps, ctx, row.folder)
  const restoring = safety.done.then(() => restoreContent(deps, ctx, row, content))
  restoring.catch((err: unknown) => deps.logger.error({ err, folder: row.folder, requestId }, 'backup restore failed'))
  const done = await withTimeout(restoring, answerTimeoutMs, undefined)
  if (!done) return { message: backupTexts.restoring, data: null }
  return { message: backupTexts.restored, data: { safety: safety.row.folder, ...done } }
}

/** The safety backup that an earlier call under this key has begun with. */
async function findSafety({ backups }: ReportsDeps, { actor, idempotencyKey }: Ctx): Promise<BackupRow | undefined> {
  if (idempotencyKey === undefined) return undefined
  return (await backups.ofAdmin(actor.accountId)).find(({ key }) => key === idempotencyKey)
}

async function restoreContent(deps: ReportsDeps, ctx: Ctx, row: BackupRow, { clearings, shares }: Content) {
  const { accountId: adminId, username, role } = ctx.actor
  const undone = await undoClearings(deps, ctx, clearings)
  const updates = shares.map(({ _id: id, winpercentage }) => ({ id, winpercentage: Number(winpercentage) }))
  const { changed } = await deps.call(restorePercentagesCall, {
    body: { adminId, by: { username, role }, updates },
    requestId: ctx.requestId,
  })
  await deps.backups.set(row._id, { restoredAt: deps.now() })
  return { clearings: undone, percentages: changed }
}

/** Checks the whole archive before any of it is restored. */
async function readContent({ backups }: ReportsDeps, row: Awaited<ReturnType<typeof findBackup>>): Promise<Content> {
  const clearings: ClearingRow[] = []
  const shares: Share[] = []
  const take = async (part: string, lines: string[]) => {
    if (part === 'clearings') clearings.push(...lines.map(line => fromLine<ClearingRow>(line)))
    if (part === 'percentages') shares.push(...lines.map(line => fromLine<Share>(line)))
  }
  const { checksum } = row
  await readArchive(backups.read(row.archive), { manifest: BackupManifest, checksum }, take).catch((error: unknown) => {
    if (error instanceof BrokenArchiveError) throw conflict(`${backupTexts.restoreFailed}: ${error.message}`)
    throw error
  })
  return { clearings, shares }
}

/** Resets the clearings to those of the backup. @returns how many were made since */
async function undoClearings(deps: ReportsDeps, ctx: Ctx, backedUp: readonly ClearingRow[]): Promise<number> {
  const adminId = ctx.actor.accountId
  const backedUpIds = new Set(backedUp.map(({ _id }) => clearingIdOf(_id)))
  return deps.transaction(async tx => {
    const now = await deps.clearings.ofAdmin(adminId, tx)
    const clearingIds = [...new Set(now.map(({ _id }) => clearingIdOf(_id)))].filter(id => !backedUpIds.has(id))
    if (clearingIds.length === 0) return 0
    await deps.clearings.set(adminId, backedUp, tx)
    const clearings = mergeClearings(backedUp).map(({ _id: clearingId, from, to, models, at }) => ({
      clearingId,
      from,
      to,
      models,
      at: at.toISOString(),
    }))
    await deps.writeEvents([newEvent(HistoryRestored, { adminId, clearings }, ctx)], tx)
    return clearingIds.length
  })
}

/**
 * A complete backup of the actor.
 * @throws AppError NOT_FOUND for an unknown or foreign backup, CONFLICT for an incomplete one
 */
export async function findBackup(
  { backups }: ReportsDeps,
  { actor }: Ctx,
  folder: string,
): Promise<BackupRow & { checksum: string }> {
  const row = await backups.find(actor.accountId, folder)
  if (!row) throw notFound()
  if (row.state !== 'done' || row.checksum === null) throw conflict('This backup is incomplete.')
  return { ...row, checksum: row.checksum }
}
