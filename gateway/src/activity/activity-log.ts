import { randomUUID } from 'node:crypto'
import { type ActivitiesRecorded, type ActivityRecorded, activityBatchLimit } from '@cascade/contracts/gateway'
import { type Bus, type Logger, sleep } from '@cascade/service-kit'
import { createComplaint } from '../complaint'
import { type Activity, activityEventOf } from './activity'
import { createRejections } from './rejections'

export type ActivityLog = ReturnType<typeof createActivityLog>

const capacity = 10_000
/** Activities of this time travel in one message. */
const gatherMs = 100
const pauseMs = 1_000
const rejectionsEveryMs = 250

/**
 * Who did what, as events, many in one message. NATS may be away: events then wait here, up to 10,000 of them, and the
 * oldest give way. Rejected calls of a session are combined. No call waits for this.
 */
export function createActivityLog(deps: { bus: Pick<Bus, 'publish'>; logger: Logger; lost: { inc: () => void } }) {
  const { bus, logger, lost } = deps
  const complain = createComplaint(logger, 'activities lost: NATS has been away for too long')
  let waiting: ActivityRecorded[] = []
  let working: Promise<void> | undefined
  const closing = new AbortController()

  async function work() {
    await sleep(gatherMs, closing.signal)
    while (waiting.length > 0) {
      const batch = waiting.slice(0, activityBatchLimit)
      if (await isSent(batch)) {
        const sent = new Set(batch)
        waiting = waiting.filter(event => !sent.has(event))
        continue
      }
      if (closing.signal.aborted) return
      await sleep(pauseMs, closing.signal)
    }
  }

  async function isSent(activities: ActivityRecorded[]): Promise<boolean> {
    try {
      await bus.publish(messageOf(activities))
      return true
    } catch {
      return false
    }
  }

  function wake() {
    working ??= work().finally(() => {
      working = undefined
      // Something may have come in after the last look.
      if (waiting.length > 0 && !closing.signal.aborted) wake()
    })
  }

  function enqueue(event: ActivityRecorded) {
    waiting.push(event)
    if (waiting.length > capacity) {
      waiting.shift()
      lost.inc()
      complain()
    }
    wake()
  }

  const rejections = createRejections(enqueue, () => performance.now())
  let timer: NodeJS.Timeout | undefined

  function publishRejections() {
    rejections.publishDue()
    timer = rejections.size() > 0 ? setTimeout(publishRejections, rejectionsEveryMs) : undefined
  }

  return {
    record(activity: Activity) {
      const { actor, status, operation, code, reason } = activity
      const event = activityEventOf(activity)
      // A failed sign-in has no actor and stays a row: the dashboard counts them.
      if (!actor || status < 400) return enqueue(event)
      rejections.add([actor.sessionId, operation, status, code, reason].join(' '), event)
      timer ??= setTimeout(publishRejections, rejectionsEveryMs)
    },
    waiting: () => waiting.length,
    /** Sends what waits, unless NATS is away. */
    async close() {
      clearTimeout(timer)
      rejections.publishAll()
      closing.abort()
      await Promise.race([working, sleep(1_500)])
    },
  }
}

const messageOf = (activities: ActivityRecorded[]): ActivitiesRecorded => ({
  id: randomUUID(),
  type: 'gateway.activities.recorded.v1',
  at: new Date().toISOString(),
  actor: null,
  correlationId: '',
  causationId: null,
  seq: 0,
  data: { activities },
})
