import { PresenceChanged } from '@cascade/contracts/accounts'
import { newEvent } from '@cascade/service-kit'
import { eventWrites } from '../accounts/account-writes'
import type { AccountsDeps, InternalAsk } from '../deps'
import type { PresenceChange } from './presence-store'

type Beat = { gatewayId: string; generation: number; online: number }

/** A gateway is there; forgets those that are not any more. */
export async function beatPresence(deps: AccountsDeps, { ctx, input }: InternalAsk<Beat>) {
  const known = await deps.presence.beat(input.gatewayId, input.generation)
  let gone = await deps.presence.removeSilent()
  while (gone) {
    await showOffline(deps, gone, ctx)
    gone = await deps.presence.removeSilent()
  }
  return { isInStep: known === input.online }
}

/** Keeps who came to and went from one gateway, and shows it. */
export async function changePresence(
  deps: AccountsDeps,
  { ctx, input }: InternalAsk<PresenceChange & { isComplete: boolean }>,
) {
  const { gatewayId, generation, joined, left, isComplete } = input
  await deps.presence.change(input)
  await showOnline(deps, joined, ctx)
  await showOffline(deps, left, ctx)
  if (!isComplete) return { success: true as const }
  let gone = await deps.presence.removeOld(gatewayId, generation)
  while (gone.length > 0) {
    await showOffline(deps, gone, ctx)
    gone = await deps.presence.removeOld(gatewayId, generation)
  }
  await deps.presence.recount(gatewayId, generation)
  return { success: true as const }
}

type Deps = Pick<AccountsDeps, 'presence' | 'accounts' | 'commit'>
type Cause = InternalAsk<unknown>['ctx']

/** Shows accounts as there, and tells the other services. Repeated it tells them once more, which changes nothing. */
async function showOnline(deps: Deps, accountIds: readonly string[], cause: Cause): Promise<void> {
  if (accountIds.length === 0) return
  await deps.accounts.markOnline(accountIds, true)
  await tell(deps, { online: [...accountIds], offline: [] }, cause)
}

/**
 * Shows accounts as away whose connections to a gateway are gone, unless another gateway has one. Who comes to another
 * gateway at this moment is seen by the second look.
 */
async function showOffline(deps: Deps, accountIds: readonly string[], cause: Cause): Promise<void> {
  if (accountIds.length === 0) return
  const elsewhere = await deps.presence.onlineAmong(accountIds)
  const away = accountIds.filter(id => !elsewhere.has(id))
  if (away.length === 0) return
  await deps.accounts.markOnline(away, false)
  await tell(deps, { online: [], offline: away }, cause)
  await showOnline(deps, [...(await deps.presence.onlineAmong(away))], cause)
}

async function tell({ commit }: Deps, data: PresenceChanged['data'], { requestId }: Cause): Promise<void> {
  await commit(eventWrites([newEvent(PresenceChanged, data, { requestId })]))
}
