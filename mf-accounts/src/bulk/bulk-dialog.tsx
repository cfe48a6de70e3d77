import './bulk.css'
import type { Account } from '@cascade/contracts/accounts'
import { Amount, Button, formatCount, formatPoints, StatusBadge, type Tone } from '@cascade/ui-kit'
import { Modal, useKeyboardScroll } from '@cascade/ui-kit/data'
import { useLeaveGuard } from '@cascade/ui-kit/forms'
import { useCallback, useState } from 'react'
import type { AccountScope } from '../accounts/calls'
import { texts } from '../texts'
import { CreditOrderForm, creditOrderForm } from './credit-order-form'
import { type BulkActionResult, type BulkKind, type CreditOrder, useBulkAction } from './run'

type Props = {
  kind: BulkKind
  accounts: readonly Account[]
  scope: AccountScope
  /** @param ran whether anything was done */
  onClose: (ran: boolean) => void
}

/** Says what will happen to which accounts, does it one by one, and shows what became of each. */
export function BulkDialog({ kind, accounts: selected, scope, onClose }: Props) {
  const text = texts.useText()
  const run = useBulkAction(kind, scope)
  const [accounts, setAccounts] = useState(selected)
  const [order, setOrder] = useState<CreditOrder>()
  const [ran, setRan] = useState(false)
  const { results, running } = run
  const isStarted = results.length > 0
  const failed = results.filter(({ state }) => state === 'failed' || state === 'waiting').map(({ item }) => item)
  useLeaveGuard(useCallback(() => running, [running]))

  const count = formatCount(accounts.length)
  const points = formatPoints(sumOf(accounts.map(({ walletBalance }) => walletBalance)))
  const start = (given?: CreditOrder) => {
    setRan(true)
    setOrder(given)
    void run.begin(accounts, given)
  }
  /** Asks again first: the amount may be too high now, or the password was wrong. */
  const startOver = () => {
    setAccounts(failed)
    run.clear()
  }
  const isCredit = kind === 'credit'
  const footer = isStarted ? (
    <>
      {running && <Button onClick={run.stop}>{text('bulkStop')}</Button>}
      {!running && failed.length > 0 && (
        <Button onClick={startOver}>{text('bulkRetry', { count: formatCount(failed.length) })}</Button>
      )}
      <Button type="primary" disabled={running} onClick={() => onClose(true)}>
        {text('close')}
      </Button>
    </>
  ) : (
    <>
      <Button autoFocus={!isCredit} onClick={() => onClose(ran)}>
        {text('cancel')}
      </Button>
      <Button
        type="primary"
        danger={kind === 'deactivate' || kind === 'logout'}
        {...(isCredit ? { form: creditOrderForm, htmlType: 'submit' } : { onClick: () => start() })}
      >
        {text(`bulkDo_${kind}`, { count })}
      </Button>
    </>
  )
  return (
    <Modal
      open
      title={text(`bulkDo_${kind}`, { count })}
      closable={!running}
      mask={{ closable: false }}
      keyboard={!running}
      onCancel={() => onClose(ran)}
      footer={footer}
    >
      {!isStarted && (
        <>
          <p>{text(`bulkEffect_${kind}`, { count, points })}</p>
          {isCredit && <CreditOrderForm count={accounts.length} before={order} onOrder={start} />}
        </>
      )}
      <BulkProgress results={isStarted ? results : accounts.map(item => ({ item, state: 'waiting' }))} />
    </Modal>
  )
}

const tones: Record<BulkActionResult['state'], Tone> = {
  waiting: 'neutral',
  running: 'accent',
  done: 'success',
  failed: 'danger',
}

/** Every account with what became of it. */
export function BulkProgress({ results }: { results: readonly BulkActionResult[] }) {
  const text = texts.useText()
  const area = useKeyboardScroll<HTMLDivElement>(text('bulkResult'))
  const done = results.filter(({ state }) => state === 'done' || state === 'failed').length
  return (
    <div ref={area}>
      {done > 0 && (
        <div className="accounts-progress" role="status">
          <progress max={results.length} value={done} aria-label={text('bulkResult')} />
          <span className="kit-tabular">{text('bulkDone', { done, total: results.length })}</span>
        </div>
      )}
      <ul className="accounts-bulk-rows">
        {results.map(({ item: { _id, username, walletBalance }, state, message }) => (
          <li key={_id}>
            <strong>{username}</strong>
            {message ? <span className="accounts-bulk-message">{message}</span> : <Amount value={walletBalance} />}
            <StatusBadge tone={tones[state]}>{text(`bulkAct_${state}`)}</StatusBadge>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Points of all of them together; summed in hundredths, as hundreds of fractions would not add up. */
const sumOf = (points: readonly number[]): number => points.reduce((sum, each) => sum + Math.round(each * 100), 0) / 100
