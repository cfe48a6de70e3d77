import type { ServiceContext } from '@cascade/service-kit'
import type { BackupStore } from './backup-store'

/** Disk usage of the database server; not every server reports it. */
type DiskStats = { fsUsedSize?: number; fsTotalSize?: number }

export function registerBackupMetrics(
  backups: Pick<BackupStore, 'lastProvenAt'>,
  { db, metrics }: ServiceContext,
): void {
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
