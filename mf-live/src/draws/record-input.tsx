import './record-verify-page.css'
import { Alert, Button, ConservationIcon, SearchIcon } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { type ClipboardEvent, type DragEvent, type FormEvent, useId, useRef, useState } from 'react'
import { texts } from '../texts'

/** User input: unchecked documents, and the proof of a ticket. */
export type VerifyInput = { documents?: readonly unknown[]; ticket?: unknown }

/** The draw to fetch and the ticket that gives access to it; each may be empty. */
export type RecordRequest = { drawId: string; ticketId: string }

type Props = {
  request: RecordRequest
  onInput: (input: VerifyInput) => void
  onRequest: (request: RecordRequest) => void
}

/** Accepts a record or ticket as a file or as text, or the name of a draw. */
export function RecordInput({ request, onInput, onRequest }: Props) {
  const text = texts.useText()
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [fault, setFault] = useState(false)

  const read = async (contents: readonly string[]) => {
    const found = await Promise.all(contents.map(parseInput)).catch(() => undefined)
    setFault(found === undefined)
    if (found) onInput(Object.assign({}, ...found) as VerifyInput)
  }
  const readFiles = async (files: FileList | null) => {
    if (files?.length) await read(await Promise.all([...files].map(file => file.text())))
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const dropped = event.dataTransfer
    void (dropped.files.length > 0 ? readFiles(dropped.files) : read([dropped.getData('text/plain')]))
  }
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    // Other text is the name of a draw and goes into its field.
    if (/^\s*[[{]/.test(pasted)) {
      event.preventDefault()
      void read([pasted])
    }
  }
  return (
    <section className="live-verify-input" onPaste={onPaste}>
      <section
        className="live-verify-drop"
        data-over={isOver || undefined}
        aria-label={text('dropRecord')}
        onDragOver={onDragOver}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <ConservationIcon />
        <strong>{text('dropRecord')}</strong>
        <span>{text('dropNote')}</span>
        <Button size="large" onClick={() => chooser.current?.click()}>
          {text('chooseFile')}
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          accept="application/json,.json"
          aria-label={text('chooseFile')}
          onChange={({ target }) => void readFiles(target.files)}
        />
      </section>
      <DrawForm request={request} onRequest={onRequest} />
      {fault && <Alert type="error" showIcon role="alert" title={text('notJson')} />}
    </section>
  )
}

/** Parses a record, an API response, or a ticket with its proof. @throws SyntaxError if it is not JSON */
async function parseInput(content: string): Promise<VerifyInput> {
  const parsed: unknown = JSON.parse(content)
  const { isTicketProof, extractProof, parseDocuments } = await import('@cascade/draw-rules/verify')
  return isTicketProof(parsed) ? { ticket: extractProof(parsed) } : { documents: parseDocuments(parsed).documents }
}

/** Accepts links too: a link to this page has draw and ticket in its query, a link to a draw page ends with its id. */
function readRequest(form: FormData): RecordRequest {
  const textOf = (name: string) => String(form.get(name)).trim()
  const [path = '', query] = textOf('draw').split('?')
  const link = new URLSearchParams(query)
  return {
    drawId: link.get('draw') ?? path.split('/').at(-1) ?? '',
    ticketId: link.get('ticket') ?? textOf('ticket'),
  }
}

function DrawForm({ request: { drawId, ticketId }, onRequest }: Pick<Props, 'request' | 'onRequest'>) {
  const text = texts.useText()
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const request = readRequest(new FormData(event.currentTarget))
    if (request.drawId) onRequest(request)
  }
  const plain = { size: 'large', autoComplete: 'off', spellCheck: false } as const
  return (
    <form className="live-verify-ask" key={`${drawId} ${ticketId}`} onSubmit={submit}>
      <label htmlFor={id}>{text('verifyDraw')}</label>
      <Input id={id} name="draw" defaultValue={drawId} {...plain} />
      <label htmlFor={`${id}-ticket`}>{text('verifyTicket')}</label>
      <Input id={`${id}-ticket`} name="ticket" defaultValue={ticketId} {...plain} />
      <Button htmlType="submit" type="primary" size="large" icon={<SearchIcon />}>
        {text('check')}
      </Button>
    </form>
  )
}
