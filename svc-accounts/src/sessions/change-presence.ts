import type { AccountsDeps, InternalAsk } from '../deps'
import type { PresenceChange } from './presence-store'
import { showOffline } from './show-offline'

/** Keeps who came to and went from one gateway, and shows it. */
export async function changePresence(
  deps: AccountsDeps,
  { input }: InternalAsk<PresenceChange & { isComplete: boolean }>,
) {
  const { gatewayId, generation, joined, left, isComplete } = input
  await deps.presence.change(input)
  if (joined.length > 0) await deps.accounts.markOnline(joined, true)
  await showOffline(deps, left)
  if (!isComplete) return { success: true as const }
  let gone = await deps.presence.removeOld(gatewayId, generation)
  while (gone.length > 0) {
    await showOffline(deps, gone)
    gone = await deps.presence.removeOld(gatewayId, generation)
  }
  await deps.presence.recount(gatewayId, generation)
  return { success: true as const }
}
