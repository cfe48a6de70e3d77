import { reversalApi, reversalTexts, type Transfer } from '@cascade/contracts/accounts'
import { formatDateTime, useToasts } from '@cascade/ui-kit'
import { FormBody } from '@cascade/ui-kit/forms'
import { call } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { BalanceCards } from '../credit/parties'
import { useRefreshAccounts } from '../shared/calls'
import { ReversalFields } from './reversal-fields'
import { transferTexts } from './texts'

type Values = { reason?: string; password?: string }

/** The server reverses a transfer once, so that a repeated call needs no key of its own. */
function useReverse(transferId: string) {
  const refresh = useRefreshAccounts()
  return useMutation({
    mutationFn: ({ reason = '', password = '' }: Values) =>
      call(reversalApi.reverse, { params: { transferId }, body: { reason: reason.trim(), password } }),
    // A lost response may have been a booking: the page then shows the reversal.
    onSettled: refresh,
  })
}

/** Balances before and after the reversal, and the fields to confirm it. */
export function ReversalForm({ transfer }: { transfer: Transfer }) {
  const text = transferTexts.useText()
  const toasts = useToasts()
  const reversing = useReverse(transfer.transferId)
  const { amount, from, to, reversibleUntil } = transfer
  const cardOf = (heading: string, party: Transfer['from'], change: number) => ({
    heading,
    username: party.username,
    label: text('balance'),
    balance: party.balance,
    after: party.balance === undefined ? undefined : party.balance + change,
  })
  const validate = ({ reason, password }: Values) => ({
    ...(!reason?.trim() && { reason: reversalTexts.reason }),
    ...(!password && { password: reversalTexts.password }),
  })
  const submit = async (values: Values) => {
    const { message } = await reversing.mutateAsync(values)
    toasts.success(message ?? reversalTexts.reversed)
  }
  return (
    <FormBody<Values>
      title={text('reverse')}
      initialValues={{}}
      validate={validate}
      submit={submit}
      submitLabel={text('reverse')}
      busyLabel={text('reversing')}
      failure={text('reversalFailed')}
    >
      <p>{text('reversalNote', { time: formatDateTime(reversibleUntil) })}</p>
      <BalanceCards
        parties={[cardOf(text('payer'), to, -amount), cardOf(text('receiver'), from, amount)]}
        moved={amount}
      />
      <ReversalFields />
    </FormBody>
  )
}
