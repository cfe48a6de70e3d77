import './credit.css'
import { reversalApi } from '@cascade/contracts/accounts'
import { Amount, Button, CopyIcon, formatDateTime, formatPoints, ShareIcon, useToasts } from '@cascade/ui-kit'
import { reversalLinkTexts, Sheet, useTransferAddress } from '@cascade/ui-kit/data'
import { useMayCall } from '@cascade/web-kit'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { copyText } from '../shared/copy-text'
import { texts } from '../texts'
import { type Receipt, toReference } from './book-credit'
import { receiptTexts } from './receipt-texts'

type Props = {
  receipt: Receipt
  onAgain: () => void
  /** Undefined for an adjustment. */
  onTakeBack: (() => void) | undefined
}

/** Receipt of the last booking; stays until the next one. */
export function ReceiptCard({ receipt, onAgain, onTakeBack }: Props) {
  const text = texts.useText()
  const toasts = useToasts()
  const receiptText = receiptTexts.useText()
  const reversalText = reversalLinkTexts.useText()
  const navigate = useNavigate()
  const addressOf = useTransferAddress()
  const mayReverse = useMayCall(reversalApi.reverse)
  const { booking, from, to, by, at, fromBalance, toBalance, transferId } = receipt
  const moment = formatDateTime(at)
  const share = () =>
    // Loaded on demand.
    import('./share-receipt')
      .then(sharing => sharing.shareReceipt(receipt))
      .catch(() => toasts.error(receiptText('shareFailed')))
  const copy = async () => {
    const points = formatPoints(booking.amount)
    const line = receiptText('receiptLine', { points, from, to, by, moment, ...balances(fromBalance, toBalance) })
    if (await copyText(booking.note ? `${line} ${booking.note}` : line)) toasts.success(text('copied'))
    else toasts.error(text('copyFailed'))
  }
  return (
    <section className="accounts-receipt" aria-label={receiptText('receipt')}>
      <p className="accounts-receipt-what">
        <Amount value={booking.amount} /> <span>{from}</span> <span aria-hidden="true">→</span>
        <span className="kit-sr-only">{receiptText('receiptTo')}</span> <span>{to}</span>
      </p>
      <p>{receiptText('receiptBy', { by, moment })}</p>
      <p>
        {receiptText('receiptNow')} {from} <Amount value={fromBalance} /> · {to} <Amount value={toBalance} />
      </p>
      {booking.note && <p>{booking.note}</p>}
      <p className="accounts-receipt-reference">
        {receiptText('referenceLabel')} {toReference(transferId)}
      </p>
      <div className="accounts-receipt-actions">
        <Button size="small" type="primary" icon={<ShareIcon />} onClick={() => void share()}>
          {receiptText(typeof navigator.share === 'function' ? 'share' : 'savePicture')}
        </Button>
        <Button size="small" icon={<CopyIcon />} onClick={() => void copy()}>
          {text('copy')}
        </Button>
        <Button size="small" onClick={onAgain}>
          {receiptText('again')}
        </Button>
        {onTakeBack && (
          <Button size="small" onClick={onTakeBack}>
            {receiptText('takeBack')}
          </Button>
        )}
        {mayReverse && (
          <Button size="small" onClick={() => void navigate(addressOf(transferId))}>
            {reversalText('reverse')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** On a phone the receipt opens over the form. */
export function ReceiptSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const receiptText = receiptTexts.useText()
  return (
    <Sheet
      open
      onClose={onClose}
      title={receiptText('receipt')}
      footer={
        <Button onClick={onClose} size="large">
          {receiptText('done')}
        </Button>
      }
    >
      {children}
    </Sheet>
  )
}

const balances = (from: number, to: number) => ({ fromBalance: formatPoints(from), toBalance: formatPoints(to) })
