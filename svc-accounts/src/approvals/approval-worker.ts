import { type Background, type ServiceContext, startLoop } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { closeRequest } from './close-request'
import { executeCall } from './execute-call'

const everyMs = 10_000

/** Executes approved calls whose executor is gone, or which had no outcome. */
export async function repeatCalls(deps: AccountsDeps): Promise<void> {
  const rows = await deps.approvals.leaseUnfinished()
  await Promise.all(rows.map(row => executeCall(deps, row)))
}

export const startApprovedCalls = (deps: AccountsDeps, { logger }: Pick<ServiceContext, 'logger'>): Background =>
  startLoop(
    async () => {
      await repeatCalls(deps)
      return undefined
    },
    { everyMs, logger, name: 'approved calls' },
  )

/** Ends requests that nobody has decided in time, on one replica at a time. */
export function startExpiry(deps: AccountsDeps, { leaseOf, logger }: ServiceContext): Background {
  const lease = leaseOf('expiry of approvals')
  const loop = startLoop(
    async () => {
      const rows = await deps.approvals.expired()
      if (rows.length === 0 || !(await lease.hold())) return undefined
      for (const row of rows)
        await closeRequest(deps, row, { state: 'expired' }).catch((err: unknown) =>
          logger.warn({ err, approvalId: row._id }, 'approvals: request not ended, will be retried'),
        )
      return undefined
    },
    { everyMs, logger, name: 'expiry of approvals' },
  )
  return {
    async stop() {
      await loop.stop()
      await lease.release().catch(() => undefined)
    },
  }
}
