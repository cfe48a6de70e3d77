import { can, toPoints } from '@cascade/contracts'
import { accountsInternal, type WeekItem } from '@cascade/contracts/accounts'
import { liveInternal } from '@cascade/contracts/live'
import type { ActionItem } from '@cascade/contracts/reports'
import { addDays, businessDay, type Call } from '@cascade/service-kit'
import type { z } from 'zod'
import type { ReportsDeps } from '../../deps'
import { failedLoginListKey, type LogFact, logsName } from '../../projections/activities/log-entry'
import { openFactList } from '../../projections/time-lists/time-lists'
import { casesBelow } from '../cases/find-case'
import { isPublic } from '../complaints/complaint-store'
import { rowsBelow } from '../watch/watch-store'
import type { SuspendedLevel } from './account-figures'

type LiveFigures = z.output<typeof liveInternal.exposure.response>

/** Only the leader of svc-live knows the exposure; the other figures do not depend on it. */
export async function readLiveFigures(
  { call, logger }: ReportsDeps,
  { actor, requestId }: Call['ctx'],
): Promise<LiveFigures | null | undefined> {
  if (!can(actor.role, 'live.control')) return undefined
  const adminIds = actor.role === 'admin' ? [actor.accountId] : null
  try {
    return await call(liveInternal.exposure, { body: { adminIds }, timeoutMs: 1_000, requestId })
  } catch (error) {
    logger.warn({ err: error, requestId }, 'exposure unavailable')
    return null
  }
}

export const toExposure = ({ draws, stake, worst }: LiveFigures) => ({
  draws,
  stake: toPoints(BigInt(stake)),
  worst: toPoints(BigInt(worst)),
})

/** Weeks, payments and limits, which the other figures do not depend on. */
export async function readWeekItems(
  { call, logger }: ReportsDeps,
  { actor: { accountId, role }, requestId }: Call['ctx'],
  playSince: string,
): Promise<WeekItem[] | null> {
  const body = { accountId, role, playSince }
  try {
    return (await call(accountsInternal.actionItems, { body, timeoutMs: 1_000, requestId })).items
  } catch (error) {
    logger.warn({ err: error, requestId }, 'weeks, payments and limits unavailable')
    return null
  }
}

type Sources = {
  list: string
  live: LiveFigures | null | undefined
  week: readonly WeekItem[] | null
  suspended: readonly SuspendedLevel[]
}

/** Action items for the operator, most urgent first. */
export async function readActionItems(
  deps: ReportsDeps,
  { actor }: Call['ctx'],
  { list, live, week, suspended }: Sources,
): Promise<ActionItem[]> {
  const complaints = can(actor.role, 'complaints.manage') ? await deps.complaints.pending(isPublic) : undefined
  const cases = await deps.complaints.pending(casesBelow(actor))
  const items: ActionItem[] = [
    { kind: 'lateDraws', count: 0, oldest: null, ...live?.late },
    { kind: 'stops', count: 0, oldest: null, ...live?.stops },
    ...(week ?? []),
    ...suspended.map(
      ({ role, count, balance, oldest }): ActionItem => ({
        kind: 'suspended',
        count,
        oldest: oldest?.toISOString() ?? null,
        role,
        points: toPoints(balance),
      }),
    ),
    { kind: 'complaints', count: complaints?.count ?? 0, oldest: complaints?.oldest?.toISOString() ?? null },
    { kind: 'cases', count: cases.count, oldest: cases.oldest?.toISOString() ?? null },
    { kind: 'watch', ...(await deps.watch.open(rowsBelow(actor))) },
    { kind: 'refusedLogins', ...(await readRejectedLogins(deps, list)) },
  ]
  return items.filter(({ count }) => count > 0)
}

const dayMs = 86_400_000
/** Limits how many rejected sign-ins of yesterday are checked for being within 24 hours. */
const yesterdayScanMax = 1_000

async function readRejectedLogins({ db, zone, now }: ReportsDeps, reader: string) {
  const since = new Date(now().getTime() - dayMs)
  const today = businessDay(now(), zone)
  const facts = openFactList<LogFact>(db, logsName, failedLoginListKey(reader))
  const days = await facts.days(addDays(today, -1), today)
  const slices = days.map(({ day, count, open }) => {
    const from = day === today ? 0 : Math.max(0, count - yesterdayScanMax)
    return { day, from, to: day === today ? Math.min(1, count) : count, count, open }
  })
  const refs = (await facts.refs(slices)).flat()
  const rows = await db
    .collection<LogFact>(logsName)
    .find({ _id: { $in: refs.map(Number) }, at: { $gte: since } }, { projection: { at: 1, day: 1 } })
    .toArray()
  const ofToday = days.find(({ day }) => day === today)?.count ?? 0
  const oldest = rows.map(({ at }) => at.toISOString()).sort()[0] ?? null
  return { count: ofToday + rows.filter(({ day }) => day !== today).length, oldest }
}
