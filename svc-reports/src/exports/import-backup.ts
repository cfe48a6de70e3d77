import { openDrawsCall, restorePercentagesCall } from '@cascade/contracts'
import { backupTexts, HistoryRestored } from '@cascade/contracts/reports'
import {
  type Ask,
  type ClearingRow,
  type Ctx,
  clearingIdOf,
  conflict,
  fromLine,
  mergedClearings,
  newEvent,
  notFound,
  requirePermission,
  within,
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
 * Puts back what a backup holds and is not money: what was cleared from reports since, and the admin's percentages.
 * Accounts, tickets, draws and the ledger go on as they are: no archive is written over them.
 * @throws AppError CONFLICT while draws with bets are open and nobody has confirmed, or for a broken archive
 */
export async function importBackup(deps: ReportsDeps, { ctx, input }: Ask<Input>) {
  requirePermission(ctx, 'backups.manage')
  const { requestId } = ctx
  const { accountId: adminId } = ctx.actor
  const row = await findBackup(deps, ctx, input.folder)
  if (input.confirm !== 'true') {
    const { draws } = await deps.call(openDrawsCall, { body: { adminId }, requestId })
    if (draws > 0) throw conflict(backupTexts.openDraws)
  }
  const content = await readContent(deps, row)
  const safety = await startBackup(deps, ctx, row.folder)
  const restoring = safety.done.then(() => restoreContent(deps, ctx, row, content))
  restoring.catch((err: unknown) =>
    deps.logger.error({ err, folder: row.folder, requestId }, 'a backup was not restored'),
  )
  const done = await within(restoring, answerTimeoutMs, undefined)
  if (!done) return { message: backupTexts.restoring, data: null }
  return { message: backupTexts.restored, data: { safety: safety.row.folder, ...done } }
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

/** What of an archive can be put back; the whole archive is checked before anything is. */
async function readContent({ backups }: ReportsDeps, row: Awaited<ReturnType<typeof findBackup>>): Promise<Content> {
  const clearings: ClearingRow[] = []
  const shares: Share[] = []
  const take = async (part: string, lines: string[]) => {
    if (part === 'clearings') clearings.push(...lines.map(line => fromLine<ClearingRow>(line)))
    if (part === 'percentages') shares.push(...lines.map(line => fromLine<Share>(line)))
  }
  const { checksum } = row
  await readArchive(backups.read(row), { manifest: BackupManifest, checksum }, take).catch((error: unknown) => {
    if (error instanceof BrokenArchiveError) throw conflict(`${backupTexts.restoreFailed}: ${error.message}`)
    throw error
  })
  return { clearings, shares }
}

/** Sets what is cleared to what was when the backup was made. @returns how many clearings were made since */
async function undoClearings(deps: ReportsDeps, ctx: Ctx, backedUp: readonly ClearingRow[]): Promise<number> {
  const adminId = ctx.actor.accountId
  const backedUpIds = new Set(backedUp.map(({ _id }) => clearingIdOf(_id)))
  return deps.transaction(async tx => {
    const now = await deps.clearings.ofAdmin(adminId, tx)
    const clearingIds = [...new Set(now.map(({ _id }) => clearingIdOf(_id)))].filter(id => !backedUpIds.has(id))
    if (clearingIds.length === 0) return 0
    await deps.clearings.set(adminId, backedUp, tx)
    const clearings = mergedClearings(backedUp).map(({ _id: clearingId, from, to, models, at }) => ({
      clearingId,
      from,
      to,
      models,
      at: at.toISOString(),
    }))
    await deps.writeEvents([newEvent(HistoryRestored, { adminId, clearingIds, clearings }, ctx)], tx)
    return clearingIds.length
  })
}

/**
 * One of the actor's own backups that is whole.
 * @throws AppError NOT_FOUND for another admin's or none, CONFLICT for one that is not whole
 */
export async function findBackup(
  { backups }: ReportsDeps,
  { actor }: Ctx,
  folder: string,
): Promise<BackupRow & { checksum: string }> {
  const row = await backups.find(actor.accountId, folder)
  if (!row) throw notFound()
  if (row.state !== 'done' || row.checksum === null) throw conflict('This backup is not whole.')
  return { ...row, checksum: row.checksum }
}
