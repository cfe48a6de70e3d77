import { type Background, createLease, type ServiceParts, sleep, startLoop } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { keepBranches } from './keep-branches'

/** Under load, what several commits change is written together. */
const gatherMs = 400
const everyMs = 1_000

/** Keeps the figures of branches, in one replica at a time: woken by what is told, and every second by itself. */
export function startBranches(
  deps: AccountsDeps,
  { db, bus, instanceId, logger }: Pick<ServiceParts, 'db' | 'bus' | 'instanceId' | 'logger'>,
): Background {
  const lease = createLease(db, 'branches', instanceId)
  const loop = startLoop(
    async stopping => {
      while (!stopping.aborted && (await lease.hold()) && (await keepBranches(deps)));
      await sleep(gatherMs, stopping)
      return undefined
    },
    { everyMs, logger, name: 'branches' },
  )
  const listening = ['head.accounts', 'head.accounts.credit', 'head.accounts.play'].map(subject =>
    bus.listen(subject, loop.wake).catch(() => undefined),
  )

  return {
    async stop() {
      for (const unlisten of await Promise.all(listening)) unlisten?.()
      await loop.stop()
      await lease.drop().catch(() => undefined)
    },
  }
}
