import { poolsPrefix } from './ids'

/** In hundredths: points issued to an admin, and the limit. */
type Debtor = Readonly<{ issued?: bigint; creditLine?: bigint | null }>
type CreditAccounts = Readonly<{
  wallets: ReadonlyMap<string, Debtor>
  externals: ReadonlyMap<string, Readonly<{ balance: bigint }>>
}>

/** Used part of a credit line in hundredths: points issued plus negative pools (see `creditUsed` in contracts). */
export function creditUsedOf({ wallets, externals }: CreditAccounts, adminId: string): bigint {
  const prefix = poolsPrefix(adminId)
  let used = wallets.get(adminId)?.issued ?? 0n
  for (const [id, { balance }] of externals) if (balance < 0n && id.startsWith(prefix)) used -= balance
  return used
}

/** The remaining credit line if it does not cover a further debt; undefined if it does. */
export function creditShortage(accounts: CreditAccounts, adminId: string, debt: bigint): { left: bigint } | undefined {
  const creditLine = accounts.wallets.get(adminId)?.creditLine ?? undefined
  if (creditLine === undefined || debt <= 0n) return undefined
  const free = creditLine - creditUsedOf(accounts, adminId)
  return debt > free ? { left: free > 0n ? free : 0n } : undefined
}

/** Changes of `issued` by a movement between two admins' subtrees; undefined is above them. */
export function issuedChanges(
  from: string | undefined,
  to: string | undefined,
  amount: bigint,
): [adminId: string, bigint][] {
  if (from === to) return []
  const changes: [string | undefined, bigint][] = [
    [from, -amount],
    [to, amount],
  ]
  return changes.flatMap(([adminId, change]) => (adminId === undefined ? [] : [[adminId, change]]))
}

export const withIssued = <W extends Debtor>(wallet: W, change: bigint): W => ({
  ...wallet,
  issued: (wallet.issued ?? 0n) + change,
})
