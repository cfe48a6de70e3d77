import { accountsInternal } from '@cascade/contracts/accounts'
import { ScheduleFailed, scheduledReportNames } from '@cascade/contracts/reports'
import { type AccountRow, accountsOf, type Background, newEvent, startLoop } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { periodBefore } from './next-time'
import type { ScheduleRow } from './schedule-store'
import { readReport } from './scheduled-reports'
import { describeDays, writeFile } from './write-file'

const everyMs = 5_000
/** Shorter than the lease of a schedule, so that an attempt never mails after it. */
const attemptMsMax = 180_000
/** The mail server may take 20 s for each step. */
const mailTimeoutMs = 60_000
/** The last try is about an hour after the first. */
const triesMax = 7
const firstPauseMs = 60_000

/** Mails due reports; on all replicas, each schedule leased by one. */
export const startSchedules = (deps: ReportsDeps): Background =>
  startLoop(signal => sendReport(deps, signal), {
    everyMs,
    logger: deps.logger,
    name: 'scheduled reports',
    limitMs: attemptMsMax,
  })

/** Sends the report that is due first. @returns `again` unless none is due */
export async function sendReport(deps: ReportsDeps, signal: AbortSignal): Promise<'again' | undefined> {
  const { schedules, now, logger } = deps
  const row = await schedules.lease()
  if (!row) return undefined
  const account = await accountsOf(deps.db).findOne({ _id: row.accountId })
  if (!account || account.deleted) await schedules.remove(row, row._id)
  else if (!account.active) await schedules.finish(row, row.last)
  else {
    const { isSent, isRemoved } = await mailReport(deps, { row, account, signal }).catch((err: unknown) => {
      logger.warn({ err, scheduleId: row._id, tries: row.tries }, 'scheduled report not sent')
      return { isSent: false, isRemoved: false }
    })
    const days = periodBefore(row.frequency, row.nextAt)
    if (isRemoved) await schedules.remove(row, row._id)
    else if (isSent) await schedules.finish(row, { ...days, at: now(), state: 'sent' })
    else if (row.tries >= triesMax) await giveUp(deps, row)
    else await schedules.repeat(row, new Date(now().getTime() + firstPauseMs * 2 ** (row.tries - 1)))
  }
  return 'again'
}

async function giveUp({ schedules, transaction, writeEvents, now, newId }: ReportsDeps, row: ScheduleRow) {
  const { _id: scheduleId, report, frequency, nextAt } = row
  const days = periodBefore(frequency, nextAt)
  await transaction(async tx => {
    if (!(await schedules.finish(row, { ...days, at: now(), state: 'failed' }, tx))) return
    const data = { scheduleId, accountId: receiverOf(row), report: scheduledReportNames[report], ...days }
    await writeEvents([newEvent(ScheduleFailed, data, { requestId: newId() })], tx)
  })
}

type Attempt = { row: ScheduleRow; account: AccountRow; signal: AbortSignal }

const receiverOf = ({ accountId, personId }: ScheduleRow) => personId ?? accountId

async function mailReport(deps: ReportsDeps, { row, account, signal }: Attempt) {
  const { _id: accountId, username, role } = account
  const actor = { accountId, username, role, sessionId: '', ipAddress: '' }
  const requestId = deps.newId()
  const ctx = { actor, requestId, idempotencyKey: undefined, ifMatch: undefined, setHeader: () => {} }
  const days = periodBefore(row.frequency, row.nextAt)
  const table = await readReport(row, { deps, ctx, days, signal })
  const file = { ...row, table, days, by: actor, now: deps.now() }
  const { name, bytes } = await writeFile(file, { worker: deps.fileWorker, signal })
  signal.throwIfAborted()
  const subject = `${scheduledReportNames[row.report]}, ${describeDays(days)}`
  const body = {
    // The same for each attempt: mailboxes recognise a repeated mail by it.
    id: `${row._id}.${row.nextAt.getTime()}`,
    accountId: receiverOf(row),
    subject,
    text: `${subject}\n\nAccount ${username}, ${row.frequency} at ${row.at}.`,
    file: { name, content: Buffer.from(bytes).toString('base64') },
  }
  return deps.call(accountsInternal.sendMail, { body, timeoutMs: mailTimeoutMs, requestId })
}
