import { createClearings, type ServiceParts } from '@cascade/service-kit'
import { showBackups } from './exports/backup-metrics'
import { createBackupStore } from './exports/backup-store'
import { createDownloadTickets } from './exports/download-tickets'
import { logsKeptDays as logsKeptDaysStandard } from './projections/activities/log-entry'
import { createGameCopy } from './projections/replicas/games'
import { createGenerations } from './projections/runtime/generations'
import { createComplaintStore } from './reports/complaints/complaint-store'
import { aboutReport, createVerificationStore } from './verification/verification-store'

export type ReportsSettings = {
  /** Directory that backups of admins are transferred to; without one they stay here. */
  transferTarget?: string | undefined
  /** How long activities are kept. */
  logsKeptDays?: number | undefined
  /** How long messages of the public are kept. */
  complaintsKeptDays?: number | undefined
}

/** Everything that a verb of this service may use. */
export function createDeps(
  parts: ServiceParts,
  { transferTarget, logsKeptDays = logsKeptDaysStandard }: ReportsSettings = {},
) {
  const { client, db, core, zone, call, logger } = parts
  const backups = createBackupStore(db, core.now)
  showBackups(backups, parts)
  const verification = createVerificationStore(db)
  return {
    ...core,
    client,
    call,
    logger,
    transferTarget,
    logsKeptDays,
    backups,
    downloadTickets: createDownloadTickets(db, core.now),
    db,
    zone,
    complaints: createComplaintStore(db),
    clearings: createClearings(db),
    games: createGameCopy(db),
    generations: createGenerations({ client, db }),
    verification,
    aboutReport: aboutReport(verification),
  }
}
export type ReportsDeps = ReturnType<typeof createDeps>
