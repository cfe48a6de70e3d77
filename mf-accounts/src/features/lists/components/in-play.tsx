import './consequence.css'
import { formatPoints } from '@cascade/ui-kit'
import type { ReactNode } from 'react'
import { texts } from '../../../texts'

type Props = {
  question: ReactNode
  /** Why the server refused. */
  message: string
  /** What it said is open: a number of tickets, and points. */
  open: Readonly<Record<string, string>>
}

/** Why a player is not simply deleted, and what becomes of what is in play when it is settled first. */
export function InPlay({ question, message, open: { tickets = '0', stake, wins, owed } }: Props) {
  const text = texts.useText()
  const points = (value = '0') => formatPoints(Number(value))
  return (
    <div className="accounts-consequence">
      {question}
      <p role="alert">{message}</p>
      <ul>
        {tickets !== '0' && <li>{text('openTickets', { count: tickets, points: points(stake) })}</li>}
        {Number(wins) > 0 && <li>{text('openWins', { points: points(wins) })}</li>}
        {Number(owed) > 0 && <li>{text('openDebts', { points: points(owed) })}</li>}
      </ul>
      <p>{text('settleEffect')}</p>
    </div>
  )
}
