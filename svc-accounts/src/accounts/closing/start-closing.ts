import { type Background, createLease, type ServiceParts, startLoop } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { settleClosing } from './delete-player'

/** How long a closing waits for the draw that settles it to be noticed. */
const everyMs = 5_000
/** Each costs a few reads of svc-live. */
const atOnce = 100

/** Goes on with accounts that are to be deleted once what they have in play is settled, in one replica at a time. */
export function startClosing(
  deps: AccountsDeps,
  { db, instanceId, logger }: Pick<ServiceParts, 'db' | 'instanceId' | 'logger'>,
): Background {
  const lease = createLease(db, 'closing', instanceId)
  let after = ''
  const loop = startLoop(
    async signal => {
      if (!(await lease.hold())) return undefined
      const ids = await deps.accounts.closingAfter(after, atOnce)
      for (const id of ids) {
        if (signal.aborted) return undefined
        // One that fails now has its turn again, and keeps none of the others waiting.
        await settleClosing(deps, id).catch(error => logger.warn({ err: error, accountId: id }, 'closing waits'))
      }
      after = ids.length < atOnce ? '' : (ids.at(-1) ?? '')
      return after === '' ? undefined : 'again'
    },
    { everyMs, logger, name: 'closing of accounts' },
  )
  return {
    async stop() {
      await loop.stop()
      await lease.drop().catch(() => undefined)
    },
  }
}
