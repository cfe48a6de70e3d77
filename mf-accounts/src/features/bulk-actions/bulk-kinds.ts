import type { Account } from '@cascade/contracts/accounts'

export type BulkKind = 'activate' | 'deactivate' | 'logout' | 'credit'

/** Those of the chosen accounts to which the action does something. */
export function touched(kind: BulkKind, accounts: readonly Account[]): readonly Account[] {
  if (kind === 'activate') return accounts.filter(({ userStatus }) => !userStatus)
  return kind === 'deactivate' ? accounts.filter(({ userStatus }) => userStatus) : accounts
}

/** Points of all of them together; summed in hundredths, as hundreds of fractions would not add up. */
export const sumOf = (points: readonly number[]): number =>
  points.reduce((sum, each) => sum + Math.round(each * 100), 0) / 100
