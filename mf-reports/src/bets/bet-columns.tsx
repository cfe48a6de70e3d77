import './bets.css'
import { type Correction, type HistoryRow, liveApi } from '@cascade/contracts/live'
import { GamePicture } from '@cascade/game-pictures'
import { formatActor, formatCount, formatDateTime, formatPoints, Moment, StatusBadge, ViewIcon } from '@cascade/ui-kit'
import { type Column, RowActions, type RowLine } from '@cascade/ui-kit/data'
import { describeVoid, useVoidAction, voidTexts } from '@cascade/ui-kit/forms'
import { useMayCall } from '@cascade/web-kit'
import { Cut } from '../shared/cut'
import { texts } from '../texts'

const { text } = texts

type Open = (row: HistoryRow) => void

/** Columns of the bet list. @param view opens the bets of a ticket @param voidTicket asks why it is voided */
export const historyColumns = (view: Open, voidTicket: Open): readonly Column<HistoryRow>[] => [
  {
    key: 'ticketId',
    title: text('ticketId'),
    value: row => row.ticketId,
    render: row => <Cut text={row.ticketId} look="id" />,
  },
  { key: 'username', title: text('username'), value: row => row.username },
  {
    key: 'gameId',
    title: text('gameId'),
    value: row => row.gameName,
    render: row => (
      <span className="reports-game" title={row.gameId}>
        <GamePicture gameId={row.gameId} size={22} />
        {row.gameName}
      </span>
    ),
  },
  {
    key: 'timeopen',
    title: text('time'),
    value: row => `${formatDateTime(row.timeopen)} / ${formatDateTime(row.timeclose)}`,
    render: row => <OpenAndClose {...row} />,
    sortable: true,
  },
  { key: 'playpoints', title: text('playPoints'), value: row => row.playpoints, kind: 'points' },
  { key: 'winpoints', title: text('winPoints'), value: row => row.winpoints, kind: 'points' },
  {
    key: 'resultNo',
    title: text('result'),
    value: formatResult,
    render: row => <Result {...row} />,
    align: 'center',
  },
  { key: 'claimdate', title: text('claimDate'), value: row => row.claimdate, kind: 'dateTime' },
  {
    key: 'view',
    title: text('view'),
    render: row => <BetActions row={row} view={view} voidTicket={voidTicket} />,
    pinned: 'right',
    hideable: false,
  },
]

type ActionsProps = { row: HistoryRow; view: Open; voidTicket: Open }

function BetActions({ row, view, voidTicket }: ActionsProps) {
  const text = texts.useText()
  const mayVoid = useMayCall(liveApi.voidTicket)
  const actions = useVoidAction(mayVoid ? row.lockAt : undefined, () => voidTicket(row))
  const viewing = { key: 'view', label: text('view'), icon: <ViewIcon />, onClick: () => view(row) }
  return <RowActions of={row.ticketId} actions={[viewing, ...actions]} />
}

/** A bet as a list line on a phone. */
export const historyLine = (row: HistoryRow): RowLine => ({
  title: `${row.username} → ${row.gameName ?? row.gameId}`,
  amount: row.playpoints,
  notes: [
    formatDateTime(row.timeopen),
    row.resultNo !== null && text('resultOf', { result: formatResult(row) }),
    row.winpoints > 0 && text('wonPoints', { points: formatPoints(row.winpoints) }),
    describeVoid(row),
  ],
  state: row.state ? (
    <StatusBadge>{voidTexts.text('void')}</StatusBadge>
  ) : (
    row.resultNo === null && <StatusBadge>{text('pendingResult')}</StatusBadge>
  ),
})

/** Length of `YYYY-MM-DD`. */
const dayLength = 10

/** Result with a multiplier above 1; 'Pending' until the ticket is settled, 'Void' if it is. */
function formatResult({ resultNo, resultLabel, booster, state }: HistoryRow): string {
  if (state) return voidTexts.text('void')
  const result = resultLabel ?? resultNo
  if (result === null) return text('pendingResult')
  return booster && booster > 1 ? `${result} (${booster}X)` : result
}

/** Result with its corrections; the tooltip of a void ticket names actor and reason. */
function Result(row: HistoryRow) {
  const corrections = row.state ? [] : (row.corrections ?? [])
  return (
    <span className="reports-result" title={describeVoid(row)}>
      {formatResult(row)}
      {row.drawNumber !== undefined && <small>{text('drawNumber', { number: formatCount(row.drawNumber) })}</small>}
      {corrections.map(correction => (
        <small key={correction.at} className="reports-correction" title={correctionText(correction)}>
          {correctionText(correction)}
        </small>
      ))}
    </span>
  )
}

export const correctionText = ({ from, to, by, reason }: Correction) =>
  text('corrected', { from, to, username: formatActor(by), reason })

function OpenAndClose({ timeopen, timeclose }: Pick<HistoryRow, 'timeopen' | 'timeclose'>) {
  const text = texts.useText()
  const [opened, closed] = [formatDateTime(timeopen), formatDateTime(timeclose)]
  const isSameDay = opened.slice(0, dayLength) === closed.slice(0, dayLength)
  return (
    <span className="reports-times">
      <Moment at={timeopen} /> –{' '}
      <time dateTime={timeclose} title={text('closedAt', { time: closed })}>
        {isSameDay ? closed.slice(dayLength + 1) : closed}
      </time>
    </span>
  )
}
