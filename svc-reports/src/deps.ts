import { createClearings, type ServiceContext } from '@cascade/service-kit'
import type { createHeadSigner } from '@cascade/service-kit/log-chain'
import type { StorageTarget } from '@cascade/service-kit/storage'
import { registerBackupMetrics } from './exports/backup-metrics'
import { createBackupStore } from './exports/backup-store'
import { createDownloadTickets } from './exports/download-tickets'
import { logRetentionDaysDefault } from './projections/activities/log-entry'
import { createGameReplica } from './projections/replicas/games'
import { createGenerations } from './projections/runtime/generations'
import { createComplaintStore } from './reports/complaints/complaint-store'
import { createReportMetadata, createVerificationStore } from './verification/verification-store'

export type ReportsSettings = {
  /** Directory for transferred backups of admins; without one they cannot be transferred. */
  transferTarget?: string | undefined
  logRetentionDays?: number | undefined
  complaintRetentionDays?: number | undefined
  /** Signs heads of the log; without it none are signed. */
  logHeads?: LogHeadSettings
}

/** `target`: a place outside of the database for signed heads; `everyMs`: ten seconds by default. */
export type LogHeadSettings = {
  key: Parameters<typeof createHeadSigner>[0]
  target?: StorageTarget | undefined
  everyMs?: number
}

export function createDeps(
  parts: ServiceContext,
  { transferTarget, logRetentionDays = logRetentionDaysDefault }: ReportsSettings = {},
) {
  const { client, db, core, zone, call, logger } = parts
  const backups = createBackupStore(db, core.now)
  registerBackupMetrics(backups, parts)
  const verification = createVerificationStore(db)
  return {
    ...core,
    client,
    call,
    logger,
    transferTarget,
    logRetentionDays,
    backups,
    downloadTickets: createDownloadTickets(db, core.now),
    db,
    zone,
    complaints: createComplaintStore(db),
    clearings: createClearings(db),
    games: createGameReplica(db),
    generations: createGenerations({ client, db }),
    verification,
    reportMetadata: createReportMetadata(verification),
  }
}
export type ReportsDeps = ReturnType<typeof createDeps>
