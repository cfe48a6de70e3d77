import type { AccountsDeps, InternalAsk } from '../deps'

/** Keeps which accounts hold a connection at one gateway, and marks who is online at any. */
export async function keepPresence(
  deps: AccountsDeps,
  { input }: InternalAsk<{ gatewayId: string; online: readonly string[] }>,
) {
  await deps.presence.keep(input.gatewayId, input.online)
  const [here, marked] = await Promise.all([deps.presence.onlineIds(), deps.accounts.onlineIds()])
  const before = new Set(marked)
  const gone = marked.filter(id => !here.has(id))
  const come = [...here].filter(id => !before.has(id))
  if (gone.length > 0) await deps.accounts.markOnline(gone, false)
  if (come.length > 0) await deps.accounts.markOnline(come, true)
  return { success: true as const }
}
