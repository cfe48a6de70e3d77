import { type LaunchItem, launchApi } from '@cascade/contracts/gateway'
import type { Call } from '@cascade/service-kit'
import { requireActor } from '../../accounts/find-account'
import { authorityWrite } from '../../activities/authority-event'
import type { AccountsDeps } from '../../deps'
import type { SideWrite } from '../../ledger'

/** Items that are open before going live, and items that superadmins have accepted. */
export async function readLaunchItems(deps: AccountsDeps) {
  return { open: await findOpen(deps), accepted: await deps.policy.acceptedItems() }
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

type Acceptance = { item: LaunchItem; reason: string }

export async function acceptLaunchItem(deps: AccountsDeps, { ctx, input: { item, reason } }: Call<Acceptance>) {
  await requireActor(deps, ctx)
  const sent = { params: { item }, body: { reason } }
  const url = launchApi.accept.path.replace(':item', item)
  const record: SideWrite = authorityWrite(ctx, { endpoint: launchApi.accept, sent, url, at: deps.now() })
  await deps.transaction(async tx => {
    await deps.policy.acceptItem(item, tx)
    await deps.write([record], tx)
  })
  return {}
}
