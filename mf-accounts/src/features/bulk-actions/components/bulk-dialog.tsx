import './bulk-dialog.css'
import type { Account } from '@cascade/contracts/accounts'
import { Button, formatCount, formatPoints } from '@cascade/ui-kit'
import { Modal } from '@cascade/ui-kit/data'
import { useLeaveGuard } from '@cascade/ui-kit/forms'
import { useCallback, useState } from 'react'
import type { AccountScope } from '../../../shared/api/account-scope'
import { texts } from '../../../texts'
import { type BulkKind, sumOf } from '../bulk-kinds'
import { type CreditOrder, useBulkAction } from '../use-bulk-action'
import { BulkProgress } from './bulk-progress'
import { CreditOrderForm, creditOrderForm } from './credit-order-form'

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
