import { viewApi } from '@cascade/contracts/accounts'
import { type Background, type ServiceContext, startLoop } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { findParties, findViews } from './find-views'
import type { ViewSession } from './open-view-store'
import { causeOf, logWrite } from './view-log'

const everyMs = 10_000

/** Ends a view and logs its end, unless another call or replica has done so. */
export async function endView(deps: AccountsDeps, view: ViewSession, cause: { ipAddress: string; requestId: string }) {
  const { viewer, target } = await findParties(deps, view)
  const by = viewer && (await causeOf(deps, viewer, view, cause))
  const at = new Date(Math.min(deps.now().getTime(), view.expiresAt.getTime()))
  const log = by && target ? [logWrite({ by, viewer, target, endpoint: viewApi.end, at })] : []
  const { writes } = deps.sessions.planEnd(view, { reason: 'view ended', by: by ?? cause })
  await deps.transaction(async tx => {
    if (await deps.openViews.remove(view._id, tx)) await deps.write([...writes, ...log], tx)
  })
}

/** Ends views that have run out, and those whose viewer or login may not go on, on one replica at a time. */
export function startViewEnds(
  deps: AccountsDeps,
  { leaseOf, logger }: Pick<ServiceContext, 'leaseOf' | 'logger'>,
): Background {
  const lease = leaseOf('ends of views')
  const loop = startLoop(
    async () => {
      const open = await deps.openViews.firstToEnd()
      if (open.length === 0 || !(await lease.hold())) return undefined
      const valid = await findViews(deps, await deps.sessions.findOpenMany(open.map(({ _id }) => _id)))
      for (const view of open.filter(({ _id }) => !valid.has(_id)))
        await endView(deps, view, { ipAddress: view.ipAddress, requestId: deps.newId() }).catch((err: unknown) =>
          logger.warn({ err, accountId: view.accountId }, 'view not ended, will be retried'),
        )
      return undefined
    },
    { everyMs, logger, name: 'ends of views' },
  )
  return {
    async stop() {
      await loop.stop()
      await lease.release().catch(() => undefined)
    },
  }
}
