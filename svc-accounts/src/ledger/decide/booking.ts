import { balanceMax } from '@cascade/contracts'
import { issuedChanges, withIssued } from '../credit-line'
import { isExternal, issuerId } from '../ids'
import { type Booking, type ExternalState, externalOf, type LedgerState, type WalletState } from './ledger-state'

export function externalsAfter(
  state: Pick<LedgerState, 'externals'>,
  { source, destination, amount }: { source: string; destination: string; amount: bigint },
): [string, ExternalState][] {
  const changes: [string, bigint][] = [
    [source, -amount],
    [destination, amount],
  ]
  return changes
    .filter(([id]) => isExternal(id))
    .map(([id, change]) => {
      const external = externalOf(state, id)
      return [id, { ...external, balance: external.balance + change }]
    })
}

/** An external account may exceed its limit only while moving back towards 0. */
export function externalLimitFault(
  state: Pick<LedgerState, 'externals'>,
  movement: { source: string; destination: string; amount: bigint },
): 'LIMIT' | undefined {
  const isBeyond = ([id, { balance }]: [string, ExternalState]) =>
    absolute(balance) > (id === issuerId ? issuedMax : balanceMax) &&
    absolute(balance) > absolute(externalOf(state, id).balance)
  return externalsAfter(state, movement).some(isBeyond) ? 'LIMIT' : undefined
}

/** Limit for all pools and wallets together; fits int64. */
const issuedMax = 2n ** 62n
const absolute = (balance: bigint) => (balance < 0n ? -balance : balance)

/** Posts an amount to both legs. The time never decreases within a wallet, even if the clock steps back. */
export function buildBooking(
  state: LedgerState,
  draft: Pick<Booking, 'id' | 'hash' | 'request' | 'amount'>,
  now: number,
): Booking {
  const { wallets } = state
  const { source, destination } = draft.request
  const walletIds = { source: source.walletId, destination: destination.walletId }
  const externals = externalsAfter(state, { ...walletIds, amount: draft.amount })
  const issues = new Map(issuedChanges(source.ancestry.admin, destination.ancestry.admin, draft.amount))
  const at = Math.max(now, ...Object.values(walletIds).map(id => wallets.get(id)?.updatedAt ?? 0))
  const after = (walletId: string, amount: bigint): WalletState | null => {
    const wallet = wallets.get(walletId)
    if (!wallet) return null
    const posted = { ...wallet, balance: wallet.balance + amount, seq: wallet.seq + 1n, updatedAt: at }
    const issued = issues.get(walletId)
    return issued === undefined ? posted : withIssued(posted, issued)
  }
  const [sourceAfter, destinationAfter] = [
    after(walletIds.source, -draft.amount),
    after(walletIds.destination, draft.amount),
  ]
  const admins = [...issues].flatMap(([adminId, change]): [string, WalletState][] => {
    const wallet = adminId === walletIds.source || adminId === walletIds.destination ? undefined : wallets.get(adminId)
    return wallet ? [[adminId, withIssued(wallet, change)]] : []
  })
  return { ...draft, at, sourceAfter, destinationAfter, admins, externals, creditSeq: state.creditHead + 1n }
}

export function walletsAfter({ request, sourceAfter, destinationAfter, admins }: Booking): [string, WalletState][] {
  const wallets = [...admins]
  if (sourceAfter) wallets.push([request.source.walletId, sourceAfter])
  if (destinationAfter) wallets.push([request.destination.walletId, destinationAfter])
  return wallets
}
