import './credit.css'
import { Button, formatPoints, useNarrow } from '@cascade/ui-kit'
import { Form } from '@cascade/ui-kit/forms'
import { amountFieldOf, type CreditKind } from './book-credit'
import type { CreditValues } from './check-credit'
import { receiptTexts } from './receipt-texts'

const quickAmounts = [100, 500, 1000] as const

type QuickAmountsProps = { kind: CreditKind; balanceOf: (values: CreditValues) => number }

/** Buttons for quick amounts up to the payer's balance, and for all of it. */
export function QuickAmounts({ kind, balanceOf }: QuickAmountsProps) {
  const text = receiptTexts.useText()
  const phone = useNarrow(600)
  const form = Form.useFormInstance<CreditValues>()
  const userId = Form.useWatch('userId', { form, preserve: true })
  const balance = balanceOf({ userId })
  const field = amountFieldOf(kind)
  const choose = (points: number) => {
    form.setFieldValue(field, points)
    form.setFields([{ name: field, errors: [] }])
    // On a phone the keyboard would cover the chosen amount.
    if (!phone) form.getFieldInstance('password')?.focus()
  }
  return (
    <fieldset className="accounts-quick" aria-label={text('quickAmounts')}>
      {quickAmounts.map(points => (
        <Button key={points} size="small" disabled={points > balance} onClick={() => choose(points)}>
          {formatPoints(points)}
        </Button>
      ))}
      <Button size="small" disabled={balance <= 0} onClick={() => choose(balance)}>
        {text('allOf', { points: formatPoints(balance) })}
      </Button>
    </fieldset>
  )
}
