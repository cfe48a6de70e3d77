import { reversalApi, type StatementRow } from '@cascade/contracts/accounts'
import {
  describeReversal,
  isReversible,
  ReversalLink,
  reversalLinkTexts,
  useTransferAddress,
} from '@cascade/ui-kit/data'
import { useAddress, useCan, useMayCall } from '@cascade/web-kit'
import { Link } from 'react-router-dom'
import { paths } from '../paths'
import { texts } from '../texts'

type Props = { row: StatementRow; username: string }
type Text = ReturnType<typeof texts.useText>

const shortId = (id: string) => id.slice(0, 8)

/** Cause of an entry as text, also for exports. */
export function describeCause(row: StatementRow, text: Text): string {
  const { ticketIds = [], correction } = row
  const [first = ''] = ticketIds
  const tickets = ticketIds.length > 1 ? text('entryTickets', { count: ticketIds.length }) : first
  return [correction && text('entryCorrected', correction), tickets, describeReversal(row)].filter(Boolean).join(' · ')
}

/** Links from an entry to its tickets, draw or transaction. */
export function EntryCause({ row, username }: Props) {
  const text = texts.useText()
  const address = useAddress()
  const addressOf = useTransferAddress()
  const reversalText = reversalLinkTexts.useText()
  const canSeeDraw = useCan('live.control')
  const mayReverse = useMayCall(reversalApi.reverse)
  const { ticketIds = [], drawId, correction, transferId } = row
  const searchFor = (path: string, q: string) => `${address(path)}?${new URLSearchParams({ q, user: username })}`
  const [first] = ticketIds
  if (!first && row.gameId) return null
  if (!first)
    return (
      <>
        <Link to={searchFor(paths.transactions, transferId)}>{text('entryTransaction')}</Link>
        {(row.reverses ?? row.reversedBy) && ' · '}
        <ReversalLink row={row} />
        {mayReverse && isReversible(row) && (
          <>
            {' · '}
            <Link to={addressOf(transferId)}>{reversalText('reverse')}</Link>
          </>
        )}
      </>
    )
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
      {drawId && canSeeDraw && (
        <>
          {' · '}
          <Link to={address(paths.draw, { drawId })}>{text('entryDraw')}</Link>
        </>
      )}
    </>
  )
}
