import { authTexts, creditTexts } from '@cascade/contracts/accounts'
import { type AmountField, amountFieldOf, type CreditKind, validateAmount } from './book-credit'

export type CreditValues = { userId?: string; password?: string; note?: string } & {
  [name in AmountField]?: number | null
}

type Check = {
  kind: CreditKind
  values: CreditValues
  signedIn: boolean
  /** Undefined while loading. */
  payerBalance: number | undefined
}
export type CreditFaults = {
  fields: Partial<Record<AmountField | 'password', string>>
  /** Shown above the form: the first error. */
  message?: string
}

/** Client-side validation with the messages of the specification. */
export function checkCredit({ kind, values, signedIn, payerBalance }: Check): CreditFaults {
  const amountField = amountFieldOf(kind)
  const invalid = creditTexts[amountField]
  const amount = values[amountField]
  const amountError = validateAmount(kind, amount)
  const isTooMuch = !amountError && payerBalance !== undefined && (amount ?? 0) > payerBalance
  const fields: CreditFaults['fields'] = {}
  const messages: string[] = []

  if (!signedIn) messages.push(creditTexts.missingUser)
  if (amountError) {
    fields[amountField] = amountError
    messages.push(invalid)
  } else if (isTooMuch) {
    fields[amountField] = creditTexts.insufficient
    messages.push(creditTexts.insufficient)
  }
  if (!values.password) {
    fields.password = authTexts.passwordRequired
    messages.push(kind === 'transfer' ? creditTexts.transferPassword : creditTexts.adjustPassword)
  }
  // Do not repeat the message of a field.
  const [message] = messages.filter(each => !Object.values(fields).includes(each))
  return message === undefined ? { fields } : { fields, message }
}
