import type { AnyEvent } from '@cascade/contracts'

type Named = { accountId?: unknown; source?: Side; destination?: Side; player?: { id?: unknown } }
type Side = { walletId?: unknown }

/** Sessions and presence are told of in the same feed, far more often, and change neither place nor balance. */
const wanted = ['accounts.account.', 'credit.', 'play.']

/** Whose place or balance an event of accounts, of credit or of play may have changed. */
export function walletIdsIn({ type, data }: Pick<AnyEvent, 'type' | 'data'>): string[] {
  if (!wanted.some(prefix => type.startsWith(prefix))) return []
  const { accountId, source, destination, player } = (data ?? {}) as Named
  return [accountId, source?.walletId, destination?.walletId, player?.id].filter(id => typeof id === 'string')
}
