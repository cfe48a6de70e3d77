import { type Account, creditTexts } from '@cascade/contracts/accounts'
import { Form } from '@cascade/ui-kit/forms'
import { useEffect } from 'react'
import { amountFieldOf, type CreditKind } from '../../../shared/credit/credit-amount'
import { texts } from '../../../texts'
import type { Sender } from '../api/senders-query'
import type { CreditValues } from '../check-credit'
import { BalanceCards } from './balance-cards'

type Props = { kind: CreditKind; account: Account; senderOf: (values: CreditValues) => Sender }

/**
 * What the form says at present. The preview alone is drawn again with every key; were it the whole form, the
 * amount could fall behind the typing.
 */
function useEntered({ kind, account, senderOf }: Props) {
  const form = Form.useFormInstance<CreditValues>()
  const userId = Form.useWatch('userId', { form, preserve: true })
  const amount = Form.useWatch(amountFieldOf(kind), form)
  const sender = senderOf({ userId })
  const payer = kind === 'transfer' ? sender : account
  const isNumber = typeof amount === 'number'
  const isTooMuch = isNumber && amount > payer.walletBalance
  useEffect(() => {
    const name = amountFieldOf(kind)
    const said = form.getFieldError(name).includes(creditTexts.insufficient)
    if (isTooMuch !== said) form.setFields([{ name, errors: isTooMuch ? [creditTexts.insufficient] : [] }])
  })
  const moved = isNumber && amount > 0 && !isTooMuch ? amount * (kind === 'transfer' ? 1 : -1) : undefined
  return { sender, moved }
}

/** Both sides, before and after; said at the amount as soon as it is more than the paying side has. */
export function Sides(props: Props) {
  const text = texts.useText()
  const { sender, moved } = useEntered(props)
  const { account, kind } = props
  const after = (balance: number, sign: 1 | -1) => (moved === undefined ? undefined : balance + sign * moved)
  const recipient = {
    heading: text('recipient'),
    username: account.username,
    label: text('individualCredit'),
    balance: account.walletBalance,
    after: after(account.walletBalance, 1),
  }
  const payer = {
    heading: text('sender'),
    username: sender.username,
    label: text('hierarchyCredit'),
    balance: sender.walletBalance,
    after: after(sender.walletBalance, -1),
  }
  const sides = kind === 'transfer' ? ([payer, recipient] as const) : ([recipient, payer] as const)
  return <BalanceCards sides={sides} moved={moved === undefined ? undefined : Math.abs(moved)} />
}
