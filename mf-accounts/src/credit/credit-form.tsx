import './credit.css'
import { type Account, creditTexts } from '@cascade/contracts/accounts'
import { Alert, formatActor, formatPoints, useNarrow, useNotice } from '@cascade/ui-kit'
import { Select } from '@cascade/ui-kit/data'
import { AmountInput, AmountPad, AttemptNote, Field, FieldGrid, Form, FormBody } from '@cascade/ui-kit/forms'
import { serverNow, useActor, useEarlierAttempt, useSession } from '@cascade/web-kit'
import { useState } from 'react'
import { type AccountScope, useRefreshAccounts } from '../accounts/calls'
import { texts } from '../texts'
import {
  amountFieldOf,
  type CreditKind,
  creditAttempts,
  creditObject,
  msSinceSameBooking,
  type Receipt,
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

/** Moves points: a transfer from the sender to `account`, an adjustment back to the sender. */
export function CreditForm({ kind, title, scope, account, senders, start, onCancel, onTakeBack }: Props) {
  const text = texts.useText()
  const actor = useActor()
  const signedIn = useSession(state => state.user !== undefined)
  const notice = useNotice({ durationMs: noticeMs })
  const [form] = Form.useForm<CreditValues>()
  const book = useBookCredit(kind, scope)
  const toUserId = account._id
  const [receipt, setReceipt] = useState<Receipt>()
  const phone = useNarrow(600)
  const [isReceiptInline, setIsReceiptInline] = useState(true)
  const [lastDuplicate, setLastDuplicate] = useState<{ amount: number; seconds: number }>()
  const earlier = useEarlierAttempt(creditAttempts, creditObject({ kind, toUserId }), useRefreshAccounts())
  const earlierPoints = { points: formatPoints(earlier.attempt?.fields.amount ?? 0) }
  const amountField = amountFieldOf(kind)
  const isTransfer = kind === 'transfer'
  const typedAmount = Form.useWatch(amountField, form)
  const duplicate = lastDuplicate?.amount === typedAmount ? lastDuplicate : undefined
  const [initialSenderId] = useState(() => start?.userId ?? readStoredSender(actor._id))
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
    const agoMs = msSinceSameBooking({ kind, toUserId, userId: senderOf(values)._id, amount })
    if (agoMs === undefined || duplicate) return true
    setLastDuplicate({ amount, seconds: Math.round(agoMs / 1000) })
    return false
  }
  const submit = async (values: CreditValues) => {
    const { _id: userId, username: sender } = senderOf(values)
    const { password = '', note } = values
    const amount = values[amountField] ?? 0
    let wasReplayed = false
    try {
      const booked = await book({ account, userId, amount, password, note: note?.trim() })
      const { entry, senderWallet, receiverWallet, transactionId, isReplayed, by } = booked
      wasReplayed = isReplayed
      const transferParties = {
        from: sender,
        to: account.username,
        fromBalance: senderWallet,
        toBalance: receiverWallet,
      }
      const adjustParties = { from: account.username, to: sender, fromBalance: receiverWallet, toBalance: senderWallet }
      const reference = transactionId.slice(0, 8)
      setReceipt({
        entry,
        by: formatActor(by),
        at: new Date(serverNow()),
        reference,
        ...(isTransfer ? transferParties : adjustParties),
      })
    } finally {
      setLastDuplicate(undefined)
    }
    setIsReceiptInline(!phone)
    // Keep the sender for the next booking of a series.
    form.resetFields([amountField, 'password', 'note'])
    const done = text(isTransfer ? 'transferDone' : 'adjustDone')
    notice.show('success', wasReplayed ? `${done} ${text('bookedOnce')}` : done)
    focusAmount()
  }
  const again = ({ entry }: Receipt) => {
    setIsReceiptInline(true)
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
      />
      {duplicate && (
        <Alert
          type="warning"
          showIcon
          title={text('sameAgain', { points: formatPoints(duplicate.amount), seconds: duplicate.seconds })}
          style={{ marginBottom: 16 }}
        />
      )}
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
