import './draw-hero.css'
import { formatPoints } from '@cascade/contracts'
import type { DrawDocument } from '@cascade/contracts/live'
import { resultOptions } from '@cascade/draw-rules'
import { formatActor, formatCount, formatDateTime } from '@cascade/ui-kit'
import type { CSSProperties } from 'react'
import { ResultGlyphs } from '../shared/result-glyphs'
import { texts } from '../texts'
import { compiledGameOf, pointsOf } from './read-record'

/** A figure of the draw that is not part of its record. */
export type Figure = readonly [title: string, value: string]

type Props = { document: DrawDocument; figures?: readonly Figure[] | undefined }

/** Headline of a draw: the result, who or what picked it, and the money. */
export function DrawHero({ document, figures = [] }: Props) {
  const text = texts.useText()
  const { record, description } = document
  const parts = resultOptions(compiledGameOf(description), record.result)
  const visible = parts.length > 0 ? parts : [{ drawno: record.result, label: record.result }]
  const booster = record.booster.value
  return (
    <section className="live-hero" aria-label={text('drawnResult')}>
      <div className="live-hero-result" data-color={parts[0]?.color} data-short={parts.length < 2 || undefined}>
        <b>
          <ResultGlyphs parts={visible} size={64} />
        </b>
        <span data-boosted={booster > 1 || undefined}>{text('boosterDrawn', { value: booster })}</span>
      </div>
      <div className="live-hero-decided">
        <Decision document={document} />
        <PayoutScale document={document} />
      </div>
      <Money document={document} figures={figures} />
    </section>
  )
}

/** Who or what picked the result, and from how many candidates. */
export function Decision({ document }: { document: DrawDocument }) {
  const text = texts.useText()
  const { record, confidential } = document
  const manual = confidential?.manual
  const { candidates } = record
  const picked = manual
    ? text('byOperator', { username: formatActor(manual.by), at: formatDateTime(manual.at) })
    : record.manual
      ? text('byAnOperator')
      : text('bySeed', { policy: text(`policy_${record.policy}`) })
  const count = formatCount(candidates?.count ?? 0)
  return (
    <>
      <p>
        {text('picked')} <strong>{picked}</strong>
      </p>
      {manual?.reason && (
        <p>
          {text('reason')}: <q>{manual.reason}</q>
        </p>
      )}
      {confidential?.inherited?.map(({ player, heir, win }) => (
        <p key={player.accountId}>
          {text('inherited', {
            player: player.username,
            win: formatPoints(pointsOf(win)),
            username: heir.username,
          })}
        </p>
      ))}
      {candidates && <p>{text(candidates.fits ? 'candidatesFit' : 'candidatesCheapest', { count })}</p>}
    </>
  )
}

function PayoutScale({ document }: { document: DrawDocument }) {
  const text = texts.useText()
  const { record, confidential } = document
  const budget = confidential?.budget
  const [stake, payout] = [pointsOf(record.stake), pointsOf(record.payout)]
  const most = Math.max(stake, payout, budget ? pointsOf(budget) : 0)
  if (most === 0) return null
  const lengths = { '--payout': payout / most, '--budget': budget ? pointsOf(budget) / most : 0 }
  return (
    <div className="live-hero-scale">
      <span className="live-hero-scale-bar" style={lengths as CSSProperties} aria-hidden="true">
        {budget && <i />}
      </span>
      <span>
        {text('payout')} <strong>{formatPoints(payout)}</strong>
      </span>
      {budget && (
        <span className="live-hero-scale-budget">
          {text('budget')} <strong>{formatPoints(pointsOf(budget))}</strong>
        </span>
      )}
    </div>
  )
}

/** Stakes, and the figures that the pick was based on. */
export function Money({ document, figures = [] }: Props) {
  const text = texts.useText()
  const { record, confidential } = document
  const figure = (value: string | null, unit = '') =>
    value === null ? text('noFigure') : `${formatPoints(pointsOf(value))}${unit}`
  const rows: Figure[] = [
    [text('ticketCount'), formatCount(record.tickets)],
    [text('stake'), formatPoints(pointsOf(record.stake))],
    ...figures,
    ...(confidential
      ? ([
          [text('gameBalanceThen'), figure(confidential.balance)],
          [text('kept'), figure(confidential.winpercentage, ' %')],
          ...(confidential.budget === null ? [[text('budget'), text('noBudget')] as const] : []),
        ] satisfies Figure[])
      : ([[text('gameBalanceThen'), text('keptBack')]] satisfies Figure[])),
  ]
  return (
    <dl className="live-hero-money">
      {rows.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd data-words={value === text('keptBack') || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
