import './credit.css'
import { Amount, Button, CopyIcon, formatDateTime, formatPoints, useToasts } from '@cascade/ui-kit'
import { copyText } from '../accounts/copy-text'
import { texts } from '../texts'
import type { Entry } from './book-credit'

type Props = {
  receipt: Receipt
  onAgain: () => void
  /** Absent where nothing was given. */
  onTakeBack: (() => void) | undefined
}

/** What was booked last: it stays until the page is left or the next one is booked. */
export function ReceiptCard({ receipt, onAgain, onTakeBack }: Props) {
  const text = texts.useText()
  const toasts = useToasts()
  const { entry, from, to, by, at, fromBalance, toBalance } = receipt
  const moment = formatDateTime(at)
  const copy = async () => {
    const points = formatPoints(entry.amount)
    const line = text('receiptLine', { points, from, to, by, moment, ...balances(fromBalance, toBalance) })
    if (await copyText(entry.note ? `${line} ${entry.note}` : line)) toasts.success(text('copied'))
    else toasts.error(text('copyFailed'))
  }
  return (
    <section className="accounts-receipt" aria-label={text('receipt')}>
      <p className="accounts-receipt-what">
        <Amount value={entry.amount} /> <span>{from}</span> <span aria-hidden="true">→</span>
        <span className="kit-sr-only">{text('receiptTo')}</span> <span>{to}</span>
      </p>
      <p>{text('receiptBy', { by, moment })}</p>
      <p>
        {text('receiptNow')} {from} <Amount value={fromBalance} /> · {to} <Amount value={toBalance} />
      </p>
      {entry.note && <p>{entry.note}</p>}
      <div className="accounts-receipt-actions">
        <Button size="small" icon={<CopyIcon />} onClick={() => void copy()}>
          {text('copy')}
        </Button>
        <Button size="small" onClick={onAgain}>
          {text('again')}
        </Button>
        {onTakeBack && (
          <Button size="small" onClick={onTakeBack}>
            {text('takeBack')}
          </Button>
        )}
      </div>
    </section>
  )
}

const balances = (from: number, to: number) => ({ fromBalance: formatPoints(from), toBalance: formatPoints(to) })

/** What was booked, as it stays on screen. Balances are those after it, in points. */
export type Receipt = {
  entry: Entry
  /** Usernames: who paid, who got it, and the person who did it. */
  from: string
  to: string
  by: string
  at: Date
  fromBalance: number
  toBalance: number
}
