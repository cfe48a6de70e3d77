import { type Ask, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { findBackup } from './find-backup'

/** The archive, as it was written. */
export async function downloadBackup(deps: ReportsDeps, { ctx, input }: Ask<{ folder: string }>) {
  requirePermission(ctx, 'backups.manage')
  const row = await findBackup(deps, ctx, input.folder)
  return {
    stream: deps.backups.read(row),
    length: Number(row.bytes),
    name: `cascade-${row.folder}.tar.gz`,
    etag: `"${row.checksum}"`,
  }
}
