import { type Ask, notFound, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { findBackup } from './find-backup'

type Input = { folder: string; ticket?: string | undefined }

/** The archive, as it was written. @throws AppError NOT_FOUND for a ticket that is used, late or somebody else's */
export async function downloadBackup(deps: ReportsDeps, { ctx, input: { folder, ticket } }: Ask<Input>) {
  requirePermission(ctx, 'backups.manage')
  const row = await findBackup(deps, ctx, folder)
  if (ticket && !(await deps.downloadTickets.use(ticket, row._id, ctx.actor.accountId))) throw notFound()
  return {
    stream: deps.backups.read(row),
    length: Number(row.bytes),
    name: `cascade-${row.folder}.tar.gz`,
    etag: `"${row.checksum}"`,
  }
}

/** A ticket for one download: an address that somebody finds later opens nothing. */
export async function issueDownloadTicket(deps: ReportsDeps, { ctx, input }: Ask<{ folder: string }>) {
  requirePermission(ctx, 'backups.manage')
  const row = await findBackup(deps, ctx, input.folder)
  return { data: { ticket: await deps.downloadTickets.issue(row._id, ctx.actor.accountId) } }
}
