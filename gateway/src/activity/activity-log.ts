import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type ActivitiesRecorded,
  type ActivityRecorded,
  type ActivitySender,
  activityBatchSizeMax,
  loggedObjectsMax,
} from '@cascade/contracts/gateway'
import { type Bus, type Logger, sleep } from '@cascade/service-kit'
import { createThrottledLog } from '../telemetry/throttled-log'
import { type Activity, toActivityEvent } from './activity'

export type ActivityLog = ReturnType<typeof createActivityLog>

const capacity = 10_000
const gatherMs = 100
const pauseMs = 1_000
const rejectionsEveryMs = 250

/**
 * Audit log: publishes activities as events, many per message, without delaying calls. While NATS is away, up to 10,000
 * events wait and the oldest are dropped. Rejected calls of an account are combined, and so are its reads of the log.
 * @param deps.gatewayId unique per process: its activities are numbered from 1
 */
export function createActivityLog(deps: {
  bus: Pick<Bus, 'publish'>
  gatewayId: string
  logger: Logger
  now: () => number
  lost: { inc: () => void }
}) {
  const { bus, gatewayId, logger, now, lost } = deps
  const startedAt = new Date(now()).toISOString()
  const logLoss = createThrottledLog(logger, 'activities dropped: NATS was unavailable for too long')
  let waiting: ActivityRecorded[] = []
  /** Number of the oldest waiting activity; a dropped one leaves a gap. */
  let first = 1
  let working: Promise<void> | undefined
  const closing = new AbortController()

  async function work() {
    await sleep(gatherMs, closing.signal)
    while (waiting.length > 0) {
      const batch = waiting.slice(0, activityBatchSizeMax)
      if (await isSent(batch)) {
        const sent = new Set(batch)
        const left = waiting.filter(event => !sent.has(event))
        first += waiting.length - left.length
        waiting = left
        continue
      }
      if (closing.signal.aborted) return
      await sleep(pauseMs, closing.signal)
    }
  }

  async function isSent(activities: ActivityRecorded[]): Promise<boolean> {
    try {
      await bus.publish(toMessage(activities, { gatewayId, startedAt, first }, new Date(now())))
      return true
    } catch {
      return false
    }
  }

  function notify() {
    working ??= work().finally(() => {
      working = undefined
      if (waiting.length > 0 && !closing.signal.aborted) notify()
    })
  }

  function enqueue(event: ActivityRecorded) {
    waiting.push(event)
    if (waiting.length > capacity) {
      waiting.shift()
      first++
      lost.inc()
      logLoss()
    }
    notify()
  }

  const rejections = createRejections(enqueue, () => performance.now())
  let timer: NodeJS.Timeout | undefined

  function publishRejections() {
    rejections.publishDue()
    timer = rejections.size() > 0 ? setTimeout(publishRejections, rejectionsEveryMs) : undefined
  }

  return {
    record(activity: Activity) {
      const { actor, status, operation, code, reason, isRead = false } = activity
      const event = toActivityEvent(activity, new Date(now()))
      // Failed sign-ins have no actor and are not combined: the dashboard counts them.
      if (!actor || (status < 400 && !isRead)) return enqueue(event)
      rejections.add([actor.accountId, operation, status, code, reason].join(' '), event)
      timer ??= setTimeout(publishRejections, rejectionsEveryMs)
    },
    waiting: () => waiting.length,
    async close() {
      clearTimeout(timer)
      rejections.publishAll()
      closing.abort()
      await Promise.race([working, sleep(1_500)])
    },
  }
}

const toMessage = (activities: ActivityRecorded[], sender: ActivitySender, at: Date): ActivitiesRecorded => ({
  id: randomUUID(),
  type: 'gateway.activities.recorded.v1',
  at: at.toISOString(),
  actor: null,
  correlationId: '',
  causationId: null,
  seq: 0,
  data: { activities, sender },
})

const firstAfterMs = 500
const nextAfterMs = 60_000
/** More than the accounts of an installation need; beyond it the oldest key is released early. */
const keysMax = 10_000

type Entry = { event: ActivityRecorded | undefined; dueAt: number }

/**
 * Combines calls of one key into one event with a count, one event a minute.
 * @param now milliseconds of any clock
 */
export function createRejections(publish: (event: ActivityRecorded) => void, now: () => number) {
  const entries = new Map<string, Entry>()

  function release(entry: Entry) {
    if (entry.event) publish(entry.event)
    entry.event = undefined
  }

  function releaseOldest() {
    const [oldest] = entries
    if (!oldest) return
    release(oldest[1])
    entries.delete(oldest[0])
  }

  return {
    add(key: string, event: ActivityRecorded) {
      const entry = entries.get(key)
      if (entry) {
        entry.event = entry.event ? combine(entry.event, event) : event
        return
      }
      if (entries.size >= keysMax) releaseOldest()
      entries.set(key, { event, dueAt: now() + firstAfterMs })
    },
    /** Publishes due events; removes keys without a call since their last event. */
    publishDue() {
      const at = now()
      for (const [key, entry] of entries) {
        if (entry.dueAt > at) continue
        if (!entry.event) entries.delete(key)
        release(entry)
        entry.dueAt = at + nextAfterMs
      }
    },
    publishAll() {
      while (entries.size > 0) releaseOldest()
    },
    size: () => entries.size,
  }
}

const optionalFields = ['does', 'object', 'target', 'changes', 'note', 'amount'] as const
const textFields = ['subject', 'requestUrl', 'ipAddress'] as const

function combine(first: ActivityRecorded, next: ActivityRecorded): ActivityRecorded {
  const times = (first.data.times ?? 1) + 1
  const data = { ...first.data, ...combineObjects(first.data, next.data), times, until: next.at }
  for (const field of optionalFields) if (!isDeepStrictEqual(data[field], next.data[field])) delete data[field]
  for (const field of textFields) data[field] = commonStart(data[field], next.data[field])
  return { ...first, data }
}

type Data = ActivityRecorded['data']

/** The first distinct objects, once they differ. */
function combineObjects({ object, objects, hasMoreObjects }: Data, { object: other }: Data): Partial<Data> {
  if (!objects && object?.accountId === other?.accountId) return {}
  const before = objects ?? (object ? [object] : [])
  const isNew = other !== undefined && !before.some(({ accountId }) => accountId === other.accountId)
  if (isNew && before.length === loggedObjectsMax) return { hasMoreObjects: true }
  return { objects: isNew ? [...before, other] : before, hasMoreObjects }
}

function commonStart(text: string, other: string): string {
  if (text === other) return text
  const [words, others] = [text.split(/\b/), other.split(/\b/)]
  const end = words.findIndex((word, index) => word !== others[index])
  return end < 0 ? text : words.slice(0, end).join('').trimEnd()
}
