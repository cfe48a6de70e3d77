import type { ServiceParts } from '@cascade/service-kit'
import type { BackupStore } from './backup-store'

/** What a database server says of the disk that it is on; not all of them do. */
type DiskStats = { fsUsedSize?: number; fsTotalSize?: number }

/** Shows at `/metrics` how old the last proven backup is, and how much room the database has left. */
export function registerBackupMetrics(backups: Pick<BackupStore, 'lastProvenAt'>, { db, metrics }: ServiceParts): void {
  metrics.gauge('backup_age_seconds', 'Age of the last backup of any admin that was proven; -1 when there is none', {
    read: async () => {
      const at = await backups.lastProvenAt()
      return at ? (Date.now() - at.getTime()) / 1000 : -1
    },
  })
  metrics.gauge(
    'database_disk_free_ratio',
    'Part of the disk of the database that is free; NaN where it does not say',
    {
      read: async () => {
        const { fsUsedSize, fsTotalSize } = (await db.stats()) as DiskStats
        return 1 - Number(fsUsedSize) / Number(fsTotalSize)
      },
    },
  )
}
