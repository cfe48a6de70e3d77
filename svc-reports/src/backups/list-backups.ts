import { type Ask, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { backupAnswer } from './backup-store'

/** The admin's own backups, newest first. */
export async function listBackups(deps: ReportsDeps, { ctx }: Ask) {
  requirePermission(ctx, 'backups.manage')
  const rows = await deps.backups.ofAdmin(ctx.actor.accountId)
  return { data: rows.map(backupAnswer), folders: rows.map(({ folder }) => folder) }
}
