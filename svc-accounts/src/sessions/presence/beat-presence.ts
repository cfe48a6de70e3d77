import type { AccountsDeps, InternalAsk } from '../../deps'
import { showOffline } from './show-presence'

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
