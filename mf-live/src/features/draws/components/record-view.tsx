import './record-view.css'
import { formatPoints } from '@cascade/contracts'
import type { DrawDocument, PublicJwk, SealedRecord, SeedChain } from '@cascade/contracts/live'
import { Card, formatCount, formatDateTime } from '@cascade/ui-kit'
import type { ReactNode } from 'react'
import { Bar } from '../../../shared/bar'
import { texts } from '../../../texts'
import { changedValue, gameOf, insideOf, labelOfResult, pointsOf, resultCosts } from '../record-facts'
import { DownloadRecord } from './download-record'
import { Verification } from './verification'

type Props = {
  document: DrawDocument
  previous?: SealedRecord | null
  keys: readonly PublicJwk[]
  seeds: readonly SeedChain[]
  /** Proof of a ticket that was given along with the record, if any. */
  ticket?: unknown
}

const shownCosts = 20

/** Everything about how a draw came to its result, and a button that checks it. */
export function RecordView(props: Props) {
  const text = texts.useText()
  const { document } = props
  return (
    <div className="live-record">
      <Card title={text('whatHappened')} extra={<DownloadRecord document={document} />}>
        <Verification {...props} />
        <Facts document={document} />
      </Card>
      <div className="live-record-side">
        <Changes document={document} />
        <Liabilities document={document} />
      </div>
    </div>
  )
}

type Fact = [title: string, value: ReactNode]

function Facts({ document }: { document: DrawDocument }) {
  const text = texts.useText()
  const { record, hash, signature } = document
  const code = (value: string) => <code key={value}>{value}</code>
  const facts: Fact[] = [
    ...useResultFacts(document),
    ...useInsideFacts(document),
    [text('commitment'), code(record.commitment)],
    [text('seed'), code(record.seed)],
    [text('seedOf'), record.seedKeyId.split('.').at(-1)],
    ...('ticketRoot' in record
      ? [[text('ticketRoot', { count: formatCount(record.tickets) }), code(record.ticketRoot)] satisfies Fact]
      : []),
    [text('chainPlace'), formatCount(record.sequence)],
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

function useResultFacts(document: DrawDocument): Fact[] {
  const text = texts.useText()
  const { record, description } = document
  const manual = insideOf(document)?.manual
  const { candidates } = record
  const picked = manual
    ? text('byOperator', { username: manual.by.username, at: formatDateTime(manual.at) })
    : record.manual
      ? text('byAnOperator')
      : text('bySeed', { policy: text(`policy_${record.policy}`) })
  const count = formatCount(candidates?.count ?? 0)
  return [
    [text('result'), <strong key="result">{labelOfResult(gameOf(description), record.result)}</strong>],
    [text('picked'), picked],
    ...(manual?.reason ? [[text('reason'), manual.reason] satisfies Fact] : []),
    [text('drawBooster'), record.booster.value],
    [text('stake'), formatPoints(pointsOf(record.stake))],
    [text('payout'), formatPoints(pointsOf(record.payout))],
    ...(candidates
      ? [[text('candidates'), text(candidates.fits ? 'candidatesFit' : 'candidatesCheapest', { count })] satisfies Fact]
      : []),
  ]
}

/** What decided beside the bets, as it stood when betting closed. */
function useInsideFacts(document: DrawDocument): Fact[] {
  const text = texts.useText()
  const inside = insideOf(document)
  if (!inside) return [[text('gameBalanceThen'), text('keptBack')]]
  const { balance, winpercentage, budget } = inside
  return [
    [text('gameBalanceThen'), balance === null ? text('noFigure') : formatPoints(pointsOf(balance))],
    [text('kept'), winpercentage === null ? text('noFigure') : `${formatPoints(pointsOf(winpercentage))} %`],
    [text('budget'), budget === null ? text('noBudget') : formatPoints(pointsOf(budget))],
  ]
}

/** What somebody changed between the closing of the draw before and that of this one. */
function Changes({ document }: { document: DrawDocument }) {
  const text = texts.useText()
  const changes = insideOf(document)?.changes ?? []
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
            <span>{text('changedBy', { username: change.by?.username ?? '–', at: formatDateTime(change.at) })}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Liabilities({ document }: { document: DrawDocument }) {
  const text = texts.useText()
  const costs = resultCosts(document, shownCosts)
  const total = gameOf(document.description).outcomes.length
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
