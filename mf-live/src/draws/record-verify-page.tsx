import './record-verify-page.css'
import { TicketProof } from '@cascade/contracts/live'
import { Alert, PageSpinner, usePageTitle } from '@cascade/ui-kit'
import { messageOf } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { texts } from '../texts'
import { keysQuery, recordQuery } from './calls'
import { type Given, RecordInput } from './record-input'
import { RecordVerdict } from './record-verdict'

/** Checks the record of a draw for anybody who has it; nobody has to sign in. */
export default function RecordVerifyPage() {
  const text = texts.useText()
  usePageTitle([text('verifyTitle')])
  const [params, setParams] = useSearchParams()
  const [given, setGiven] = useState<Given>({})
  const drawId = params.get('draw') ?? ''
  const fetched = useQuery({ ...recordQuery(drawId), enabled: drawId !== '' && given.documents === undefined })
  const published = useQuery(keysQuery())
  const documents = given.documents ?? fetched.data?.documents ?? []
  const newestFirst = [...documents].reverse()

  const take = (added: Given) => {
    const next = added.documents ? added : { ...given, ...added }
    setGiven(next)
    // A ticket names its draw: the record of that is fetched where none was given.
    const of = TicketProof.safeParse(added.ticket).data?.drawId
    if (of !== undefined && next.documents === undefined) setParams({ draw: of })
  }
  const ask = (asked: string) => {
    setGiven({})
    setParams({ draw: asked })
  }
  const verdicts = newestFirst.map((document, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: what was given may be anything, and does not change places
    <RecordVerdict key={at} document={document} published={published.data} ticket={given.ticket} />
  ))
  return (
    <div className="live-public">
      <h1>{text('verifyTitle')}</h1>
      <p className="live-public-intro">{text('verifyIntro')}</p>
      {fetched.isError && given.documents === undefined && (
        <Alert type="error" showIcon role="alert" title={messageOf(fetched.error)} />
      )}
      {fetched.isLoading || (documents.length > 0 && published.isLoading) ? <PageSpinner /> : verdicts}
      <RecordInput drawId={drawId} onGiven={take} onAsked={ask} />
    </div>
  )
}
