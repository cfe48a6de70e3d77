import { type AnyEndpoint, errorTexts } from '@cascade/contracts'
import type { Maintenance } from '@cascade/contracts/accounts'
import { type Actor, AppError, type Logger } from '@cascade/service-kit'

/** Older than this, it is read for a public change; a session in use brings it every two seconds. */
const ageMsMax = 5_000
const retryAfterSecondsMax = 3_600

type Planned = Maintenance | null | undefined

/**
 * Rejects changes during a maintenance. It arrives with each check of sessions, so that no call with a session is
 * decided by an older state than its session.
 * @param read checks no session
 */
export function createMaintenanceGate(options: {
  read: () => Promise<{ maintenance?: Planned }>
  logger: Logger
  now: () => number
}) {
  const { read, logger, now } = options
  let planned: Planned
  let receivedAtMs = Number.NEGATIVE_INFINITY

  function receive(maintenance: Planned) {
    planned = maintenance
    receivedAtMs = now()
  }

  /** svc-accounts may be away: the last state decides then, as for calls with a session. */
  async function refresh() {
    await read().then(
      answer => receive(answer.maintenance),
      (error: unknown) => logger.warn({ err: error }, 'could not read the maintenance'),
    )
  }

  return {
    receive,

    /** @throws AppError UNAVAILABLE, reason MAINTENANCE */
    async check({ duringMaintenance }: AnyEndpoint, changes: boolean, actor: Actor | undefined): Promise<void> {
      if (!changes || duringMaintenance || actor?.role === 'superadmin') return
      if (!actor && now() - receivedAtMs > ageMsMax) await refresh()
      const nowMs = now()
      const leftMs = planned && Date.parse(planned.from) <= nowMs ? Date.parse(planned.to) - nowMs : 0
      if (leftMs <= 0) return
      const retryAfterSeconds = Math.min(retryAfterSecondsMax, Math.ceil(leftMs / 1_000))
      throw new AppError('UNAVAILABLE', errorTexts.maintenance, { reason: 'MAINTENANCE', retryAfterSeconds })
    },
  }
}
