import type { StatementRow } from '@cascade/contracts/accounts'
import { useAddress, useCan } from '@cascade/web-kit'
import { Link } from 'react-router-dom'
import { paths } from '../../../paths'
import { texts } from '../../../texts'

type Props = { row: StatementRow; username: string }
type Text = ReturnType<typeof texts.useText>

const shortId = (id: string) => id.slice(0, 8)

/** What an entry follows from, as far as words say it: for exports too. */
export function causeTextOf({ ticketIds = [], correction }: StatementRow, text: Text): string {
  const [first = ''] = ticketIds
  const tickets = ticketIds.length > 1 ? text('entryTickets', { count: ticketIds.length }) : first
  return [correction && text('entryCorrected', correction), tickets].filter(Boolean).join(' · ')
}

/** The way from an entry to what caused it: its tickets, its draw, or the operation. */
export function EntryCause({ row, username }: Props) {
  const text = texts.useText()
  const address = useAddress()
  const maySeeDraw = useCan('live.control')
  const { ticketIds = [], drawId, correction, transferId } = row
  const searchFor = (path: string, q: string) => `${address(path)}?${new URLSearchParams({ q, user: username })}`
  const [first] = ticketIds
  if (!first)
    return row.gameId ? null : <Link to={searchFor(paths.transactions, transferId)}>{text('entryTransaction')}</Link>
  const tickets =
    ticketIds.length > 1
      ? {
          to: `${address(paths.bets)}?${new URLSearchParams({ user: username })}`,
          name: text('entryTickets', { count: ticketIds.length }),
        }
      : { to: searchFor(paths.bets, first), name: text('entryTicket', { id: shortId(first) }) }
  return (
    <>
      {correction && <>{text('entryCorrected', correction)} · </>}
      <Link to={tickets.to}>{tickets.name}</Link>
      {drawId && maySeeDraw && (
        <>
          {' · '}
          <Link to={address(paths.draw, { drawId })}>{text('entryDraw')}</Link>
        </>
      )}
    </>
  )
}
