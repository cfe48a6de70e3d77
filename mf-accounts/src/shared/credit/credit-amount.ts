import { creditTexts } from '@cascade/contracts/accounts'

export type CreditKind = 'transfer' | 'adjust'
/** Fields are called as in the request, so that the server's faults find them. */
export type AmountField = 'transferAmount' | 'adjustAmount'

export const amountFieldOf = (kind: CreditKind): AmountField =>
  kind === 'transfer' ? 'transferAmount' : 'adjustAmount'

const amountRequired = 'Amount is required'

/** What the specification says of an amount that cannot be booked; NaN is a text that is no figure. */
export function faultOfAmount(kind: CreditKind, amount: number | null | undefined): string | undefined {
  if (amount === undefined || amount === null) return amountRequired
  if (kind === 'adjust' && amount < 1) return creditTexts.amountTooSmall
  const isValid = amount > 0 && Number(amount.toFixed(2)) === amount
  return isValid ? undefined : creditTexts[amountFieldOf(kind)]
}
