import './record-verify-page.css'
import { DrawDocument, liveApi, parseDrawNumber, TicketProof } from '@cascade/contracts/live'
import { Alert, Button, formatCount, formatDateTime, PageSpinner, usePageTitle } from '@cascade/ui-kit'
import { messageOf, readQuery } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { texts } from '../texts'
import { drawQuery, keysQuery, recordQuery, useDrawPermission } from './calls'
import { RecordInput, type RecordRequest, type VerifyInput } from './record-input'
import { RecordVerdict } from './record-verdict'

/** Verifies a draw record without sign-in: provided as a file, or fetched with a ticket of the draw. */
export default function RecordVerifyPage() {
  const text = texts.useText()
  usePageTitle([text('verifyTitle')])
  const [params, setParams] = useSearchParams()
  const [input, setInput] = useState<VerifyInput>({})
  const drawId = params.get('draw') ?? ''
  const ticketId = params.get('ticket') ?? ''
  const isNumber = parseDrawNumber(drawId) !== undefined
  const isRequested = drawId !== '' && input.documents === undefined
  const { canRead, isRestoring } = useDrawPermission()
  const isFetched = isRequested && !isNumber
  const needsSession = isFetched && ticketId === ''
  const byTicket = useQuery({ ...recordQuery(drawId, ticketId), enabled: isFetched && !needsSession })
  const bySession = useQuery({ ...drawQuery(drawId), enabled: needsSession && canRead })
  const fetched = needsSession ? bySession : byTicket
  const published = useQuery(keysQuery())
  const documents = input.documents ?? fetched.data?.documents ?? []

  const addInput = (added: VerifyInput) => {
    const next = added.documents ? added : { ...input, ...added }
    setInput(next)
    // A ticket identifies its draw: fetch the record unless one was provided.
    const proof = TicketProof.safeParse(added.ticket).data
    if (proof && next.documents === undefined) setParams({ draw: proof.drawId, ticket: proof.ticket.ticketId })
  }
  const submit = (request: RecordRequest) => {
    setInput({})
    setParams({ draw: request.drawId, ...(request.ticketId && { ticket: request.ticketId }) })
  }
  const verdicts = documents
    .map((document, at) => (
      <RecordVerdict
        // biome-ignore lint/suspicious/noArrayIndexKey: documents may be anything, and keep their order
        key={at}
        document={document}
        earlier={earlierOf(documents, at)}
        published={published.data}
        ticket={input.ticket}
      />
    ))
    .reverse()
  return (
    <div className="live-public">
      <h1>{text('verifyTitle')}</h1>
      <p className="live-public-intro">{text('verifyIntro')}</p>
      {fetched.isError && input.documents === undefined && (
        <Alert type="error" showIcon role="alert" title={messageOf(fetched.error)} />
      )}
      {needsSession && !canRead && !isRestoring && (
        <Alert type="info" showIcon role="alert" title={text('ticketNeeded')} />
      )}
      {fetched.isLoading || (needsSession && isRestoring) || (documents.length > 0 && published.isLoading) ? (
        <PageSpinner />
      ) : (
        verdicts
      )}
      {isRequested && isNumber && (
        <DrawsNumbered number={drawId} onChosen={id => submit({ drawId: id, ticketId: '' })} />
      )}
      <RecordInput request={{ drawId, ticketId }} onInput={addInput} onRequest={submit} />
    </div>
  )
}

/** The previous version of the same draw; a document list may contain several draws. */
function earlierOf(documents: readonly unknown[], at: number): unknown {
  const parsed = DrawDocument.safeParse(documents[at]).data
  if (!parsed || parsed.record.resultVersion === 1) return undefined
  return documents
    .slice(0, at)
    .findLast(document => DrawDocument.safeParse(document).data?.record.drawId === parsed.record.drawId)
}

/** Draw numbers are unique per game only, so a number can be resolved only for signed-in operators. */
function DrawsNumbered({ number, onChosen }: { number: string; onChosen: (drawId: string) => void }) {
  const text = texts.useText()
  const { canRead: canSearch, isRestoring } = useDrawPermission()
  const search = useQuery({ ...readQuery(liveApi.findDraws, { query: { q: number } }), enabled: canSearch })
  if (isRestoring) return <PageSpinner />
  if (!canSearch) return <Alert type="info" showIcon role="alert" title={text('numberNeedsSignIn')} />
  if (search.isError) return <Alert type="error" showIcon role="alert" title={messageOf(search.error)} />
  if (!search.data) return <PageSpinner />
  if (search.data.length === 0) return <Alert type="info" showIcon role="alert" title={text('noSuchNumber')} />
  return (
    <ul className="live-verify-found">
      {search.data.map(draw => (
        <li key={draw.drawId}>
          <Button size="large" block onClick={() => onChosen(draw.drawId)}>
            <strong>{text('drawNumbered', { game: draw.gameName, number: formatCount(draw.number) })}</strong>
            <span>{`${draw.adminUsername} · ${formatDateTime(draw.drawAt)}`}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
