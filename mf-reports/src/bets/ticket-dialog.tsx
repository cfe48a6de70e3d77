import './bets.css'
import type { GameDescription } from '@cascade/contracts/games'
import type { HistoryRow } from '@cascade/contracts/live'
import { Amount, EmptyState, formatCount, Moment, Skeleton } from '@cascade/ui-kit'
import { Modal } from '@cascade/ui-kit/data'
import { describeVoid, voidTexts } from '@cascade/ui-kit/forms'
import { useAddress, useCan } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../paths'
import { PlainTable } from '../shared/plain-table'
import { texts } from '../texts'
import { correctionText } from './bet-columns'
import { descriptionQuery, ticketQuery } from './calls'

type Props = { ticket: HistoryRow; onClose: () => void }

/** Bets of a ticket, with a link to its draw. A failed request looks like a ticket without bets. */
export function TicketDialog({ ticket, onClose }: Props) {
  const text = texts.useText()
  const address = useAddress()
  const canSeeDraw = useCan('live.control')
  const bets = useQuery(ticketQuery(ticket))
  const { data: description } = useQuery(descriptionQuery(ticket))
  return (
    <Modal open title={text('ticketDetails')} onCancel={onClose} footer={null} width={560}>
      <dl className="reports-ticket">
        <dt>{text('ticket')}</dt>
        <dd>{ticket.ticketId}</dd>
        {ticket.drawNumber !== undefined && (
          <>
            <dt>{text('drawNo')}</dt>
            <dd>{formatCount(ticket.drawNumber)}</dd>
          </>
        )}
        {ticket.void && (
          <>
            <dt>{voidTexts.text('void')}</dt>
            <dd>
              {describeVoid(ticket)} <Moment at={ticket.void.at} />
            </dd>
          </>
        )}
        {ticket.corrections?.map(correction => (
          <Fragment key={correction.at}>
            <dt>{text('result')}</dt>
            <dd>
              {correctionText(correction)} <Moment at={correction.at} />
            </dd>
          </Fragment>
        ))}
      </dl>
      {bets.isPending && <Skeleton active />}
      {bets.data && bets.data.length > 0 && <TicketLines lines={bets.data} description={description} />}
      {(bets.isError || bets.data?.length === 0) && <EmptyState title={text('noTicketData')} />}
      {canSeeDraw && ticket.resultNo !== null && (
        <p>
          <Link to={address(paths.draw, { drawId: ticket.drawId })}>{text('drawRecord')}</Link>
        </p>
      )}
    </Modal>
  )
}

type Line = { drawno: string; type: string; drawqty: number; drawtotal: number; win: number }

type Description = GameDescription | null | undefined

function TicketLines({ lines, description }: { lines: readonly Line[]; description: Description }) {
  const text = texts.useText()
  const headings = ['position', 'drawNo', 'quantity', 'total', 'win'] as const
  return (
    <PlainTable caption={text('ticketDetails')} headings={headings.map(name => text(name))} numbersFrom={3}>
      {lines.map((line, index) => (
        <tr key={`${line.type}-${line.drawno}`}>
          <td>{index + 1}</td>
          <td title={line.type}>
            <Bet {...line} description={description} />
          </td>
          <td>{formatCount(line.drawqty)}</td>
          <td>
            <Amount value={line.drawtotal} />
          </td>
          <td>
            <Amount value={line.win} />
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}

/** Option name of a bet, with the bet type if the game has several. */
function Bet({ type, drawno, description }: Pick<Line, 'type' | 'drawno'> & { description: Description }) {
  const { bets = [], dimensions = [] } = description ?? {}
  const bet = bets.find(each => each.type === type)
  const options = bet?.cover === 'same' && dimensions.find(({ key }) => key === bet.dimension)?.options
  // Numeric ranges have no options: the number is the label.
  const option = Array.isArray(options) ? options.find(each => each.drawno === drawno) : undefined
  return (
    <>
      {option?.label ?? drawno}
      {bet && bets.length > 1 && <small className="reports-bet-kind">{bet.label}</small>}
    </>
  )
}
