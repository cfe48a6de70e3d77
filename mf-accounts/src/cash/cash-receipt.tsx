import '../credit/credit.css'
import { type CashAccount, type CashEntry, CashReversalInput, cashApi } from '@cascade/contracts/accounts'
import { Amount, Button, CopyIcon, formatActor, formatDateTime, formatPoints, useToasts } from '@cascade/ui-kit'
import { Modal } from '@cascade/ui-kit/data'
import { FormBody, toFieldErrors } from '@cascade/ui-kit/forms'
import { serverNow, useMayCall } from '@cascade/web-kit'
import { useState } from 'react'
import { toReference } from '../credit/book-credit'
import { copyText } from '../shared/copy-text'
import { ReversalFields } from '../transfers/reversal-fields'
import { useReverseCash } from './calls'
import { describeBalance, describeReversal } from './cash-words'
import { currentAccountTexts } from './texts'

type Props = { entry: CashEntry; account: CashAccount; onClose: () => void }

/** Receipt of an entry; leads to its reversal. */
export function CashReceipt({ entry, account, onClose }: Props) {
  const text = currentAccountTexts.useText()
  const toasts = useToasts()
  const [isReversing, setIsReversing] = useState(false)
  const { parent, child } = account
  const [payer, receiver] = entry.kind === 'received' ? [child, parent] : [parent, child]
  const isPayment = entry.kind !== 'reversal' && entry.kind !== 'settled'
  const parties = isPayment ? `${payer.username} → ${receiver.username}` : text(`kind_${entry.kind}`)
  const lines = [
    `${formatDateTime(entry.createdAt)} · ${formatActor(entry.by, entry.by.role)}`,
    text('afterwards', { balance: describeBalance({ parent, child, balance: entry.balance }) }),
    entry.note,
    describeReversal(entry),
    `${text('reference')} ${toReference(entry.cashId)}`,
  ].filter(Boolean)
  const copy = async () => {
    const all = [`${formatPoints(Math.abs(entry.amount))} ${parties}`, ...lines].join('\n')
    if (await copyText(all)) toasts.success(text('copied'))
    else toasts.error(text('copyFailed'))
  }
  const mayReverse = useMayCall(cashApi.reverse)
  const isReversible =
    mayReverse && entry.reversibleUntil !== undefined && Date.parse(entry.reversibleUntil) > serverNow()
  return (
    <Modal open centered width={520} title={text('receipt')} footer={null} onCancel={onClose}>
      <section className="accounts-receipt" aria-label={text('receipt')}>
        <p className="accounts-receipt-what">
          <Amount value={Math.abs(entry.amount)} /> <span>{parties}</span>
        </p>
        {lines.map(line => (
          <p key={line}>{line}</p>
        ))}
        <div className="accounts-receipt-actions">
          <Button size="small" icon={<CopyIcon />} onClick={() => void copy()}>
            {text('copy')}
          </Button>
          {isReversible && !isReversing && (
            <Button size="small" onClick={() => setIsReversing(true)}>
              {text('reverseOpen')}
            </Button>
          )}
        </div>
      </section>
      {isReversing && <ReversalForm entry={entry} onDone={onClose} />}
    </Modal>
  )
}

type Values = { reason?: string; password?: string }

function ReversalForm({ entry, onDone }: { entry: CashEntry; onDone: () => void }) {
  const text = currentAccountTexts.useText()
  const toasts = useToasts()
  const reversing = useReverseCash()
  const { cashId } = entry
  const toBody = ({ reason = '', password = '' }: Values) => ({ reason: reason.trim(), password })
  const submit = async (values: Values) => {
    const { message = '' } = await reversing.mutateAsync({ params: { cashId }, body: toBody(values) })
    toasts.success(message)
  }
  return (
    <FormBody<Values>
      title={text('reverse')}
      initialValues={{}}
      validate={values => toFieldErrors(CashReversalInput, toBody(values))}
      submit={submit}
      onDone={onDone}
      submitLabel={text('reverse')}
      busyLabel={text('reversing')}
      failure={text('reversalFailed')}
    >
      <p>{text('reversalNote', { time: formatDateTime(entry.reversibleUntil) })}</p>
      <ReversalFields />
    </FormBody>
  )
}
