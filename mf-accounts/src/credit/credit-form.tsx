import './credit.css'
import { type Account, creditTexts } from '@cascade/contracts/accounts'
import { Alert, formatPoints, useNarrow, useNotice } from '@cascade/ui-kit'
import { Select } from '@cascade/ui-kit/data'
import { AmountInput, AmountPad, AttemptNote, Field, FieldGrid, Form, FormBody } from '@cascade/ui-kit/forms'
import { serverNow, useActor, useEarlierAttempt, useSession } from '@cascade/web-kit'
import { useState } from 'react'
import { type AccountScope, useRefreshAccounts } from '../accounts/calls'
import { texts } from '../texts'
import {
  amountFieldOf,
  bookedAgoMs,
  type CreditKind,
  creditAttempts,
  creditObject,
  type Receipt,
  useBookCredit,
} from './book-credit'
import { type CreditValues, checkCredit } from './check-credit'
import { QuickAmounts } from './quick-amounts'
import { ReceiptCard, ReceiptSheet } from './receipt'
import { rememberedSender, rememberSender, type Sender, Sides } from './sides'
import { SigningFields } from './signing-fields'

export type CreditStart = { amount: number; userId: string }

type Props = {
  kind: CreditKind
  title: string
  scope: AccountScope
  account: Account
  senders: readonly Sender[]
  /** Initial values, e.g. of a booking to take back. */
  start: CreditStart | undefined
  onCancel: () => void
  onTakeBack: (start: CreditStart) => void
}

const messageForMs = 3000

/** Moves points: a transfer from the sender to `account`, an adjustment back to the sender. */
export function CreditForm({ kind, title, scope, account, senders, start, onCancel, onTakeBack }: Props) {
  const text = texts.useText()
  const actor = useActor()
  const signedIn = useSession(state => state.user !== undefined)
  const notice = useNotice({ durationMs: messageForMs })
  const [form] = Form.useForm<CreditValues>()
  const book = useBookCredit(kind, scope)
  const toUserId = account._id
  const [receipt, setReceipt] = useState<Receipt>()
  const phone = useNarrow(600)
  const [isTold, setIsTold] = useState(true)
  const [repeated, setRepeated] = useState<{ amount: number; seconds: number }>()
  const earlier = useEarlierAttempt(creditAttempts, creditObject({ kind, toUserId }), useRefreshAccounts())
  const earlierPoints = { points: formatPoints(earlier.attempt?.fields.amount ?? 0) }
  const amountField = amountFieldOf(kind)
  const isTransfer = kind === 'transfer'
  const typedAmount = Form.useWatch(amountField, form)
  const pointedOut = repeated?.amount === typedAmount ? repeated : undefined
  const [chosenFirst] = useState(() => start?.userId ?? rememberedSender(actor._id))
  const senderOf = ({ userId }: CreditValues) => senders.find(({ _id }) => _id === userId) ?? senders[0] ?? actor
  const payerOf = (values: CreditValues) => (isTransfer ? senderOf(values) : account)
  const focusAmount = () => form.getFieldInstance(amountField)?.focus()

  const validate = (values: CreditValues): Record<string, string> => {
    notice.clear()
    const payerBalance = payerOf(values).walletBalance
    const { fields, message } = checkCredit({ kind, values, signedIn, payerBalance })
    const atFields = Object.keys(fields).length > 0
    if (message && atFields) notice.show('error', message)
    return message && !atFields ? { form: message } : { ...fields }
  }
  /** An identical booking within the window must be confirmed with a second click. */
  const confirm = async (values: CreditValues) => {
    const amount = values[amountField] ?? 0
    const agoMs = bookedAgoMs({ kind, toUserId, userId: senderOf(values)._id, amount })
    if (agoMs === undefined || pointedOut) return true
    setRepeated({ amount, seconds: Math.round(agoMs / 1000) })
    return false
  }
  const submit = async (values: CreditValues) => {
    const { _id: userId, username: sender } = senderOf(values)
    const { password = '', note } = values
    const amount = values[amountField] ?? 0
    let replayed = false
    try {
      const booked = await book({ account, userId, amount, password, note: note?.trim() })
      const { entry, senderWallet, receiverWallet, transactionId, isReplayed } = booked
      replayed = isReplayed
      const paid = { from: sender, to: account.username, fromBalance: senderWallet, toBalance: receiverWallet }
      const taken = { from: account.username, to: sender, fromBalance: receiverWallet, toBalance: senderWallet }
      const reference = transactionId.slice(0, 8)
      setReceipt({ entry, by: actor.username, at: new Date(serverNow()), reference, ...(isTransfer ? paid : taken) })
    } finally {
      setRepeated(undefined)
    }
    setIsTold(!phone)
    // Keep the sender for the next booking of a series.
    form.resetFields([amountField, 'password', 'note'])
    const done = text(isTransfer ? 'transferDone' : 'adjustDone')
    notice.show('success', replayed ? `${done} ${text('bookedOnce')}` : done)
    focusAmount()
  }
  const again = ({ entry }: Receipt) => {
    setIsTold(true)
    form.setFieldsValue({ userId: entry.userId, [amountField]: entry.amount, note: entry.note })
    form.getFieldInstance('password')?.focus()
  }

  const card = receipt && (
    <ReceiptCard
      receipt={receipt}
      onAgain={() => again(receipt)}
      onTakeBack={isTransfer ? () => onTakeBack(receipt.entry) : undefined}
    />
  )
  const Amount = phone ? AmountPad : AmountInput
  return (
    <FormBody<CreditValues>
      title={title}
      form={form}
      initialValues={{
        userId: (senders.find(({ _id }) => _id === chosenFirst) ?? senders[0] ?? actor)._id,
        ...(start ? { [amountField]: start.amount } : {}),
      }}
      validate={validate}
      confirm={confirm}
      submit={submit}
      onCancel={onCancel}
      submitLabel={text(pointedOut ? 'sendAgain' : 'transfer')}
      busyLabel={text('processing')}
      failure={isTransfer ? creditTexts.unknownFailure : text('creditFailed')}
      messageForMs={messageForMs}
    >
      {notice.element}
      {isTold ? card : <ReceiptSheet onClose={() => setIsTold(true)}>{card}</ReceiptSheet>}
      <AttemptNote
        earlier={earlier}
        unanswered={text('unanswered', earlierPoints)}
        booked={text('bookedBefore', earlierPoints)}
        notBooked={text('notBooked', earlierPoints)}
      />
      {pointedOut && (
        <Alert
          type="warning"
          showIcon
          title={text('sameAgain', { points: formatPoints(pointedOut.amount), seconds: pointedOut.seconds })}
          style={{ marginBottom: 16 }}
        />
      )}
      <Sides kind={kind} account={account} senderOf={senderOf} />
      <FieldGrid>
        {senders.length > 1 && (
          <Field name="userId" label={text('senderAccount')} required>
            <Select
              options={senders.map(({ _id, username }) => ({ value: _id, label: username }))}
              onChange={(senderId: string) => rememberSender(actor._id, senderId)}
            />
          </Field>
        )}
        <Field
          name={amountField}
          label={text('amount')}
          required
          help={<QuickAmounts kind={kind} balanceOf={values => payerOf(values).walletBalance} />}
        >
          <Amount placeholder="0.00" autoFocus />
        </Field>
        <SigningFields />
      </FieldGrid>
    </FormBody>
  )
}
