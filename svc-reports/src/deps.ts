import { createClearings, type ServiceParts } from '@cascade/service-kit'
import { showBackups } from './backups/backup-metrics'
import { createBackupStore, createDownloadTickets } from './backups/backup-store'
import { createComplaintStore } from './complaints/complaint-store'
import { createGameCopy } from './copies/games'
import { logsKeptDays as logsKeptDaysStandard } from './logs/log-facts'
import { aboutReport, createVerificationStore } from './verification/verification-store'
import { createGenerations } from './views/generations'

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
