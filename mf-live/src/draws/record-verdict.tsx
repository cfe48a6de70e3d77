import './record-verify-page.css'
import { formatPoints, toPoints } from '@cascade/contracts'
import { DrawDocument as DocumentSchema, type DrawDocument } from '@cascade/contracts/live'
import { resultLabel, resultOptions } from '@cascade/draw-rules'
import type { Finding } from '@cascade/draw-rules/verify'
import { GamePicture, hasPicture, OptionPicture } from '@cascade/game-pictures'
import { ConservationIcon, DeactivateIcon, formatCount, formatDateTime, PageSpinner } from '@cascade/ui-kit'
import { messageOf } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { texts } from '../texts'
import { drawQuery, type Published, useDrawPermission } from './calls'
import { Decision, Money } from './draw-hero'
import { compiledGameOf } from './read-record'
import { DownloadRecord, Facts, Liabilities } from './record-view'

type Props = {
  /** Untrusted input that should be a draw record. */
  document: unknown
  /** The previous version, if this one is a correction. */
  earlier?: unknown
  /** Undefined if the server is unreachable: the signature is then checked with the key inside the record. */
  published: Published | undefined
  ticket?: unknown
}

/** Verification result of a record: result and verdict first, then each step of the proof. */
export function RecordVerdict({ document, earlier, published, ticket }: Props) {
  const text = texts.useText()
  const { data: checked, error } = useQuery({
    queryKey: ['live', 'verified', document, earlier, published, ticket],
    queryFn: () => check({ document, earlier, published, ticket }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (error) return <Verdict tone="bad" title={text('checkFailed')} note={messageOf(error)} />
  if (!checked) return <PageSpinner />

  const { findings, gameName } = checked
  const broken = findings.filter(({ ok }) => !ok)
  const isGood = broken.length === 0
  const parsed = DocumentSchema.safeParse(document).data
  const verdict = isGood
    ? {
        tone: published ? ('good' as const) : ('half' as const),
        title: text(published ? 'genuine' : 'genuineByItself'),
      }
    : { tone: 'bad' as const, title: text('notGenuine') }
  const note = isGood ? (
    text(published ? 'genuineNote' : 'genuineByItselfNote', { count: findings.length })
  ) : (
    <ul>
      {broken.map(({ name, text: detail }) => (
        <li key={`${name} ${detail}`}>{detail}</li>
      ))}
    </ul>
  )
  return (
    <article className="live-verdict" data-tone={verdict.tone}>
      {parsed && <Result document={parsed} gameName={gameName} />}
      <Verdict {...verdict} note={note} />
      {findings.length > 1 && <Steps findings={findings} document={parsed} />}
      {parsed && (
        <details className="live-verdict-fold">
          <summary>{text('wholeRecord')}</summary>
          <DownloadRecord document={parsed} />
          <Decision document={parsed} />
          <Money document={parsed} />
          <Facts document={parsed} />
          <Liabilities document={parsed} />
        </details>
      )}
    </article>
  )
}

/** Recomputes the draw; crypto code and game names are loaded on demand. */
async function check({ document, earlier, published, ticket }: Props) {
  const [{ verifyRecord, verifyTicket }, { masterGames }] = await Promise.all([
    import('@cascade/draw-rules/verify'),
    import('@cascade/draw-rules/master'),
  ])
  const before = DocumentSchema.safeParse(earlier).data
  const findings: Finding[] = verifyRecord(document, {
    ...(published && { publicKeys: published.keys, seeds: published.seeds }),
    ...(before && { earlier: before }),
  })
  const parsed = DocumentSchema.safeParse(document).data
  if (parsed && ticket !== undefined) findings.unshift(verifyTicket(parsed, ticket))
  const gameId = parsed?.record.gameId
  return { findings, gameName: masterGames.find(game => game.gameId === gameId)?.gameName }
}

/**
 * The result in familiar terms: game, picture, number and colour. Only operators of a game that is not in the master
 * data can read its name.
 */
function Result({ document, gameName: masterName }: { document: DrawDocument; gameName: string | undefined }) {
  const text = texts.useText()
  const { record, description } = document
  const game = compiledGameOf(description)
  const options = resultOptions(game, record.result)
  const pictured = options.flatMap(({ image }) => (image !== undefined && hasPicture(image) ? [image] : []))
  const colour = options.find(({ color }) => color !== undefined)?.color
  const isPlain = pictured.length === 0
  const label = resultLabel(game, record.result)
  const { canRead } = useDrawPermission()
  const draw = useQuery({ ...drawQuery(record.drawId), enabled: masterName === undefined && canRead })
  const gameName = masterName ?? draw.data?.gameName
  const number = formatCount(record.sequence)
  const title =
    gameName === undefined ? text('drawOfNumber', { number }) : text('drawNumbered', { game: gameName, number })
  const isLabelPlain = isPlain && label === record.result
  return (
    <header className="live-verdict-result">
      <span className="live-verdict-mark" data-color={isPlain ? colour : undefined}>
        {isPlain ? record.result : pictured.map(image => <OptionPicture key={image} image={image} size={88} />)}
      </span>
      <div>
        <p className="live-verdict-game">
          <GamePicture gameId={record.gameId} size={24} />
          {isLabelPlain ? formatDateTime(record.drawAt) : title}
        </p>
        <h2>{isLabelPlain ? title : label}</h2>
        <p className="live-verdict-tags">
          {colour && isPlain && <span data-color={colour}>{colour}</span>}
          <span data-boosted={record.booster.value > 1 || undefined}>
            {text('boosterDrawn', { value: record.booster.value })}
          </span>
          {record.resultVersion > 1 && <span>{text('correctedVersion', { number: record.resultVersion })}</span>}
          {!isLabelPlain && <span>{formatDateTime(record.drawAt)}</span>}
        </p>
        <p className="live-verdict-sums">
          {text('stakedAndPaid', { stake: pointsText(record.stake), payout: pointsText(record.payout) })}
        </p>
      </div>
    </header>
  )
}

const pointsText = (hundredths: string) => formatPoints(toPoints(BigInt(hundredths)))

type VerdictProps = { tone: 'good' | 'half' | 'bad'; title: string; note: ReactNode }

function Verdict({ tone, title, note }: VerdictProps) {
  return (
    <section className="live-verdict-banner" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {tone === 'bad' ? <DeactivateIcon /> : <ConservationIcon />}
      <div>
        <strong>{title}</strong>
        <div>{note}</div>
      </div>
    </section>
  )
}

/** Every step with the values it checked; failed steps are open and come first. */
function Steps({ findings, document }: { findings: readonly Finding[]; document: DrawDocument | undefined }) {
  const text = texts.useText()
  const isGood = findings.every(({ ok }) => ok)
  const inOrder = [...findings.filter(({ ok }) => !ok), ...findings.filter(({ ok }) => ok)]
  return (
    <details className="live-verdict-fold" open={!isGood}>
      <summary>{text('howChecked', { count: findings.length })}</summary>
      <ol className="live-steps">
        {inOrder.map(({ name, ok, text: detail }) => (
          <li key={`${name} ${detail}`}>
            <details open={!ok} data-ok={ok}>
              <summary>
                <span aria-hidden="true">{ok ? '✓' : '✗'}</span>
                {text(`step_${name}`)}
              </summary>
              <p>{detail}</p>
              {document && valuesOf(name, document).map(value => <code key={value}>{value}</code>)}
            </details>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Values that a step checked, for a comparison by hand. */
function valuesOf(name: Finding['name'], { record, hash, signature }: DrawDocument): readonly string[] {
  const values: Partial<Record<Finding['name'], readonly (string | null)[]>> = {
    description: [record.descriptionDigest],
    hash: [hash],
    signature: [signature.key.kid, signature.value],
    commitment: [record.commitment, record.seed],
    day: [record.seedKeyId, record.seed],
    pick: [record.seed],
    chain: [record.previous],
    ticket: [record.ticketRoot],
  }
  return (values[name] ?? []).filter(value => value !== null)
}
