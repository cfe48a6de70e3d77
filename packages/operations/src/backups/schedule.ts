import { createMetrics, type Logger, serveMetrics } from '@cascade/service-kit'
import type { StorageTarget } from '@cascade/service-kit/storage'
import { Cron } from 'croner'
import { type BackupResult, listProvenBackups } from './back-up'

type Schedule = {
  schedule: string
  zone: string
  target: StorageTarget
  backUp: () => Promise<BackupResult>
  metricsPort: number | undefined
  host: string
  logger: Logger
}

/**
 * Runs backups on a schedule, one at a time. Starts at once when the last proven backup is older than the schedule
 * allows. A failed backup is logged and retried at the next scheduled time.
 */
export function startSchedule({ schedule, zone, target, backUp, metricsPort, host, logger }: Schedule) {
  const metrics = createMetrics('backups')
  const failed = metrics.counter('failed_total', 'Backups of the installation that could not be made or proven')
  metrics.gauge('proven_age_seconds', 'Age of the last backup of the installation that was proven; -1: there is none', {
    read: async () => {
      const newest = (await listProvenBackups(target))[0]
      return newest ? (Date.now() - newest.at.getTime()) / 1000 : -1
    },
  })

  async function runBackup() {
    const started = Date.now()
    try {
      const { name, rows, accounts, entries, wallets } = await backUp()
      const seconds = (Date.now() - started) / 1000
      const details = { name, rows, accounts, entries, points: Number(wallets) / 100, seconds, target: target.name }
      logger.info(details, 'backup proven')
    } catch (error) {
      failed.inc()
      logger.error({ err: error, target: target.name }, 'backup failed')
    }
  }

  let running = Promise.resolve()
  const job = new Cron(schedule, { timezone: zone, protect: true }, () => {
    running = runBackup()
    return running
  })
  const periodMs = longestPeriodMs(job)
  metrics.gauge('period_seconds', 'The longest time between two backups of the schedule', {
    read: () => periodMs / 1000,
  })
  const closeMetrics = metricsPort ? serveMetrics(metrics, metricsPort, host) : async () => undefined
  logger.info({ schedule, zone, next: job.nextRun(), target: target.name }, 'backup schedule started')
  void listProvenBackups(target)
    .then(([newest]) => {
      if (!newest || Date.now() - newest.at.getTime() > periodMs) return job.trigger()
    })
    .catch((error: unknown) => logger.error({ err: error }, 'backup target not readable'))

  return async () => {
    job.stop()
    await running
    await closeMetrics()
  }
}

/** The longest gap between two runs, e.g. over a weekend. */
function longestPeriodMs(job: Cron): number {
  const runs = job.nextRuns(100).map(at => at.getTime())
  return Math.max(...runs.slice(1).map((at, index) => at - (runs[index] ?? at)))
}
