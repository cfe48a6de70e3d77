import './draws.css'
import { formatPoints } from '@cascade/contracts'
import type { DrawDocument, PublicJwk, SealedRecord, SeedChain } from '@cascade/contracts/live'
import { Button, Card, DownloadIcon, formatActor, formatCount, formatDateTime } from '@cascade/ui-kit'
import type { ReactNode } from 'react'
import { Bar } from '../shared/bar'
import { texts } from '../texts'
import { DrawHero, type Figure } from './draw-hero'
import { changedValue, compiledGameOf, resultCosts } from './read-record'
import { Verification } from './verification'

type Props = {
  document: DrawDocument
  /** The previous version, if this one is a correction. */
  earlier?: DrawDocument | undefined
  previous?: SealedRecord | null
  keys: readonly PublicJwk[]
  seeds: readonly SeedChain[]
  figures?: readonly Figure[]
  beside?: ReactNode
}

const costRowsMax = 20

/** A result and how it was picked, with a verify button and the collapsed proof. */
export function RecordView({ figures, beside, ...props }: Props) {
  const { document } = props
  return (
    <div className="live-record">
      <DrawHero document={document} figures={figures} />
      <Proof {...props} />
      <div className="live-record-more">
        <Liabilities document={document} />
        <div className="live-record-side">
          <Changes document={document} />
          {beside}
        </div>
      </div>
    </div>
  )
}

/** Verify button, with the inputs of the draw in a collapsed section. */
function Proof(props: Omit<Props, 'figures' | 'beside'>) {
  const text = texts.useText()
  const { document } = props
  return (
    <Card>
      <Verification {...props} />
      <details className="live-proof">
        <summary>{text('proof')}</summary>
        <Facts document={document} />
        <DownloadRecord document={document} />
      </details>
    </Card>
  )
}

type Fact = [title: string, value: ReactNode]

export function Facts({ document }: { document: DrawDocument }) {
  const text = texts.useText()
  const { record, hash, signature } = document
  const code = (value: string) => <code key={value}>{value}</code>
  const facts: Fact[] = [
    [text('chainPlace'), formatCount(record.sequence)],
    [text('drawId'), code(record.drawId)],
    [text('commitment'), code(record.commitment)],
    [text('seed'), code(record.seed)],
    [text('seedOf'), record.seedKeyId.split('.').at(-1)],
    [text('ticketRoot', { count: formatCount(record.tickets) }), code(record.ticketRoot)],
    [text('recordHash'), code(hash)],
    [text('previousHash'), record.previous ? code(record.previous) : '–'],
    [text('signedWith'), code(signature.key.kid)],
  ]
  return (
    <dl className="live-facts">
      {facts.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Changes made between the closing of the previous draw and of this one. */
function Changes({ document }: { document: DrawDocument }) {
  const text = texts.useText()
  const changes = document.confidential?.changes ?? []
  if (changes.length === 0) return null
  return (
    <Card title={text('changedSince')}>
      <ul className="live-changes">
        {changes.map(change => (
          <li key={`${change.at} ${change.what} ${change.to}`}>
            <b>{text(`changed_${change.what}`)}</b>
            <span>
              {changedValue(change, change.from)} → {changedValue(change, change.to)}
            </span>
            <span>
              {text('changedBy', { username: change.by ? formatActor(change.by) : '–', at: formatDateTime(change.at) })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function Liabilities({ document }: { document: DrawDocument }) {
  const text = texts.useText()
  const costs = resultCosts(document, costRowsMax)
  const total = compiledGameOf(document.description).outcomes.length
  const most = Math.max(...costs.map(({ cost }) => cost), 0)
  return (
    <Card title={text('liabilities')}>
      <p className="live-record-note">{text('liabilitiesNote', { shown: costs.length, total: formatCount(total) })}</p>
      <ul className="live-costs">
        {costs.map(({ result, label, cost, isDrawn }) => (
          <li key={result} data-drawn={isDrawn || undefined}>
            <b>{label}</b>
            <Bar share={cost / (most || 1)} />
            <span>{formatPoints(cost)}</span>
            <em>{isDrawn && text('drawnMark')}</em>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Downloads the record, so that anyone can verify it without this server. */
export function DownloadRecord({ document: record }: { document: DrawDocument }) {
  const text = texts.useText()
  const save = () => {
    const url = URL.createObjectURL(new Blob([JSON.stringify(record, null, 2)], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${record.record.drawId}-v${record.record.resultVersion}.json`
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <Button icon={<DownloadIcon />} onClick={save}>
      {text('download')}
    </Button>
  )
}
