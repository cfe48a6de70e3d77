import './record-view.css'
import { formatPoints } from '@cascade/contracts'
import type { DrawDocument, PublicJwk, SealedRecord } from '@cascade/contracts/live'
import { Card, formatCount, formatDateTime } from '@cascade/ui-kit'
import type { ReactNode } from 'react'
import { Bar } from '../../../shared/bar'
import { texts } from '../../../texts'
import { gameOf, labelOfResult, pointsOf, resultCosts } from '../record-facts'
import { DownloadRecord } from './download-record'
import { Verification } from './verification'

type Props = { document: DrawDocument; previous?: SealedRecord | null; keys: readonly PublicJwk[] }

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
      <Liabilities document={document} />
    </div>
  )
}

function Facts({ document }: { document: DrawDocument }) {
  const text = texts.useText()
  const { record, hash, signature, description } = document
  const { candidates, manual, budget } = record
  const game = gameOf(description)
  const count = formatCount(candidates?.count ?? 0)
  const facts: [string, ReactNode][] = [
    [text('result'), <strong key="result">{labelOfResult(game, record.result)}</strong>],
    [
      text('picked'),
      manual
        ? text('byOperator', { username: manual.by.username, at: formatDateTime(manual.at) })
        : text('bySeed', { policy: text(`policy_${record.policy}`) }),
    ],
    ...(manual?.reason ? [[text('reason'), manual.reason] as [string, ReactNode]] : []),
    [text('drawBooster'), record.booster.value],
    [text('stake'), formatPoints(pointsOf(record.stake))],
    [text('payout'), formatPoints(pointsOf(record.payout))],
    [text('gameBalanceThen'), formatPoints(pointsOf(record.balance))],
    [text('kept'), `${formatPoints(pointsOf(record.winpercentage))} %`],
    [text('budget'), budget === null ? text('noBudget') : formatPoints(pointsOf(budget))],
    ...(candidates
      ? [
          [text('candidates'), text(candidates.fits ? 'candidatesFit' : 'candidatesCheapest', { count })] as [
            string,
            ReactNode,
          ],
        ]
      : []),
    [text('commitment'), <code key="commitment">{record.commitment}</code>],
    [text('seed'), <code key="seed">{record.seed}</code>],
    [text('chainPlace'), formatCount(record.sequence)],
    [text('recordHash'), <code key="hash">{hash}</code>],
    [text('previousHash'), <code key="previous">{record.previous ?? '–'}</code>],
    [text('signedWith'), <code key="key">{signature.key.kid}</code>],
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
