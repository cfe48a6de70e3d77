import { type LaunchItem, launchApi, launchInternal } from '@cascade/contracts/gateway'
import type { Ctx, Routes } from '@cascade/service-kit'
import { requireActor } from '../../accounts/read-account'
import { authorityWrite } from '../../activities/authority-event'
import type { AccountsDeps } from '../../deps'
import type { SideWrite } from '../../ledger'

/** What is open before going live, and what superadmins have accepted. */
export const launchRoutes: Routes<AccountsDeps> = ({ serve, serveInternal }, deps) => {
  serve(launchApi.accept, async ({ ctx, params, body }) => {
    await acceptItem(deps, ctx, { ...params, ...body })
    return {}
  })
  serveInternal(launchInternal.read, async () => ({
    open: await findOpen(deps),
    accepted: await deps.policy.acceptedItems(),
  }))
}

async function findOpen({ accounts, factors, policy }: AccountsDeps): Promise<LaunchItem[]> {
  const [{ policy: rules }, superadmins, hasLines] = await Promise.all([
    policy.read(),
    accounts.activeSuperadminIds(),
    accounts.haveCreditLines(),
  ])
  const owners = await factors.ownersAmong(superadmins)
  const isDone: Partial<Record<LaunchItem, boolean>> = {
    secondFactor: superadmins.every(id => owners.has(id)),
    secondSuperadmin: superadmins.length > 1,
    creditLines: hasLines,
    sessions: rules.sessionsPerAccount !== null,
    strict: rules.strict,
  }
  return (Object.keys(isDone) as LaunchItem[]).filter(item => !isDone[item])
}

async function acceptItem(deps: AccountsDeps, ctx: Ctx, { item, reason }: { item: LaunchItem; reason: string }) {
  await requireActor(deps, ctx)
  const sent = { params: { item }, body: { reason } }
  const url = launchApi.accept.path.replace(':item', item)
  const record: SideWrite = authorityWrite(ctx, { endpoint: launchApi.accept, sent, url, at: deps.now() })
  await deps.transaction(async tx => {
    await deps.policy.acceptItem(item, tx)
    await deps.write([record], tx)
  })
}
