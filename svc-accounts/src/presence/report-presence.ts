import { PresenceChanged } from '@cascade/contracts/accounts'
import { newEvent, type ServiceCall } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { eventWrite } from '../ledger'
import type { PresenceChange } from './presence-store'

type Beat = { gatewayId: string; generation: number; online: number }

export async function beatPresence(deps: AccountsDeps, { ctx, input }: ServiceCall<Beat>) {
  const onlineCount = await deps.presence.beat(input.gatewayId, input.generation)
  let removed = await deps.presence.removeSilent()
  while (removed) {
    await markOffline(deps, removed, ctx)
    removed = await deps.presence.removeSilent()
  }
  return { isInStep: onlineCount === input.online }
}

/** Stores accounts that connected to and disconnected from a gateway, and publishes changes. */
export async function changePresence(
  deps: AccountsDeps,
  { ctx, input }: ServiceCall<PresenceChange & { isComplete: boolean }>,
) {
  const { gatewayId, generation, joined, left, isComplete } = input
  await deps.presence.change(input)
  await markOnline(deps, joined, ctx)
  await markOffline(deps, left, ctx)
  if (!isComplete) return { success: true as const }
  let removed = await deps.presence.removeOld(gatewayId, generation)
  while (removed.length > 0) {
    await markOffline(deps, removed, ctx)
    removed = await deps.presence.removeOld(gatewayId, generation)
  }
  await deps.presence.recount(gatewayId, generation)
  return { success: true as const }
}

type Deps = Pick<AccountsDeps, 'presence' | 'accounts' | 'commit' | 'now'>
type Cause = ServiceCall<unknown>['ctx']

/** Marks accounts as online and publishes it. Idempotent for consumers. */
async function markOnline(deps: Deps, accountIds: readonly string[], cause: Cause): Promise<void> {
  if (accountIds.length === 0) return
  await deps.accounts.markOnline(accountIds, true)
  await publish(deps, { online: [...accountIds], offline: [] }, cause)
}

/**
 * Marks accounts without a connection at any gateway as offline. The second check at the end catches accounts that connect
 * to another gateway in the meantime.
 */
async function markOffline(deps: Deps, accountIds: readonly string[], cause: Cause): Promise<void> {
  if (accountIds.length === 0) return
  const elsewhere = await deps.presence.onlineAmong(accountIds)
  const away = accountIds.filter(id => !elsewhere.has(id))
  if (away.length === 0) return
  await deps.accounts.markOnline(away, false)
  await publish(deps, { online: [], offline: away }, cause)
  await markOnline(deps, [...(await deps.presence.onlineAmong(away))], cause)
}

async function publish({ commit, now }: Deps, data: PresenceChanged['data'], { requestId }: Cause): Promise<void> {
  await commit([eventWrite(newEvent(PresenceChanged, data, { requestId }), now())])
}
