import { type Ctx, conflict, notFound } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import type { BackupRow } from './backup-store'

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
