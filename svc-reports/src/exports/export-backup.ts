import { backupTexts } from '@cascade/contracts/reports'
import {
  accountsOf,
  businessDay,
  type Call,
  type Ctx,
  conflict,
  nameOfActor,
  requirePermission,
  withTimeout,
} from '@cascade/service-kit'
import { writeArchive } from '@cascade/service-kit/archive'
import { ObjectId } from 'mongodb'
import type { ReportsDeps } from '../deps'
import { edgesInto, readFirstDay } from '../projections/figures/edges'
import { createFigureReader } from '../projections/figures/figure-reader'
import { backupFormat } from './backup-manifest'
import { backupParts } from './backup-parts'
import { type BackupRow, nextBackupName, toBackup } from './backup-store'
import { lastClosedDay, type PlayedDays, proveBackup } from './prove-backup'

/** Stays below the timeout of the gateway; the backup continues in the background. */
export const answerTimeoutMs = 8_000

/** Writes and proves a backup. Answers with the result, or with the running backup if it takes too long. */
export async function exportBackup(deps: ReportsDeps, { ctx }: Call) {
  requirePermission(ctx, 'backups.manage')
  const { row, done } = await startBackup(deps, ctx, null)
  const finished = await withTimeout(done, answerTimeoutMs, undefined)
  if (!finished) return { message: backupTexts.started, data: toBackup(row) }
  return { message: backupTexts.completed, data: toBackup(finished) }
}

/**
 * Starts a backup of the actor's data set, one at a time per admin.
 * @param safetyOf the backup whose import it precedes
 * @throws AppError CONFLICT while another backup is running
 */
export async function startBackup(deps: ReportsDeps, { actor, idempotencyKey }: Ctx, safetyOf: string | null) {
  const { backups } = deps
  const { accountId: adminId } = actor
  const all = await backups.ofAdmin(adminId)
  if (all.some(({ state }) => state === 'running')) throw conflict(backupTexts.busy)
  const { createdAt, folder } = nextBackupName(deps.now(), all[0]?.createdAt)
  const row = {
    _id: `${adminId}|${folder}`,
    adminId,
    folder,
    state: 'running' as const,
    createdAt,
    grewAt: createdAt,
    by: nameOfActor(actor),
    rows: 0,
    bytes: 0,
    archive: new ObjectId(),
    checksum: null,
    safetyOf,
    ...(idempotencyKey !== undefined && { key: idempotencyKey }),
    proof: null,
    restoredAt: null,
    transferredAt: null,
  }
  if (!(await backups.insert(row))) throw conflict(backupTexts.busy)
  const done = writeBackup(deps, row).catch(async (error: unknown) => {
    await backups.set(row._id, { state: 'failed' })
    throw error
  })
  // Avoids an unhandled rejection after the caller's timeout.
  done.catch(() => undefined)
  return { row, done }
}

async function writeBackup(deps: ReportsDeps, row: BackupRow): Promise<BackupRow> {
  const { db, call, backups, generations } = deps
  const { _id, adminId, folder, createdAt } = row
  const prefix = await generations.prefix()
  const head = { format: backupFormat, adminId, folder, createdAt: createdAt.toISOString() }
  const { checksum, rows, bytes } = await writeArchive(head, backupParts({ db, call, prefix, adminId }), {
    to: backups.write(row.archive, _id),
    progress: async written => void (await backups.set(_id, written)),
  })
  const archive = { bytes: backups.read(row.archive), checksum }
  const played = await readPlayedDays(deps, adminId)
  const closed = lastClosedDay(deps.now(), deps.zone)
  const isClosed = (at: Date) => businessDay(at, deps.zone) <= closed
  const { rows: read, faults } = await proveBackup(db, deps.newId(), archive, {
    adminId,
    played,
    isClosed,
  })
  const proof = { at: deps.now(), rows: read, faults }
  const written = { ...row, rows, bytes, checksum, state: 'done' as const, proof }
  const { _id: _name, ...change } = written
  await backups.set(_id, change)
  await backups.removeOldest(adminId)
  return written
}

/** Play below the admin on closed days, from the figures of the reports. */
async function readPlayedDays(deps: ReportsDeps, adminId: string): Promise<PlayedDays> {
  const { db, zone } = deps
  const admin = await accountsOf(db).findOne({ _id: adminId })
  if (!admin) return new Map()
  const superadmin = { accountId: '', username: '', role: 'superadmin', sessionId: '', ipAddress: '' } as const
  const reader = await createFigureReader(deps, superadmin)
  const edges = (await edgesInto(db, reader.prefix, [admin])).get(adminId) ?? []
  const days = { from: await readFirstDay(db, reader.prefix, edges), to: lastClosedDay(deps.now(), zone) }
  if (days.from > days.to) return new Map()
  const sums = await reader.byDay(edges, days)
  return new Map([...sums].map(([day, { play }]) => [day, play]))
}
