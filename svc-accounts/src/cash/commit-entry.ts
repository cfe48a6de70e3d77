import type { AnyEndpoint, RawRequest } from '@cascade/contracts'
import { CashRecorded } from '@cascade/contracts/accounts'
import { recordedHeader } from '@cascade/contracts/gateway'
import { bookingIdOf, type Ctx, newEvent } from '@cascade/service-kit'
import { ancestryWithSelf } from '../accounts/account'
import { retryOnConflict } from '../accounts/retry-on-conflict'
import { authorityEvent } from '../activities/authority-event'
import type { AccountsDeps } from '../deps'
import { addEntry, type CashEntry, type CashRequest, requireReversible, requireSameRequest } from './cash-rules'
import type { Pair } from './read-pair'

/** The id of what the call adds: the same for all repetitions of a call with a key. */
export const cashIdOf = ({ newId }: Pick<AccountsDeps, 'newId'>, { actor, idempotencyKey }: Ctx): string =>
  bookingIdOf(actor.accountId, idempotencyKey ?? `once:${newId()}`)

type Commit = { request: CashRequest; pair: Pair; endpoint: AnyEndpoint; sent: Partial<RawRequest>; url: string }

/**
 * Adds an entry to its account, with event and log entry in one transaction.
 * @returns the entry, or the stored one of an earlier call with the same key
 */
export async function commitEntry(deps: AccountsDeps, ctx: Ctx, commit: Commit): Promise<CashEntry> {
  const { request, pair, endpoint, sent, url } = commit
  const { parent, child } = pair
  const at = deps.now()
  const commitOnce = () =>
    deps.transaction(async tx => {
      const stored = await deps.cash.find(request._id, tx)
      if (stored) return { entry: requireSameRequest(stored, request), isReplayed: true }
      const reversed = request.reverses && (await deps.cash.find(request.reverses.cashId, tx))
      if (reversed) requireReversible(reversed, at)
      const before = await deps.cash.account(parent._id, child._id, tx)
      const { entry, account } = addEntry(before, request, { now: at, zone: deps.zone })
      await deps.cash.add(entry, account, tx)
      await deps.writeEvents([newEvent(CashRecorded, toCashEvent(entry, pair), ctx)], tx)
      await deps.write([authorityEvent(ctx, { endpoint, sent, url, at, object: child })], tx)
      return { entry, isReplayed: false }
    })
  const committed = await deps.cash.inTurn(request.pair, () => retryOnConflict(commitOnce))
  markRecorded(ctx, committed)
  return committed.entry
}

/** The act is in the log already, so that the gateway need not record the call. */
export function markRecorded(ctx: Ctx, { isReplayed }: { isReplayed: boolean }): void {
  ctx.setHeader(recordedHeader, 'true')
  if (isReplayed) ctx.setHeader('Idempotent-Replayed', 'true')
}

export function toCashEvent(
  { _id: cashId, kind, amount, balanceAfter, note, bizDate, settlementId, reverses }: CashEntry,
  pair: Pair,
) {
  return {
    ...{ cashId, kind, note, bizDate, amount: String(amount), balance: String(balanceAfter) },
    parent: toEventParty(pair.parent),
    child: toEventParty(pair.child),
    ...(settlementId && { settlementId }),
    ...(reverses && { reverses: reverses.cashId }),
  }
}

const toEventParty = (place: Pair['parent']) => ({
  ...{ accountId: place._id, username: place.username, role: place.role, ancestry: ancestryWithSelf(place) },
})
