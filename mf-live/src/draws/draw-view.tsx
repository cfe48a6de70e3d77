import './draws.css'
import { formatPoints } from '@cascade/contracts'
import { type DrawPage, type DrawTicket, liveApi } from '@cascade/contracts/live'
import {
  Button,
  Card,
  EditIcon,
  EmptyState,
  formatCount,
  formatDateTime,
  LiveIcon,
  PageHeader,
  StatusBadge,
} from '@cascade/ui-kit'
import { type Column, DataTable, RowActions, type RowLine } from '@cascade/ui-kit/data'
import { describeVoid, Segmented, useVoidAction, VoidDialog, voidTexts } from '@cascade/ui-kit/forms'
import { useAddress, useListState, useMayCall } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { liveGameQuery } from '../game/calls'
import { dimensionsOf } from '../game/control/choice'
import { paths } from '../paths'
import { texts } from '../texts'
import { drawTicketsSource, useVoidTicket } from './calls'
import { CorrectionDialog } from './correction-dialog'
import { buildDrawPrint } from './draw-paper'
import { type BetWords, createBetWords } from './read-record'
import { RecordView } from './record-view'

export function DrawView({ draw }: { draw: DrawPage }) {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const [version, setVersion] = useState<number>()
  const [isCorrecting, setIsCorrecting] = useState(false)
  const mayCorrect = useMayCall(liveApi.correctResult)
  const { documents, gameId, adminId, adminUsername, keys, seeds } = draw
  const wordsOf = useBetWords(draw)
  const newest = documents.at(-1)
  const visible = documents.find(({ record }) => record.resultVersion === version) ?? newest
  const liveAddress = address(paths.live, { first: gameId, second: adminId, username: adminUsername })
  return (
    <div className="live-draw">
      <PageHeader
        title={
          documents[0]
            ? text('drawNumbered', { game: draw.gameName, number: formatCount(documents[0].record.sequence) })
            : draw.gameName
        }
        note={text('drawNote', { at: formatDateTime(draw.drawAt), username: adminUsername })}
        actions={
          <>
            <Button icon={<LiveIcon />} onClick={() => void navigate(liveAddress)}>
              {text('backToLive')}
            </Button>
            {newest && (
              <Button href={`/public/verify?draw=${encodeURIComponent(draw.drawId)}`} target="_blank">
                {text('checkPublic')}
              </Button>
            )}
            {mayCorrect && newest && draw.state === 'settled' && (
              <Button danger icon={<EditIcon />} onClick={() => setIsCorrecting(true)}>
                {text('correct')}
              </Button>
            )}
          </>
        }
      />
      {documents.length > 1 && (
        <Segmented
          value={visible?.record.resultVersion}
          onChange={setVersion}
          options={documents.map(({ record }) => ({
            value: record.resultVersion,
            label: text('version', { number: record.resultVersion }),
          }))}
        />
      )}
      {visible ? (
        <RecordView
          document={visible}
          earlier={documents[documents.indexOf(visible) - 1]}
          previous={visible === documents[0] ? draw.previous : null}
          keys={keys}
          seeds={seeds}
          figures={[
            [text('won'), formatPoints(draw.won)],
            [text('claimed'), formatPoints(draw.claimed)],
            [text('state'), text(`state_${draw.state}`)],
          ]}
          beside={<Bets draw={draw} wordsOf={wordsOf} />}
        />
      ) : (
        <>
          <EmptyState title={text('stillOpen')} />
          <Bets draw={draw} wordsOf={wordsOf} />
        </>
      )}
      <Tickets draw={draw} wordsOf={wordsOf} />
      {isCorrecting && newest && (
        <CorrectionDialog draw={draw} newest={newest} onClose={() => setIsCorrecting(false)} />
      )}
    </div>
  )
}

type WordedDraw = { draw: DrawPage; wordsOf: BetWords }

/** Wording of bets: from the record, or from the live game while there is no record yet. */
function useBetWords({ documents, adminId, gameId }: DrawPage): BetWords {
  const live = useQuery({ ...liveGameQuery({ adminId, gameId }), enabled: documents.length === 0 }).data?.live
  return useMemo(() => createBetWords(documents, live ? dimensionsOf(live) : []), [documents, live])
}

