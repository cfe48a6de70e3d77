import type { AccountsDeps, InternalAsk } from '../../deps'
import type { PresenceChange } from './presence-store'
import { showOffline, showOnline } from './show-presence'

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
