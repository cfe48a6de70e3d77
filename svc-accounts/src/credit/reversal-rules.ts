import { authTexts, reversalEndOf, reversalTexts } from '@cascade/contracts/accounts'
import { AppError, forbidden, isInScope } from '@cascade/service-kit'
import { type Account, issuerRef, type Scope, walletRefOf } from '../accounts/account'
import { passwordOwnerOf } from '../identity/passwords/confirm-password'
import { type BookedTransfer, issuerId, type Precondition, type WalletRef } from '../ledger'
import { type CreditPlan, idsBetween, preconditionsOf } from './credit-rules'

export type Parties = {
  /** The actor of the transfer, possibly deleted since. */
  booker: Pick<Account, '_id' | 'ancestry'> | null
  /** Accounts of the transfer that are not deleted, and their ancestors. */
  accounts: ReadonlyMap<string, Account>
}

export const notReversible = (message: string) => new AppError('CONFLICT', message, { reason: 'NOT_REVERSIBLE' })

/** A viewer sees the transfers that touch the viewer's subtree. */
export const isVisible = (viewer: Scope, { accountIds }: BookedTransfer, { accounts }: Parties): boolean =>
  viewer.role === 'superadmin' || accountIds.some(id => isInScope(viewer, accounts.get(id)))

/** Why the viewer cannot reverse a visible transfer; undefined if nothing but the ledger decides. */
export function findReversalFault(
  viewer: Scope,
  transfer: BookedTransfer,
  { booker, accounts, now }: Parties & { now: Date },
): AppError | undefined {
  const endsAt = reversalEndOf(transfer)
  if (!endsAt) return notReversible(reversalTexts.notReversible)
  const owners = transfer.accountIds.map(id => accounts.get(id))
  const isOutside = owners.some(owner => owner && !isInScope(viewer, owner))
  if (isOutside || !isInScope(viewer, booker)) return forbidden(reversalTexts.notYours)
  if (owners.some(owner => !owner)) return notReversible(reversalTexts.partyDeleted)
  if (owners.some(owner => !owner?.active)) return forbidden(authTexts.inactive)
  return endsAt <= now ? notReversible(reversalTexts.tooOld) : undefined
}

/**
 * Plans the transfer back.
 * @throws AppError if the viewer may not; StaleAccount if the accounts were read at different times
 */
export function planReversal(
  viewer: Scope,
  transfer: BookedTransfer,
  { actor, ...parties }: Parties & { actor: Account; now: Date },
): CreditPlan {
  const { accounts } = parties
  const fault = findReversalFault(viewer, transfer, parties)
  if (fault) throw fault
  const refs: WalletRef[] = []
  const preconditions = new Map<string, Precondition>()
  for (const { walletId } of transfer.legs) {
    const account = accounts.get(walletId)
    if (walletId === issuerId) refs.push(issuerRef)
    if (!account) continue
    refs.push(walletRefOf(account))
    const between = idsBetween(viewer, account).map(id => accounts.get(id))
    for (const one of preconditionsOf(actor, between, account)) preconditions.set(one.walletId, one)
  }
  const [destination, source] = refs
  if (!source || !destination) throw notReversible(reversalTexts.notReversible)
  return { account: passwordOwnerOf(actor), source, destination, preconditions: [...preconditions.values()] }
}
