import './draws.css'
import { formatPoints, toPoints } from '@cascade/contracts'
import type { GameDescription } from '@cascade/contracts/games'
import type { DrawChange, DrawDocument, LiveActor, PublicJwk, SealedRecord, SeedChain } from '@cascade/contracts/live'
import { compileGame, type Game, parseResult } from '@cascade/draw-rules'
import { readCosts } from '@cascade/draw-rules/record'
import { Button, Card, DownloadIcon, formatCount, formatDateTime } from '@cascade/ui-kit'
import type { ReactNode } from 'react'
import { Bar } from '../shared/bar'
import { texts } from '../texts'
import { Verification } from './verification'

type Props = {
  document: DrawDocument
  previous?: SealedRecord | null
  keys: readonly PublicJwk[]
  seeds: readonly SeedChain[]
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

export function Facts({ document }: { document: DrawDocument }) {
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

export function Liabilities({ document }: { document: DrawDocument }) {
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

/** Saves the record as a file that anybody can check without us. */
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

const games = new WeakMap<GameDescription, Game>()

/** A description worked out once for as long as it is looked at. */
export function gameOf(description: GameDescription): Game {
  const known = games.get(description)
  if (known) return known
  const game = compileGame(description)
  games.set(description, game)
  return game
}

/** The text of a result in words: `1-k-under` is `A · Spade · Under`. */
export function labelOfResult(game: Game, result: string): string {
  const labels = optionsOfResult(game, result).map(({ label }) => label)
  return labels.length > 0 ? labels.join(' · ') : result
}

/** Of each dimension the option that was drawn; none for a text that is no result of the game. */
export function optionsOfResult(game: Game, result: string) {
  const outcome = parseResult(game, result)
  return game.dimensions.flatMap(({ options }, at) => options[outcome?.picks[at] ?? -1] ?? [])
}

/** Hundredths as decimal text, in points. */
const pointsOf = (hundredths: string): number => toPoints(BigInt(hundredths))

type ResultCost = { result: string; label: string; cost: number; isDrawn: boolean }

/** What each result would have cost at the booster of the draw, in points, the dearest first. */
function resultCosts({ record, description }: DrawDocument, most: number): ResultCost[] {
  const game = gameOf(description)
  const costs = readCosts(record.costs)
  return game.outcomes
    .map(({ text }, at) => ({
      result: text,
      label: labelOfResult(game, text),
      isDrawn: text === record.result,
      cost: toPoints(costs[at] ?? 0n),
    }))
    .sort((a, b) => b.cost - a.cost || Number(b.isDrawn) - Number(a.isDrawn))
    .slice(0, most)
}

/** What only those above may see of a record; undefined where it was kept back. */
type Inside = {
  /** Hundredths; null where no figure decided the draw. */
  balance: string | null
  winpercentage: string | null
  budget: string | null
  manual: { by: LiveActor; at: string; reason?: string | undefined } | null
  changes: readonly DrawChange[]
}

/** The same of a record of either version. */
function insideOf({ record, confidential }: DrawDocument): Inside | undefined {
  if (record.format === 'cascade.draw.v2') return confidential
  const { balance, winpercentage, budget, manual } = record
  return { balance, winpercentage, budget, manual, changes: [] }
}

/** A figure that was changed, as people read it. */
const changedValue = ({ what }: DrawChange, value: string): string =>
  what === 'description' ? value : formatPoints(pointsOf(value))
