import { z } from 'zod'

export const backupFormat = 'cascade.backup.v1'

/** The manifest of a backup of an admin. */
export const BackupManifest = z.object({
  format: z.literal(backupFormat),
  adminId: z.string(),
  folder: z.string(),
  createdAt: z.string(),
})
