import { Input, Modal } from '@cascade/ui-kit/data'
import { useId, useState } from 'react'
import { approvalTexts } from './texts'

const reasonLengthMin = 3

type Props = { name: string; onDecline: (reason: string) => void; onCancel: () => void }

/** Asks for the reason. */
export function DeclineDialog({ name, onDecline, onCancel }: Props) {
  const text = approvalTexts.useText()
  const id = useId()
  const [reason, setReason] = useState('')
  const isComplete = reason.trim().length >= reasonLengthMin
  const decline = () => isComplete && onDecline(reason.trim())
  return (
    <Modal
      open
      centered
      width={420}
      title={text('declineTitle')}
      okText={text('decline')}
      okButtonProps={{ danger: true, disabled: !isComplete }}
      onOk={decline}
      onCancel={onCancel}
    >
      <p>{name}</p>
      <label htmlFor={id}>{text('declineWhy')}</label>
      <Input
        id={id}
        autoFocus
        maxLength={200}
        value={reason}
        onChange={event => setReason(event.target.value)}
        onPressEnter={decline}
      />
    </Modal>
  )
}
