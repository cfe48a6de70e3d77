import { type CashAccount, type CashEntry, cashApi } from '@cascade/contracts/accounts'
import { Button, Drawer, RemoteBoundary } from '@cascade/ui-kit'
import { useActor, useMayCall } from '@cascade/web-kit'
import { useState } from 'react'
import { CashForm } from './cash-form'
import { CashReceipt } from './cash-receipt'
import { currentAccountTexts } from './texts'

/** For the parent: a button with the form, and the receipt of the payment. */
export function RecordPayment({ account }: { account: CashAccount }) {
  const text = currentAccountTexts.useText()
  const actor = useActor()
  const mayRecord = useMayCall(cashApi.record)
  const [isOpen, setIsOpen] = useState(false)
  const [recorded, setRecorded] = useState<CashEntry>()
  if (!mayRecord || actor._id !== account.parent._id) return null
  const close = () => setIsOpen(false)
  return (
    <>
      <Button type="primary" onClick={() => setIsOpen(true)}>
        {text('record')}
      </Button>
      <Drawer
        open={isOpen}
        onClose={close}
        title={text('currentAccountWith', { username: account.child.username })}
        size="min(520px, 100vw)"
        destroyOnHidden
      >
        <RemoteBoundary>
          <CashForm
            child={account.child}
            onCancel={close}
            onRecorded={entry => {
              close()
              setRecorded(entry)
            }}
          />
        </RemoteBoundary>
      </Drawer>
      {recorded && <CashReceipt entry={recorded} account={account} onClose={() => setRecorded(undefined)} />}
    </>
  )
}
