import type { PublicJwk } from '@cascade/contracts/live'
import { setBusinessZone } from '@cascade/files'
import { createClearings, type ServiceContext, serviceOfKey } from '@cascade/service-kit'
import type { createHeadSigner } from '@cascade/service-kit/log-chain'
import type { StorageTarget } from '@cascade/service-kit/storage'
import { registerBackupMetrics } from './exports/backup-metrics'
import { createBackupStore } from './exports/backup-store'
import { createDownloadTickets } from './exports/download-tickets'
import { createPeriodSigner } from './periods/sign-period'
import { logRetentionDaysDefault } from './projections/activities/log-entry'
import { createGameReplica } from './projections/replicas/games'
import { createGenerations } from './projections/runtime/generations'
import { createComplaintStore } from './reports/complaints/complaint-store'
import { createRuleStore } from './reports/watch/rule-store'
import { createWatchStore } from './reports/watch/watch-store'
import { createScheduleStore } from './schedules/schedule-store'
import { createReportMetadata, createVerificationStore } from './verification/verification-store'

export type ReportsSettings = {
  /** Directory for transferred backups of admins; without one they cannot be transferred. */
  transferTarget?: string | undefined
  logRetentionDays?: number | undefined
  complaintRetentionDays?: number | undefined
  /** A verification rests four to nine times as long as it works; true by default. */
  verificationHasPauses?: boolean | undefined
  /** Path of the script of a worker thread that writes files of scheduled reports; without it this thread does. */
  fileWorker?: string | undefined
  /** Signs heads of the log; without it none are signed. */
  logHeads?: LogHeadSettings
}

/** `keys`: public, of all processes; `target`: a place outside of the database; `everyMs`: ten seconds by default. */
export type LogHeadSettings = {
  key: Parameters<typeof createHeadSigner>[0]
  keys: readonly object[]
  target?: StorageTarget | undefined
  everyMs?: number
}

export function createDeps(
  parts: ServiceContext,
  { transferTarget, logRetentionDays = logRetentionDaysDefault, fileWorker, logHeads }: ReportsSettings = {},
) {
  const { client, db, core, zone, call, logger } = parts
  setBusinessZone(zone)
  const backups = createBackupStore(db, core.now)
  registerBackupMetrics(backups, parts)
  const verification = createVerificationStore(db)
  return {
    ...core,
    client,
    call,
    logger,
    transferTarget,
    fileWorker,
    logRetentionDays,
    signPeriod: createPeriodSigner(logHeads?.key),
    logKeys: ((logHeads?.keys ?? []) as PublicJwk[]).filter(({ kid }) => serviceOfKey(kid) === 'svc-reports'),
    backups,
    downloadTickets: createDownloadTickets(db, core.now),
    db,
    zone,
    complaints: createComplaintStore(db),
    clearings: createClearings(db),
    games: createGameReplica(db),
    generations: createGenerations({ client, db }),
    schedules: createScheduleStore(db, core),
    watch: createWatchStore(db, core),
    watchRules: createRuleStore(db),
    verification,
    reportMetadata: createReportMetadata(verification),
  }
}
export type ReportsDeps = ReturnType<typeof createDeps>
