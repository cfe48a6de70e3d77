import { type Background, type ServiceContext, startLoop } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { finishClosing } from './delete-account'

/** Delay between the last draw of a closing player and the deletion. */
const everyMs = 10_000
/** Each needs a few reads of svc-live. */
const closingsPerRound = 100

/** Background worker that finishes closing accounts, in one replica at a time. */
export function startClosingWorker(
  deps: AccountsDeps,
  { leaseOf, logger }: Pick<ServiceContext, 'leaseOf' | 'logger'>,
): Background {
  const lease = leaseOf('closing')
  let after = ''
  const loop = startLoop(
    async signal => {
      const ids = await deps.accounts.findClosingAfter(after, closingsPerRound)
      if (ids.length > 0 && !(await lease.hold())) return undefined
      for (const id of ids) {
        if (signal.aborted) return undefined
        // A failure must not block the others; it is retried in a later round.
        await finishClosing(deps, id).catch(error =>
          logger.warn({ err: error, accountId: id }, 'closing of account failed, will be retried'),
        )
      }
      after = ids.length < closingsPerRound ? '' : (ids.at(-1) ?? '')
      return after === '' ? undefined : 'again'
    },
    { everyMs, logger, name: 'closing of accounts' },
  )
  return {
    async stop() {
      await loop.stop()
      await lease.release().catch(() => undefined)
    },
  }
}
