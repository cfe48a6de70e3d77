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
import { amountFieldOf, type CreditKind, type CreditValues, checkCredit } from './check-credit'
import { LiveFault, Sides } from './sides'
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
    } catch (error) {
      setUnanswered(error instanceof NoAnswer ? (values[amountField] ?? 0) : undefined)
      throw error
    }
    setUnanswered(undefined)
    form.resetFields()
    notice.show('success', text(isTransfer ? 'transferDone' : 'adjustDone'))
  }

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
