import { formatPoints } from '@cascade/contracts'
import type { DrawTicket } from '@cascade/contracts/live'
import type { Column } from '@cascade/ui-kit/data'
import { texts } from '../../../texts'

const { text } = texts

const linesOf = ({ lines }: DrawTicket) =>
  lines.map(({ type, drawno, quantity }) => `${type} ${drawno}: ${formatPoints(quantity)}`).join(', ')

export const ticketColumns: readonly Column<DrawTicket>[] = [
  { key: 'ticketId', title: text('ticketId'), value: row => row.ticketId, render: row => <code>{row.ticketId}</code> },
  { key: 'username', title: text('player'), value: row => row.username },
  { key: 'at', title: text('at'), value: row => row.at, kind: 'dateTime' },
  { key: 'lines', title: text('lines'), value: linesOf },
  { key: 'stake', title: text('stake'), value: row => row.stake, kind: 'points' },
  { key: 'win', title: text('win'), value: row => row.win, kind: 'points' },
]
