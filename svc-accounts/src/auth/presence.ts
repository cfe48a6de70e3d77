import { PresenceChanged } from '@cascade/contracts/accounts'
import { newEvent } from '@cascade/service-kit'
import { eventWrites } from '../accounts/account-writes'
import type { AccountsDeps, InternalCall } from '../deps'
import type { PresenceChange } from './presence-store'

type Beat = { gatewayId: string; generation: number; online: number }

/** A gateway is there; forgets those that are not any more. */
export async function beatPresence(deps: AccountsDeps, { ctx, input }: InternalCall<Beat>) {
  const onlineCount = await deps.presence.beat(input.gatewayId, input.generation)
  let removed = await deps.presence.removeSilent()
  while (removed) {
    await markOffline(deps, removed, ctx)
    removed = await deps.presence.removeSilent()
  }
  return { isInStep: onlineCount === input.online }
}

/** Keeps who came to and went from one gateway, and shows it. */
export async function changePresence(
  deps: AccountsDeps,
  { ctx, input }: InternalCall<PresenceChange & { isComplete: boolean }>,
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

type Deps = Pick<AccountsDeps, 'presence' | 'accounts' | 'commit'>
type Cause = InternalCall<unknown>['ctx']

/** Shows accounts as there, and tells the other services. Repeated it tells them once more, which changes nothing. */
async function markOnline(deps: Deps, accountIds: readonly string[], cause: Cause): Promise<void> {
  if (accountIds.length === 0) return
  await deps.accounts.markOnline(accountIds, true)
  await publish(deps, { online: [...accountIds], offline: [] }, cause)
}

/**
 * Shows accounts as away whose connections to a gateway are gone, unless another gateway has one. Who comes to another
 * gateway at this moment is seen by the second look.
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

async function publish({ commit }: Deps, data: PresenceChanged['data'], { requestId }: Cause): Promise<void> {
  await commit(eventWrites([newEvent(PresenceChanged, data, { requestId })]))
}
