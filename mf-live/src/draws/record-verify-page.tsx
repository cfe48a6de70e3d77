import './record-verify-page.css'
import {
  DrawDocument as DocumentSchema,
  type DrawDocument,
  type PublicJwk,
  type SeedChain,
} from '@cascade/contracts/live'
import { Alert, Brand, Button } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { messageOf } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { texts } from '../texts'
import { keysQuery, recordQuery } from './calls'
import { BrokenRecord } from './draw-view'
import { RecordView } from './record-view'

/** Checks the record of a draw for anybody who has it; nobody has to sign in. */
export default function RecordVerifyPage() {
  const text = texts.useText()
  const [params, setParams] = useSearchParams()
  const drawId = params.get('draw') ?? ''
  const [pasted, setPasted] = useState<Pasted>()
  const fetched = useQuery({ ...recordQuery(drawId), enabled: drawId !== '' && pasted === undefined })
  const { data: published = { keys: [], seeds: [] } } = useQuery(keysQuery())
  const documents = pasted ? pasted.documents : (fetched.data?.documents ?? [])
  return (
    <main className="live-public">
      <Brand />
      <h1>{text('verifyTitle')}</h1>
      <p>{text('verifyIntro')}</p>
      <RecordInput onRecord={setPasted} />
      <DrawIdForm
        drawId={drawId}
        onFetch={id => {
          setPasted(undefined)
          setParams({ draw: id })
        }}
      />
      {fetched.isError && pasted === undefined && <Alert type="error" showIcon title={messageOf(fetched.error)} />}
      {documents.map((document, at) => (
        <Checked key={keyOf(document, at)} document={document} ticket={pasted?.ticket} {...published} />
      ))}
      {documents.length > 0 && published.keys.length > 0 && <p className="live-public-note">{text('keysOfServer')}</p>}
    </main>
  )
}

const keyOf = (document: unknown, at: number) => DocumentSchema.safeParse(document).data?.hash ?? String(at)

type CheckedProps = { document: unknown; keys: readonly PublicJwk[]; seeds: readonly SeedChain[]; ticket: unknown }

function Checked({ document, ...published }: CheckedProps) {
  const parsed = DocumentSchema.safeParse(document)
  return parsed.success ? (
    <RecordView document={parsed.data satisfies DrawDocument} {...published} />
  ) : (
    <BrokenRecord document={document} />
  )
}

/** What somebody gave: documents that are yet to be looked at, and the proof of a ticket. */
type Pasted = { documents: readonly unknown[]; ticket: unknown }

function RecordInput({ onRecord }: { onRecord: (pasted: Pasted) => void }) {
  const text = texts.useText()
  const [id, ticketId] = [useId(), useId()]
  const [typed, setTyped] = useState('')
  const [ticket, setTicket] = useState('')
  const [fault, setFault] = useState(false)
  const read = async (content: string) => {
    setTyped(content)
    try {
      const [record, proof]: unknown[] = [JSON.parse(content), ticket.trim() === '' ? undefined : JSON.parse(ticket)]
      const { proofIn, readDocuments } = await import('@cascade/draw-rules/verify')
      onRecord({ documents: readDocuments(record).documents, ticket: proofIn(proof) })
      setFault(false)
    } catch {
      setFault(true)
    }
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) void file.text().then(read)
  }
  return (
    <section className="live-public-drop" aria-label={text('pasteRecord')} onDragOver={stop} onDrop={onDrop}>
      <label htmlFor={id}>{text('pasteRecord')}</label>
      <Input.TextArea id={id} rows={6} value={typed} onChange={event => setTyped(event.target.value)} />
      <label htmlFor={ticketId}>{text('pasteTicket')}</label>
      <Input.TextArea id={ticketId} rows={3} value={ticket} onChange={event => setTicket(event.target.value)} />
      <div className="live-public-actions">
        <Button type="primary" disabled={typed.trim() === ''} onClick={() => void read(typed)}>
          {text('check')}
        </Button>
        <input
          type="file"
          accept="application/json,.json"
          aria-label={text('chooseFile')}
          onChange={event => void event.target.files?.[0]?.text().then(read)}
        />
      </div>
      {fault && <Alert type="error" showIcon role="alert" title={text('notJson')} />}
    </section>
  )
}

const stop = (event: DragEvent) => event.preventDefault()

function DrawIdForm({ drawId, onFetch }: { drawId: string; onFetch: (drawId: string) => void }) {
  const text = texts.useText()
  const id = useId()
  const [typed, setTyped] = useState(drawId)
  return (
    <form
      className="live-public-fetch"
      onSubmit={event => {
        event.preventDefault()
        if (typed.trim()) onFetch(typed.trim())
      }}
    >
      <label htmlFor={id}>{text('verifyDraw')}</label>
      <Input id={id} value={typed} onChange={event => setTyped(event.target.value)} />
      <Button htmlType="submit">{text('fetchRecord')}</Button>
    </form>
  )
}
