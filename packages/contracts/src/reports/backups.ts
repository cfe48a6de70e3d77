import { z } from 'zod'
import { auditAs } from '../audit'
import { CallerQuery, endpoint, responseOf } from '../define'
import type { ExamplesOf } from '../example'

export const backupTexts = {
  completed: 'Backup completed',
  started: 'The backup is being made.',
  failed: 'Backup failed',
  restored: 'Restore completed',
  restoring: 'The backup is being restored.',
  restoreFailed: 'Restore failed',
  openDraws: 'Draws with bets are open. Confirm to restore all the same.',
  busy: 'A backup is already in progress.',
  transferred: 'Transfer completed',
  transferFailed: 'Transfer failed',
  downloadFailed: 'Download failed',
} as const

/** Backups are named by their timestamp. */
const Folder = z.string().regex(/^\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}$/, 'Not a backup')

export const Backup = z.object({
  folder: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  createdAt: z.iso.datetime(),
  by: z.string(),
  /** Rows written so far, or in total. */
  rows: z.number().int(),
  bytes: z.number().int(),
  /** SHA-256 of the archive; null until it is complete. */
  checksum: z.string().nullable(),
  /** Set for a safety backup: the backup whose restore it preceded. */
  safetyOf: z.string().nullable(),
  /** Result of test-restoring the archive into an empty database; null until then. */
  proof: z.object({ at: z.iso.datetime(), rows: z.number().int(), faults: z.array(z.string()) }).nullable(),
  restoredAt: z.iso.datetime().nullable(),
  transferredAt: z.iso.datetime().nullable(),
})
export type Backup = z.infer<typeof Backup>

const FolderQuery = CallerQuery.extend({ folder: Folder })

export const RestoreResult = z.object({
  /** The safety backup made beforehand. */
  safety: z.string(),
  /** Number of undone clearings. */
  clearings: z.number().int(),
  percentages: z.number().int(),
})
export type RestoreResult = z.infer<typeof RestoreResult>

export const backupsApi = {
  backups: endpoint({
    id: 'reports.backup.list',
    domain: 'reports',
    route: 'GET /backup/list-backups',
    permission: 'backups.manage',
    summary: "Backups of the admin's data set, newest first",
    response: responseOf(z.array(Backup), { folders: z.array(z.string()) }),
  }),
  exportBackup: endpoint({
    id: 'reports.backup.export',
    domain: 'reports',
    route: 'GET /backup/exportbackup',
    permission: 'backups.manage',
    summary: "Create a backup of the admin's data set, test-restore it, and return the result",
    response: responseOf(Backup),
    errors: ['CONFLICT'],
    audit: auditAs('Backup made', 'made a backup'),
  }),
  importBackup: endpoint({
    id: 'reports.backup.import',
    domain: 'reports',
    route: 'GET /backup/importbackup',
    permission: 'backups.manage',
    summary: 'Restore everything in a backup but money: cleared history and percentages; a safety backup is made first',
    query: FolderQuery.extend({ confirm: z.enum(['true', 'false']).optional() }),
    /** Null while it is running. */
    response: responseOf(RestoreResult.nullable()),
    errors: ['NOT_FOUND', 'CONFLICT'],
    stepUp: 'always',
    approval: () => ({ operation: 'backup.import' }),
    audit: auditAs('Backup restored', 'restored a backup'),
  }),
  transferBackup: endpoint({
    id: 'reports.backup.transfer',
    domain: 'reports',
    route: 'GET /backup/transferbackup',
    permission: 'backups.manage',
    summary: 'Copy a backup to the configured second location',
    query: FolderQuery,
    response: responseOf(Backup),
    errors: ['NOT_FOUND', 'CONFLICT'],
    stepUp: 'always',
    audit: auditAs('Backup transferred', 'transferred a backup'),
  }),
  downloadTicket: endpoint({
    id: 'reports.backup.ticket',
    domain: 'reports',
    route: 'POST /backup/downloadticket',
    permission: 'backups.manage',
    summary: 'Issue a ticket for one download of a backup by the caller within a minute',
    body: z.strictObject({ folder: Folder }),
    response: responseOf(z.object({ ticket: z.string() })),
    errors: ['NOT_FOUND', 'CONFLICT'],
    stepUp: 'always',
    duringMaintenance: true,
    audit: auditAs('Backup download prepared', 'prepared the download of a backup'),
  }),
  downloadBackup: endpoint({
    id: 'reports.backup.read',
    domain: 'reports',
    route: 'GET /backup/downloadbackup',
    permission: 'backups.manage',
    summary:
      'Download the archive of a backup, a gzipped tar; the cookie authenticates, as the download opens in its own tab',
    /** The ticket must belong to the caller and this backup, and be fresh and unused; otherwise 404. */
    query: FolderQuery.extend({ ticket: z.string().min(1).max(100) }),
    response: responseOf(z.unknown()),
    fileType: 'application/gzip',
    errors: ['NOT_FOUND'],
    audit: auditAs('Backup downloaded', 'downloaded a backup'),
  }),
}

export const backupExample: Backup = {
  folder: '2026-01-05_10-00-00',
  state: 'done',
  createdAt: '2026-01-05T10:00:00.000Z',
  by: 'admin1',
  rows: 1200,
  bytes: 48_213,
  checksum: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  safetyOf: null,
  proof: { at: '2026-01-05T10:00:00.000Z', rows: 1200, faults: [] },
  restoredAt: null,
  transferredAt: null,
}

export const backupExamples = (): ExamplesOf<typeof backupsApi> => ({
  fields: { ...backupExample, folders: [backupExample.folder], ticket: 'x1y2z3' },
  exportBackup: { response: { message: backupTexts.completed } },
  importBackup: {
    query: { confirm: 'true' },
    response: { message: backupTexts.restored, data: { safety: '2026-01-06_08-30-00', clearings: 1, percentages: 2 } },
  },
  transferBackup: {
    response: { message: backupTexts.transferred, data: { ...backupExample, transferredAt: backupExample.createdAt } },
  },
  downloadBackup: { response: { data: null } },
})
