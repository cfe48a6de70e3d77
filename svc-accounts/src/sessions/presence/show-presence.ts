import { PresenceChanged } from '@cascade/contracts/accounts'
import { newEvent } from '@cascade/service-kit'
import { eventWrites } from '../../accounts/store/account-writes'
import type { AccountsDeps, InternalAsk } from '../../deps'

type Deps = Pick<AccountsDeps, 'presence' | 'accounts' | 'commit'>
type Cause = InternalAsk<unknown>['ctx']

/** Shows accounts as there, and tells the other services. Repeated it tells them once more, which changes nothing. */
export async function showOnline(deps: Deps, accountIds: readonly string[], cause: Cause): Promise<void> {
  if (accountIds.length === 0) return
  await deps.accounts.markOnline(accountIds, true)
  await tell(deps, { online: [...accountIds], offline: [] }, cause)
}

/**
 * Shows accounts as away whose connections to a gateway are gone, unless another gateway has one. Who comes to another
 * gateway at this moment is seen by the second look.
 */
export async function showOffline(deps: Deps, accountIds: readonly string[], cause: Cause): Promise<void> {
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
