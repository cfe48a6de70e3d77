import './cases.css'
import { presets, type Role, roleLabels } from '@cascade/contracts'
import { type Case, CaseAnswerInput, caseApi, caseTexts } from '@cascade/contracts/reports'
import {
  Button,
  Card,
  formatActor,
  Moment,
  PageHeader,
  StateSwitch,
  useOutcomeToast,
  useReturnToList,
  useToasts,
} from '@cascade/ui-kit'
import { Input, Select } from '@cascade/ui-kit/data'
import { Field, FormBody, toFieldErrors } from '@cascade/ui-kit/forms'
import { useAddress, useCallFilter, useCan, useMayCall } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { paths } from '../paths'
import { caseQuery, useAnswerCase, useAssignCase, useCloseCase } from './calls'
import { CaseState, describeSender } from './case-list-page'
import { casePageTexts } from './texts'

/** A case with its answers. */
export default function CasePage() {
  const { id = '' } = useParams()
  return <StateSwitch query={useQuery(caseQuery(id))}>{found => <CaseDetails found={found} />}</StateSwitch>
}

function CaseDetails({ found }: { found: Case }) {
  const text = casePageTexts.useText()
  const { number, subject } = found
  const mayAnswer = useMayCall(caseApi.answer)
  const returnToList = useReturnToList(useAddress()(paths.cases))
  return (
    <>
      <PageHeader
        title={text('caseTitle', { number: String(number), subject })}
        tab={[`#${number}`, text('cases')]}
        note={
          <>
            <CaseState {...found} /> {describeSender(found)} · <Moment at={found.createdAt} />
          </>
        }
        onBack={returnToList.now}
        actions={<CaseActions found={found} />}
      />
      <div className="reports-case">
        <Card>
          <p className="reports-case-text">{found.text}</p>
          <CaseLinks found={found} />
        </Card>
        <Card title={text('answers')}>
          <ul className="reports-case-answers">
            {found.answers.map(({ by, text: words, at }) => (
              <li key={`${at} ${by.accountId}`}>
                <small>
                  {formatActor(by)}, {roleLabels[by.role as Role]} · <Moment at={at} />
                </small>
                <p className="reports-case-text">{words}</p>
              </li>
            ))}
          </ul>
          {mayAnswer && <AnswerForm key={found.answers.length} found={found} />}
        </Card>
      </div>
    </>
  )
}

function CaseActions({ found: { _id: id, state, assignee, candidates } }: { found: Case }) {
  const text = casePageTexts.useText()
  const showOutcome = useOutcomeToast()
  const assign = useAssignCase()
  const close = useCloseCase()
  const mayCall = useCallFilter()
  const outcome = { done: caseTexts.answered, failed: text('failed') }
  return (
    <>
      <Select
        value={assignee?.accountId}
        options={candidates.map(({ accountId, username }) => ({ value: accountId, label: username }))}
        placeholder={text('assignee')}
        aria-label={text('assignee')}
        disabled={assign.isPending || !mayCall(caseApi.assign)}
        onChange={userId => void showOutcome(assign.mutateAsync({ params: { id }, body: { userId } }), outcome)}
        style={{ width: 180 }}
      />
      {mayCall(caseApi.close) && (
        <Button
          disabled={state === 'closed' || close.isPending}
          onClick={() => void showOutcome(close.mutateAsync({ params: { id }, body: {} }), outcome)}
        >
          {text('close')}
        </Button>
      )}
    </>
  )
}

function CaseLinks({ found: { account, contact, ticketId, drawId } }: { found: Case }) {
  const text = casePageTexts.useText()
  const address = useAddress()
  const canSeeDraw = useCan('live.control')
  const bets = new URLSearchParams({ q: ticketId ?? '', preset: String(presets.lastSixMonths) })
  return (
    <p className="reports-case-links">
      {account && (
        <Link to={address(paths.account, { level: account.role, id: account.accountId })}>{account.username}</Link>
      )}
      {contact && (
        <span>
          {contact.email} · {contact.mobile}
        </span>
      )}
      {ticketId && <Link to={`${address(paths.bets)}?${bets}`}>{text('ticket')}</Link>}
      {drawId && canSeeDraw && <Link to={address(paths.draw, { drawId })}>{text('draw')}</Link>}
    </p>
  )
}

function AnswerForm({ found: { _id: id, state } }: { found: Case }) {
  const text = casePageTexts.useText()
  const toasts = useToasts()
  const answer = useAnswerCase()
  return (
    <FormBody<{ text: string }>
      title={text('answer')}
      initialValues={{ text: '' }}
      validate={values => toFieldErrors(CaseAnswerInput, values)}
      submit={async body => {
        const { message } = await answer.mutateAsync({ params: { id }, body })
        toasts.success(message ?? caseTexts.answered)
      }}
      submitLabel={text('sendAnswer')}
      failure={text('failed')}
    >
      <Field name="text" label={text('answer')} help={state === 'closed' ? text('reopens') : undefined} required>
        <Input.TextArea rows={4} maxLength={2_000} showCount />
      </Field>
    </FormBody>
  )
}
