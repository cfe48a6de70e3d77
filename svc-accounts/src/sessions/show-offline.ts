import type { AccountsDeps } from '../deps'

/**
 * Shows accounts as away whose connections to a gateway are gone, unless another gateway has one. Who comes to another
 * gateway at this moment is seen by the second look.
 */
export async function showOffline(
  { presence, accounts }: Pick<AccountsDeps, 'presence' | 'accounts'>,
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return
  const elsewhere = await presence.onlineAmong(accountIds)
  const away = accountIds.filter(id => !elsewhere.has(id))
  if (away.length === 0) return
  await accounts.markOnline(away, false)
  const back = [...(await presence.onlineAmong(away))]
  if (back.length > 0) await accounts.markOnline(back, true)
}
