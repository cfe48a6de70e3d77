import { randomUUID } from 'node:crypto'
import type { ActivityRecorded } from '@cascade/contracts/gateway'
import { type Actor, type Bus, createComplaint, type Logger, sleep } from '@cascade/service-kit'
import { oneLine, safeUrl } from './safe-text'

export type Activity = {
  actor: Actor | undefined
  /** For a failed login, which has no actor. */
  username?: string
  subject: string
  requestUrl: string
  method: string
  ipAddress: string
  status: number
  requestId: string
}
export type ActivityLog = ReturnType<typeof createActivityLog>

const capacity = 10_000
const batchSize = 200
const pauseMs = 1_000

/**
 * Who did what, as events. NATS may be away: events then wait here, up to 10,000 of them, and the oldest give way.
 * No call waits for this.
 */
export function createActivityLog(deps: {
  bus: Pick<Bus, 'publish' | 'ensureStream'>
  logger: Logger
  lost: { inc: () => void }
}) {
  const { bus, logger, lost } = deps
  const complain = createComplaint(logger, 'activities lost: NATS has been away for too long')
  let waiting: ActivityRecorded[] = []
  let working: Promise<void> | undefined
  let streamIsThere = false
  const closing = new AbortController()

  async function work() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      const sent = await send(batch)
      waiting = waiting.filter(event => !sent.has(event))
      if (sent.size === batch.length) continue
      // Without the stream nobody acknowledges; it may have to be made again.
      streamIsThere = false
      if (closing.signal.aborted) return
      await sleep(pauseMs, closing.signal)
    }
  }

  async function send(batch: readonly ActivityRecorded[]): Promise<ReadonlySet<ActivityRecorded>> {
    if (!streamIsThere) {
      const made = await bus.ensureStream('gateway').then(
        () => true,
        () => false,
      )
      if (!made) return new Set()
      streamIsThere = true
    }
    const results = await Promise.allSettled(batch.map(event => bus.publish(event)))
    return new Set(batch.filter((_, index) => results[index]?.status === 'fulfilled'))
  }

  function wake() {
    working ??= work().finally(() => {
      working = undefined
      // Something may have come in after the last look.
      if (waiting.length > 0 && !closing.signal.aborted) wake()
    })
  }

  return {
    record(activity: Activity) {
      waiting.push(toEvent(activity))
      if (waiting.length > capacity) {
        waiting.shift()
        lost.inc()
        complain()
      }
      wake()
    },
    waiting: () => waiting.length,
    /** Sends what waits, unless NATS is away. */
    async close() {
      closing.abort()
      await Promise.race([working, sleep(1_500)])
    },
  }
}

function toEvent(activity: Activity): ActivityRecorded {
  const { actor, subject, requestUrl, method, ipAddress, status, requestId } = activity
  const username = oneLine(actor?.username ?? activity.username ?? '', 64)
  return {
    id: randomUUID(),
    type: 'gateway.activity.recorded.v1',
    at: new Date().toISOString(),
    actor: actor ? { id: actor.accountId, username, role: actor.role } : null,
    correlationId: requestId,
    causationId: null,
    seq: 0,
    data: {
      accountId: actor?.accountId ?? null,
      username,
      subject: oneLine(subject, 200),
      requestUrl: safeUrl(requestUrl),
      method: oneLine(method.toUpperCase(), 10),
      ipAddress,
      status,
    },
  }
}
