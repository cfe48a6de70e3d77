import { authTexts, creditTexts } from '@cascade/contracts/accounts'
import { formatPoints } from '@cascade/ui-kit'
import { AmountInput, Field, FieldGrid, Form } from '@cascade/ui-kit/forms'
import { ownAccountQuery, useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { validateAmount } from '../credit/book-credit'
import { SigningFields } from '../credit/signing-fields'
import type { CreditRequest } from './calls'
import { runsTexts } from './texts'

export const creditOrderForm = 'accounts-credit-order'
type Props = {
  count: number
  passwordError: string | undefined
  onOrder: (order: CreditRequest) => void
}
type Values = { amount?: number | null; password?: string; note?: string }

/** Amount per account, paid from the user's own wallet; checked against its balance before it is sent. */
export function CreditOrderForm({ count, passwordError, onOrder }: Props) {
  const runText = runsTexts.useText()
  const actor = useActor()
  const own = useQuery(ownAccountQuery(actor))
  const balance = own.data?.walletBalance ?? actor.walletBalance
  const [form] = Form.useForm<Values>()
  const amount = Form.useWatch('amount', form) || 0
  const total = Math.round(amount * 100 * count) / 100
  const isTooMuch = total > balance
  useEffect(() => {
    if (passwordError) form.setFields([{ name: 'password', errors: [passwordError] }])
  }, [form, passwordError])
  const submit = ({ amount: each, password, note }: Values) => {
    const amountError = validateAmount('transfer', each) ?? (isTooMuch ? creditTexts.insufficient : undefined)
    const errors = [
      ...(amountError ? [{ name: 'amount' as const, errors: [amountError] }] : []),
      ...(password ? [] : [{ name: 'password' as const, errors: [authTexts.passwordRequired] }]),
    ]
    form.setFields(errors)
    if (errors.length === 0 && each && password) onOrder({ amount: each, password, note: note?.trim() ?? '' })
  }
  return (
    <Form<Values> id={creditOrderForm} form={form} layout="vertical" onFinish={submit}>
      <FieldGrid>
        <Field
          name="amount"
          label={runText('amountEach')}
          required
          help={runText('runTotal', { total: formatPoints(total), balance: formatPoints(balance) })}
        >
          <AmountInput placeholder="0.00" autoFocus />
        </Field>
        <SigningFields />
      </FieldGrid>
    </Form>
  )
}
