import './credit.css'
import { type Account, creditTexts } from '@cascade/contracts/accounts'
import { formatActor, formatPoints, useNarrow, useNotice } from '@cascade/ui-kit'
import { Select } from '@cascade/ui-kit/data'
import { AmountInput, AmountPad, AttemptNote, Field, FieldGrid, Form, FormBody } from '@cascade/ui-kit/forms'
import { type Attempt, serverNow, useActor, useEarlierAttempt, useSession } from '@cascade/web-kit'
import { useState } from 'react'
import { type AccountScope, useRefreshAccounts } from '../shared/calls'
import { texts } from '../texts'
import {
  amountFieldOf,
  type Booking,
  type CreditKind,
  creditAttempts,
  creditObject,
  msSinceSameBooking,
  type Receipt,
  transferIdOf,
  useBookCredit,
} from './book-credit'
import { type CreditValues, checkCredit } from './check-credit'
import { Parties, readStoredSender, type Sender, storeSender } from './parties'
import { QuickAmounts } from './quick-amounts'
import { ReceiptCard, ReceiptSheet } from './receipt'
import { SigningFields } from './signing-fields'

export type CreditStart = { amount: number; userId: string }

type Props = {
  kind: CreditKind
  title: string
  scope: AccountScope
  account: Account
  senders: readonly Sender[]
  start: CreditStart | undefined
  onCancel: () => void
  onTakeBack: (start: CreditStart) => void
}

const noticeMs = 3000

type Result = Omit<Receipt, 'from' | 'to' | 'fromBalance' | 'toBalance'> & {
  /** Balances after it, in points; unknown if its response was lost. */
  senderWallet?: number
  receiverWallet?: number
}

function toReceipt(
  { senderWallet, receiverWallet, ...rest }: Result,
  { sender, receiver }: Record<'sender' | 'receiver', Omit<Sender, '_id'>>,
): Receipt {
  const one = { name: sender.username, balance: senderWallet ?? sender.walletBalance }
  const other = { name: receiver.username, balance: receiverWallet ?? receiver.walletBalance }
  const [from, to] = rest.booking.kind === 'transfer' ? [one, other] : [other, one]
  return { ...rest, from: from.name, to: to.name, fromBalance: from.balance, toBalance: to.balance }
}

