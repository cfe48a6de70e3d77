import { type Account, creditTexts } from '@cascade/contracts/accounts'
import { Alert, formatPoints, useNotice } from '@cascade/ui-kit'
import { AmountInput, Field, FieldGrid, Form, FormPage, Input, Select } from '@cascade/ui-kit/data'
import { useActor, useSession } from '@cascade/web-kit'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Sender } from '../../api/load-credit'
import type { AccountScope } from '../../api/scope'
import type { Level } from '../../levels/levels'
import { useGoBack } from '../../routing/use-go-back'
import { useLinks } from '../../routing/use-links'
import { accountsTexts } from '../../texts'
import { openAttempt } from './attempt-keys'
import { BalanceCards } from './balance-cards'
import { amountFieldOf, type CreditKind, type CreditValues, checkCredit } from './check-credit'
import { NoAnswer, useBookCredit } from './use-book-credit'

type Props = {
  kind: CreditKind
  level: Level
  scope: AccountScope
  account: Account
  senders: readonly Sender[]
}

/** Messages of credit screens stay for 3 s. */
const messageFor = 3000

/** Moves points between a sender and `account`: a transfer pays to it, an adjustment takes back from it. */
export function CreditForm({ kind, level, scope, account, senders }: Props) {
  const text = accountsTexts.useText()
  const actor = useActor()
  const signedIn = useSession(state => state.user !== undefined)
  const links = useLinks()
  const goBack = useGoBack(links.list(level.role))
  const notice = useNotice(messageFor)
  const [form] = Form.useForm<CreditValues>()
  const book = useBookCredit({ kind, scope, account })
  const toUserId = account._id
  const [unanswered, setUnanswered] = useState(() => openAttempt({ kind, toUserId })?.entry.amount)
  const amountField = amountFieldOf(kind)
  const amount = Form.useWatch(amountField, form)
  const chosen = Form.useWatch('userId', form)
  const sender = senders.find(({ _id }) => _id === chosen) ?? senders[0] ?? actor
  const isTransfer = kind === 'transfer'
  const payerBalance = (isTransfer ? sender : account).walletBalance

  const validate = (values: CreditValues): Record<string, string> => {
    const { fields, message } = checkCredit({ kind, values, signedIn, payerBalance })
    const atFields = Object.keys(fields).length > 0
    if (message && atFields) notice.show('error', message)
    return message && !atFields ? { form: message } : { ...fields }
  }
  const submit = async (values: CreditValues) => {
    try {
      await book({ userId: sender._id, amount: values[amountField] ?? 0, password: values.password ?? '' })
    } catch (error) {
      setUnanswered(error instanceof NoAnswer ? (values[amountField] ?? 0) : undefined)
      throw error
    }
    setUnanswered(undefined)
    form.resetFields()
    notice.show('success', text(isTransfer ? 'transferDone' : 'adjustDone'))
  }

  const isTooMuch = typeof amount === 'number' && amount > payerBalance
  const move = typeof amount === 'number' && amount > 0 && !isTooMuch ? amount * (isTransfer ? 1 : -1) : undefined
  const after = (balance: number, by: number | undefined) => (by === undefined ? undefined : balance + by)
  return (
    <FormPage<CreditValues>
      title={isTransfer ? level.transferTitle : level.adjustTitle}
      note={
        <Link to={links.statement(level.role, toUserId)}>{text('statementOf', { username: account.username })}</Link>
      }
      form={form}
      initialValues={{ userId: senders[0]?._id ?? actor._id }}
      validate={validate}
      submit={submit}
      onCancel={goBack}
      submitLabel={text('transfer')}
      busyLabel={text('processing')}
      failure={isTransfer ? creditTexts.unknownFailure : text('creditFailed')}
      messageFor={messageFor}
    >
      {notice.element}
      {unanswered !== undefined && (
        <Alert
          type="warning"
          showIcon
          title={text('unanswered', { points: formatPoints(unanswered) })}
          style={{ marginBottom: 16 }}
        />
      )}
      <BalanceCards
        sides={[
          {
            heading: text('recipient'),
            username: account.username,
            label: text('individualCredit'),
            balance: account.walletBalance,
            after: after(account.walletBalance, move),
          },
          {
            heading: text('sender'),
            username: sender.username,
            label: text('hierarchyCredit'),
            balance: sender.walletBalance,
            after: after(sender.walletBalance, move && -move),
          },
        ]}
      />
      <FieldGrid>
        {senders.length > 1 && (
          <Field name="userId" label={text('sender')} required>
            <Select options={senders.map(({ _id, username }) => ({ value: _id, label: username }))} />
          </Field>
        )}
        <Field
          name={amountField}
          label={text('amount')}
          required
          help={isTooMuch ? <span className="a-fault">{creditTexts.insufficient}</span> : undefined}
        >
          <AmountInput placeholder="0.00" />
        </Field>
        <Field name="password" label={text('password')} required>
          <Input.Password autoComplete="current-password" maxLength={256} />
        </Field>
      </FieldGrid>
    </FormPage>
  )
}
