import { formatPoints, roleLabels } from '@cascade/contracts'
import type { DrawPage } from '@cascade/contracts/live'
import { resultLabel } from '@cascade/draw-rules'
import { formatCount, formatDateTime } from '@cascade/ui-kit'
import { buildPaperTable, type OnPaper, type PaperTable } from '@cascade/ui-kit/data'
import { texts } from '../texts'
import { type BetWords, compiledGameOf } from './read-record'

/** Print header of a draw above its tickets: facts, totals and stakes by bet. */
export function buildDrawPrint(draw: DrawPage, wordsOf: BetWords): OnPaper {
  const { text } = texts
  const newest = draw.documents.at(-1)
  return {
    title: text('draw'),
    about: text('drawTitle', { game: draw.gameName, at: formatDateTime(draw.drawAt) }),
    facts: [
      ...(draw.documents[0] ? [[text('drawNumber'), formatCount(draw.documents[0].record.sequence)] as const] : []),
      [text('drawId'), draw.drawId],
      [roleLabels.admin, draw.adminUsername],
      [text('state'), text(`state_${draw.state}`)],
      ...(newest ? recordFacts(newest) : []),
    ],
    figures: [
      [text('ticketCount'), formatCount(draw.tickets)],
      [text('stake'), formatPoints(draw.stake)],
      [text('won'), formatPoints(draw.won)],
      [text('claimed'), formatPoints(draw.claimed)],
    ],
    tables: draw.legs.length === 0 ? [] : [legTable(draw, wordsOf)],
  }
}

function recordFacts({ record, description, hash, signature }: DrawPage['documents'][number]) {
  const { text } = texts
  return [
    [text('result'), resultLabel(compiledGameOf(description), record.result)] as const,
    [text('policy'), text(`policy_${record.manual ? 'manual' : record.policy}`)] as const,
    [text('drawBooster'), String(record.booster.value)] as const,
    [text('versionOfResult'), String(record.resultVersion)] as const,
    [text('recordHash'), hash] as const,
    [text('signedWith'), signature.key.kid] as const,
  ]
}

function legTable({ legs }: DrawPage, wordsOf: BetWords): PaperTable {
  const { text } = texts
  return {
    title: text('bets'),
    ...buildPaperTable(
      [
        { title: text('betKind'), value: leg => wordsOf(leg).kind },
        { title: text('betOn'), value: leg => wordsOf(leg).on },
        { title: text('stake'), value: ({ stake }) => stake, kind: 'points' },
      ],
      legs,
      text('sum'),
    ),
  }
}