/** Moves points: a transfer from the sender to `account`, an adjustment back to the sender. */
export function CreditForm({ kind, title, scope, account, senders, start, onCancel, onTakeBack }: Props) {
  const text = texts.useText()
  const actor = useActor()
  const signedIn = useSession(state => state.user !== undefined)
  const notice = useNotice({ durationMs: noticeMs })
  const [form] = Form.useForm<CreditValues>()
  const book = useBookCredit(kind, scope)
  const toUserId = account._id
  const [result, setResult] = useState<Result>()
  const phone = useNarrow(600)
  const [isReceiptInline, setIsReceiptInline] = useState(true)
  const [lastDuplicate, setLastDuplicate] = useState<{ amount: number; seconds: number }>()
  const refresh = useRefreshAccounts()
  const earlier = useEarlierAttempt(creditAttempts, creditObject({ kind, toUserId }), attempt => showLost(attempt))
  const earlierPoints = { points: formatPoints(earlier.attempt?.fields.amount ?? 0) }
  const amountField = amountFieldOf(kind)
  const isTransfer = kind === 'transfer'
  const typedAmount = Form.useWatch(amountField, form)
  const duplicate = lastDuplicate?.amount === typedAmount ? lastDuplicate : undefined
  const [initialSenderId] = useState(() => start?.userId ?? readStoredSender(actor._id))
  const senderOf = ({ userId }: CreditValues) => senders.find(({ _id }) => _id === userId) ?? senders[0] ?? actor
  const payerOf = (values: CreditValues) => (isTransfer ? senderOf(values) : account)
  const clear = () => {
    // Keep the sender for the next booking of a series.
    form.resetFields([amountField, 'password', 'note'])
    form.getFieldInstance(amountField)?.focus()
  }
  const showReceipt = (of: Result) => {
    setResult(of)
    setIsReceiptInline(!phone)
  }
  /** A booking whose response was lost. Another amount in the form is the next one. */
  const showLost = async (attempt: Attempt<Booking>) => {
    const { fields: booking, sentAt } = attempt
    if (form.getFieldValue(amountField) === booking.amount) clear()
    const [transferId] = await Promise.all([transferIdOf(attempt).catch(() => undefined), refresh()])
    const hasSender = senders.some(({ _id }) => _id === booking.userId)
    if (transferId && hasSender) showReceipt({ booking, by: formatActor(actor), at: new Date(sentAt), transferId })
  }

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
    const agoMs = msSinceSameBooking({ kind, toUserId, userId: senderOf(values)._id, amount })
    if (agoMs === undefined || duplicate) return true
    setLastDuplicate({ amount, seconds: Math.round(agoMs / 1000) })
    return false
  }
  const submit = async (values: CreditValues) => {
    const { _id: userId } = senderOf(values)
    const { password = '', note } = values
    const amount = values[amountField] ?? 0
    let wasReplayed = false
    try {
      const booked = await book({ account, userId, amount, password, note: note?.trim() })
      const { transactionId: transferId, isReplayed, by, ...made } = booked
      wasReplayed = isReplayed
      showReceipt({ ...made, by: formatActor(by), at: new Date(serverNow()), transferId })
    } finally {
      setLastDuplicate(undefined)
    }
    clear()
    const done = text(isTransfer ? 'transferDone' : 'adjustDone')
    notice.show('success', wasReplayed ? `${done} ${text('bookedOnce')}` : done)
  }
  const again = ({ booking }: Receipt) => {
    setIsReceiptInline(true)
    form.setFieldsValue({ userId: booking.userId, [amountField]: booking.amount, note: booking.note })
    form.getFieldInstance('password')?.focus()
  }

  const receipt = result && toReceipt(result, { sender: senderOf(result.booking), receiver: account })
  const card = receipt && (
    <ReceiptCard
      receipt={receipt}
      onAgain={() => again(receipt)}
      onTakeBack={isTransfer ? () => onTakeBack(receipt.booking) : undefined}
    />
  )
  const Amount = phone ? AmountPad : AmountInput
  return (
    <FormBody<CreditValues>
      title={title}
      form={form}
      initialValues={{
        userId: (senders.find(({ _id }) => _id === initialSenderId) ?? senders[0] ?? actor)._id,
        ...(start ? { [amountField]: start.amount } : {}),
      }}
      validate={validate}
      confirm={confirm}
      submit={submit}
      onCancel={onCancel}
      submitLabel={text(duplicate ? 'sendAgain' : 'transfer')}
      busyLabel={text('processing')}
      failure={isTransfer ? creditTexts.unknownFailure : text('creditFailed')}
      messageForMs={noticeMs}
    >
      {notice.element}
      {isReceiptInline ? card : <ReceiptSheet onClose={() => setIsReceiptInline(true)}>{card}</ReceiptSheet>}
      <AttemptNote
        earlier={earlier}
        unanswered={text('unanswered', earlierPoints)}
        booked={text('bookedBefore', earlierPoints)}
        notBooked={text('notBooked', earlierPoints)}
        repeat={duplicate && text('sameAgain', { points: formatPoints(duplicate.amount), seconds: duplicate.seconds })}
      />
      <Parties kind={kind} account={account} senderOf={senderOf} />
      <FieldGrid>
        {senders.length > 1 && (
          <Field name="userId" label={text('senderAccount')} required>
            <Select
              options={senders.map(({ _id, username }) => ({ value: _id, label: username }))}
              onChange={(senderId: string) => storeSender(actor._id, senderId)}
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
