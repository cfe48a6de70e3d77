import { type CashAccount, type CashEntry, CashInput } from '@cascade/contracts/accounts'
import { formatPoints, useNarrow } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import {
  AmountInput,
  AmountPad,
  AttemptNote,
  Field,
  FieldGrid,
  Form,
  FormBody,
  Segmented,
  toFieldErrors,
} from '@cascade/ui-kit/forms'
import { useEarlierAttempt } from '@cascade/web-kit'
import { useState } from 'react'
import { msSinceBooked } from '../credit/book-credit'
import { cashAttempts, useRecordCash } from './calls'
import { currentAccountTexts } from './texts'

type Values = { direction: CashInput['direction']; amount?: number | null; note?: string }
type Props = { child: CashAccount['child']; onRecorded: (entry: CashEntry) => void; onCancel: () => void }

/** Records a payment between the signed-in parent and an account directly below. */
export function CashForm({ child: { _id: userId, username }, onRecorded, onCancel }: Props) {
  const text = currentAccountTexts.useText()
  const [form] = Form.useForm<Values>()
  const record = useRecordCash(userId)
  const Amount = useNarrow(600) ? AmountPad : AmountInput
  const earlier = useEarlierAttempt(cashAttempts, userId)
  const earlierAmount = { amount: formatPoints(earlier.attempt?.fields.amount ?? 0) }
  const [lastDuplicate, setLastDuplicate] = useState<{ amount: number; direction: string; seconds: number }>()
  const amount = Form.useWatch('amount', form)
  const direction = Form.useWatch('direction', form)
  const isRepeat = lastDuplicate?.amount === amount && lastDuplicate?.direction === direction
  const duplicate = isRepeat ? lastDuplicate : undefined

  const toPayment = (values: Values) => ({ ...values, amount: values.amount ?? Number.NaN, note: values.note?.trim() })
  const validate = (values: Values) => toFieldErrors(CashInput, { userId, ...toPayment(values) })
  /** The same payment within the window needs a second click. */
  const confirm = async (values: Values) => {
    const payment = toPayment(values)
    const agoMs = msSinceBooked(
      cashAttempts.find(userId),
      last => last.amount === payment.amount && last.direction === payment.direction,
    )
    if (agoMs === undefined || duplicate) return true
    setLastDuplicate({ ...payment, seconds: Math.round(agoMs / 1000) })
    return false
  }
  return (
    <FormBody<Values>
      title={text('record')}
      form={form}
      initialValues={{ direction: 'received' }}
      validate={validate}
      confirm={confirm}
      submit={async values => onRecorded(await record(toPayment(values)))}
      onCancel={onCancel}
      submitLabel={text(duplicate ? 'recordAgain' : 'record')}
      busyLabel={text('recording')}
      failure={text('recordFailed')}
    >
      <p>{text('cashNote')}</p>
      <AttemptNote
        earlier={earlier}
        unanswered={text('recordUnanswered', earlierAmount)}
        booked={text('recordedBefore', earlierAmount)}
        notBooked={text('notRecorded', earlierAmount)}
        repeat={duplicate && text('sameAgain', { amount: formatPoints(duplicate.amount), seconds: duplicate.seconds })}
      />
      <FieldGrid>
        <Field name="direction" label={text('direction')} required wide>
          <Segmented
            block
            options={[
              { value: 'received', label: text('received', { username }) },
              { value: 'paid', label: text('paid', { username }) },
            ]}
          />
        </Field>
        <Field name="amount" label={text('amount')} required>
          <Amount placeholder="0.00" autoFocus />
        </Field>
        <Field name="note" label={text('note')}>
          <Input maxLength={200} autoComplete="off" />
        </Field>
      </FieldGrid>
    </FormBody>
  )
}
