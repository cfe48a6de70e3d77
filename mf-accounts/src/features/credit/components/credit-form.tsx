import { type Account, creditTexts } from '@cascade/contracts/accounts'
import { Alert, formatPoints, useNotice, useReturnToList } from '@cascade/ui-kit'
import { AmountInput, Field, FieldGrid, Form, FormPage, Input, Select } from '@cascade/ui-kit/data'
import { useActor, useAddress, useSession } from '@cascade/web-kit'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Level } from '../../../levels/levels'
import { paths } from '../../../paths'
import type { AccountScope } from '../../../shared/api/account-scope'
import { texts } from '../../../texts'
import type { Sender } from '../api/senders-query'
import { openAttempt } from '../attempt-keys'
import { amountFieldOf, type CreditKind, type CreditValues, checkCredit } from '../check-credit'
import { useBookCredit } from '../use-book-credit'
import { LiveFault, Sides } from './sides'

type Props = {
  kind: CreditKind
  level: Level
  scope: AccountScope
  account: Account
  senders: readonly Sender[]
}

/** How long the messages of credit screens stay. */
const messageForMs = 3000

/** Moves points between a sender and `account`: a transfer pays to it, an adjustment takes back from it. */
export function CreditForm({ kind, level, scope, account, senders }: Props) {
  const text = texts.useText()
  const actor = useActor()
  const signedIn = useSession(state => state.user !== undefined)
  const address = useAddress()
  const { role } = level
  const returnToList = useReturnToList(address(paths.list, { level: role }))
  const notice = useNotice(messageForMs)
  const [form] = Form.useForm<CreditValues>()
  const book = useBookCredit({ kind, scope, account })
  const toUserId = account._id
  const unansweredAmount = () => openAttempt({ kind, toUserId })?.entry.amount
  const [unanswered, setUnanswered] = useState(unansweredAmount)
  const amountField = amountFieldOf(kind)
  const isTransfer = kind === 'transfer'
  const senderOf = ({ userId }: CreditValues) => senders.find(({ _id }) => _id === userId) ?? senders[0] ?? actor

  const validate = (values: CreditValues): Record<string, string> => {
    const payer = isTransfer ? senderOf(values) : account
    const { fields, message } = checkCredit({ kind, values, signedIn, payerBalance: payer.walletBalance })
    const atFields = Object.keys(fields).length > 0
    if (message && atFields) notice.show('error', message)
    return message && !atFields ? { form: message } : { ...fields }
  }
  const submit = async (values: CreditValues) => {
    try {
      await book({ userId: senderOf(values)._id, amount: values[amountField] ?? 0, password: values.password ?? '' })
    } finally {
      setUnanswered(unansweredAmount())
    }
    form.resetFields()
    notice.show('success', text(isTransfer ? 'transferDone' : 'adjustDone'))
  }

  return (
    <FormPage<CreditValues>
      title={isTransfer ? level.transferTitle : level.adjustTitle}
      note={
        <Link to={address(paths.statement, { level: role, id: toUserId })}>
          {text('statementOf', { username: account.username })}
        </Link>
      }
      form={form}
      initialValues={{ userId: senders[0]?._id ?? actor._id }}
      validate={validate}
      submit={submit}
      onCancel={returnToList.now}
      submitLabel={text('transfer')}
      busyLabel={text('processing')}
      failure={isTransfer ? creditTexts.unknownFailure : text('creditFailed')}
      messageForMs={messageForMs}
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
      <Sides kind={kind} account={account} senderOf={senderOf} />
      <FieldGrid>
        {senders.length > 1 && (
          <Field name="userId" label={text('senderAccount')} required>
            <Select options={senders.map(({ _id, username }) => ({ value: _id, label: username }))} />
          </Field>
        )}
        <Field
          name={amountField}
          label={text('amount')}
          required
          help={<LiveFault kind={kind} account={account} senderOf={senderOf} />}
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
