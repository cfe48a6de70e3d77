import { poolsPrefix } from './ids'
import type { WalletRef } from './types'

/** Both in hundredths: what was issued to an admin, and how much of it there may be. */
type Debtor = Readonly<{ issued?: bigint; creditLine?: bigint | null }>
type Accounts = Readonly<{
  wallets: ReadonlyMap<string, Debtor>
  externals: ReadonlyMap<string, Readonly<{ balance: bigint }>>
}>

/** The part of a credit line that is used (see `creditUsed` of the contracts), in hundredths. */
export function creditUsedOf({ wallets, externals }: Accounts, adminId: string): bigint {
  const prefix = poolsPrefix(adminId)
  let used = wallets.get(adminId)?.issued ?? 0n
  for (const [id, { balance }] of externals) if (balance < 0n && id.startsWith(prefix)) used -= balance
  return used
}

/** What is left of an admin's line where that is less than a further debt; undefined where the debt may be made. */
export function lineShortage(accounts: Accounts, adminId: string, debt: bigint): { left: bigint } | undefined {
  const line = accounts.wallets.get(adminId)?.creditLine ?? undefined
  if (line === undefined || debt <= 0n) return undefined
  const free = line - creditUsedOf(accounts, adminId)
  return debt > free ? { left: free > 0n ? free : 0n } : undefined
}

/** By how much a transfer changes what was issued to admins: points that enter the tree below one, or leave it. */
export function issuesOf(source: WalletRef, destination: WalletRef, amount: bigint): [adminId: string, bigint][] {
  const [from, to] = [source.ancestry.admin, destination.ancestry.admin]
  if (from === to) return []
  const changes: [string | undefined, bigint][] = [
    [from, -amount],
    [to, amount],
  ]
  return changes.flatMap(([adminId, change]) => (adminId === undefined ? [] : [[adminId, change]]))
}

/** A wallet after points were issued to its admin. */
export const withIssued = <W extends Debtor>(wallet: W, change: bigint): W => ({
  ...wallet,
  issued: (wallet.issued ?? 0n) + change,
})