function Bets({ draw: { legs }, wordsOf }: WordedDraw) {
  const text = texts.useText()
  return (
    <Card title={text('bets')}>
      {legs.length === 0 && <p>{text('noBets')}</p>}
      <ul className="live-draw-legs">
        {legs.map(leg => {
          const { kind, on } = wordsOf(leg)
          return (
            <li key={`${leg.type}:${leg.drawno}`}>
              <span>
                {kind} <b>{on}</b>
              </span>
              <span>{formatPoints(leg.stake)}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function Tickets({ draw, wordsOf }: WordedDraw) {
  const text = texts.useText()
  const list = useListState()
  const [voided, setVoided] = useState<DrawTicket>()
  const { mutateAsync: voidTicket } = useVoidTicket()
  const lockAt = useMayCall(liveApi.voidTicket) ? draw.lockAt : undefined
  const columns = useMemo(() => ticketColumns(wordsOf, { lockAt, voidTicket: setVoided }), [wordsOf, lockAt])
  return (
    <>
      <DataTable
        id="live.draw.tickets"
        title={text('ticketsOfDraw')}
        columns={columns}
        rowKey={row => row.ticketId}
        source={drawTicketsSource(draw.drawId)}
        list={list}
        search={false}
        onPaper={() => buildDrawPrint(draw, wordsOf)}
        phone={{ line: row => ticketLine(wordsOf, row) }}
        empty={text('noBets')}
      />
      {voided && (
        <VoidDialog
          ticket={voided}
          submit={reason => voidTicket({ params: { ticketId: voided.ticketId }, body: { reason } })}
          onClose={() => setVoided(undefined)}
        />
      )}
    </>
  )
}

type Voiding = { lockAt: string | undefined; voidTicket: (row: DrawTicket) => void }

function TicketActions({ row, lockAt, voidTicket }: Voiding & { row: DrawTicket }) {
  const actions = useVoidAction(row.state ? undefined : lockAt, () => voidTicket(row))
  return <RowActions of={row.ticketId} actions={actions} />
}

const { text } = texts

const linesOf = (wordsOf: BetWords, { lines }: DrawTicket) => {
  const words = lines.map(({ quantity, ...bet }) => {
    const { kind, on } = wordsOf(bet)
    return `${kind} ${on}: ${formatPoints(quantity)}`
  })
  return words.join(', ')
}

/** A ticket as a list line on a phone. */
const ticketLine = (wordsOf: BetWords, row: DrawTicket): RowLine => ({
  title: row.username,
  amount: row.stake,
  notes: [
    formatDateTime(row.at),
    linesOf(wordsOf, row),
    row.win > 0 && `${text('win')} ${formatPoints(row.win)}`,
    describeVoid(row),
  ],
  state: row.state && <StatusBadge>{voidTexts.text('void')}</StatusBadge>,
})

const ticketColumns = (wordsOf: BetWords, voiding: Voiding): readonly Column<DrawTicket>[] => [
  {
    key: 'ticketId',
    title: text('ticketId'),
    value: row => row.ticketId,
    render: row => (
      <code className="live-ticket-id" title={row.ticketId}>
        {row.ticketId}
      </code>
    ),
  },
  { key: 'username', title: text('player'), value: row => row.username },
  { key: 'at', title: text('at'), value: row => row.at, kind: 'dateTime' },
  {
    key: 'lines',
    title: text('lines'),
    value: row => linesOf(wordsOf, row),
    render: row => <span className="live-ticket-bets">{linesOf(wordsOf, row)}</span>,
  },
  { key: 'stake', title: text('stake'), value: row => row.stake, kind: 'points' },
  { key: 'win', title: text('win'), value: row => row.win, kind: 'points' },
  {
    key: 'state',
    title: text('state'),
    value: row => row.state && `${voidTexts.text('void')}: ${describeVoid(row)}`,
  },
  ...(voiding.lockAt === undefined
    ? []
    : [
        {
          key: 'actions',
          title: text('actions'),
          render: (row: DrawTicket) => <TicketActions row={row} {...voiding} />,
          pinned: 'right' as const,
          hideable: false,
        },
      ]),
]
