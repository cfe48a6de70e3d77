import type { Approval } from '@cascade/contracts/accounts'
import { type Column, Input, Modal, RowValues } from '@cascade/ui-kit/data'
import { messageOf } from '@cascade/web-kit'
import { useId, useState } from 'react'
import { type Decided, useApprove, useDecline, useWithdraw } from './calls'
import { approvalTexts } from './texts'

const reasonLengthMin = 3

export type Decision = { kind: 'approve' | 'decline' | 'withdraw'; row: Approval }

type Props = {
  decision: Decision
  columns: readonly Column<Approval>[]
  onDone: (decided: Decided) => void
  onCancel: () => void
}

/** Shows all that is decided about; its button decides about exactly this request. */
export function DecisionDialog({ decision: { kind, row }, columns, onDone, onCancel }: Props) {
  const text = approvalTexts.useText()
  const id = useId()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const approving = useApprove()
  const declining = useDecline()
  const withdrawing = useWithdraw()
  const isPending = approving.isPending || declining.isPending || withdrawing.isPending
  const isComplete = kind !== 'decline' || reason.trim().length >= reasonLengthMin
  const params = { id: row._id }
  const changes = {
    approve: () => approving.mutateAsync({ params }),
    decline: () => declining.mutateAsync({ params, body: { reason: reason.trim() } }),
    withdraw: () => withdrawing.mutateAsync({ params }),
  }
  const decide = async () => {
    if (!isComplete || isPending) return
    setError(undefined)
    try {
      onDone(await changes[kind]())
    } catch (error) {
      setError(messageOf(error, text('approvalFailed')))
    }
  }
  return (
    <Modal
      open
      centered
      width={560}
      title={text(`${kind}Title`)}
      okText={text(kind === 'approve' && row.state === 'failed' ? 'tryAgain' : kind)}
      okButtonProps={{ danger: kind === 'decline', disabled: !isComplete, loading: isPending }}
      mask={{ closable: false }}
      onOk={() => void decide()}
      onCancel={onCancel}
    >
      <RowValues columns={columns} row={row} />
      {kind === 'decline' && (
        <>
          <label htmlFor={id}>{text('declineWhy')}</label>
          <Input
            id={id}
            autoFocus
            maxLength={200}
            value={reason}
            onChange={event => setReason(event.target.value)}
            onPressEnter={() => void decide()}
          />
        </>
      )}
      {error !== undefined && <p role="alert">{error}</p>}
    </Modal>
  )
}
