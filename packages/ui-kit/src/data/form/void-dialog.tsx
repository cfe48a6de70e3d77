import { messageOf, serverNow } from '@cascade/web-kit'
import { Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useToasts } from '../../feedback/notices'
import { formatActor } from '../../format/actor'
import { formatPoints } from '../../format/format'
import { defineTexts } from '../../i18n/texts'
import { DeleteIcon } from '../../icons/icons'
import { Modal } from '../../overlays/overlays'
import type { RowAction } from '../table/row-actions'

/** A row of a list of tickets; `void` is set if the ticket is void. */
type Voidable = { void?: { stake: number; by: Parameters<typeof formatActor>[0]; reason: string } | undefined }

export const voidTexts = defineTexts('void', {
  action: 'Void…',
  title: 'Void this ticket of {username}?',
  effect:
    '{points} points go back to the player. The ticket stays in the lists and in the record of the draw, marked void.',
  reason: 'Reason',
  submit: 'Void the ticket',
  failed: 'The ticket could not be voided.',
  void: 'Void',
  returned: '{points} returned by {username}: {reason}',
})

/** Actor and reason of a void ticket, in words; undefined for other tickets. */
export const describeVoid = ({ void: returned }: Voidable): string | undefined =>
  returned &&
  voidTexts.text('returned', {
    points: formatPoints(returned.stake),
    username: formatActor(returned.by),
    reason: returned.reason,
  })

/** True until a moment of the server's clock, at which the component renders again. */
function useIsAhead(at: string | undefined): boolean {
  const leftMs = at === undefined ? 0 : Date.parse(at) - serverNow()
  const [, setOver] = useState<string>()
  useEffect(() => {
    const left = at === undefined ? 0 : Date.parse(at) - serverNow()
    if (left <= 0) return
    const timer = setTimeout(() => setOver(at), left)
    return () => clearTimeout(timer)
  }, [at])
  return leftMs > 0
}

/** The row action that opens the dialog; absent once betting on the draw is closed, at `lockAt`. */
export function useVoidAction(lockAt: string | undefined, onClick: () => void): RowAction[] {
  const text = voidTexts.useText()
  const isOpen = useIsAhead(lockAt)
  return isOpen ? [{ key: 'void', label: text('action'), icon: <DeleteIcon />, danger: true, onClick }] : []
}

type Props = {
  ticket: { username: string; stake: number }
  submit: (reason: string) => Promise<{ message?: string | undefined }>
  onClose: () => void
}

const [reasonLengthMin, reasonLengthMax] = [3, 200]

/** Asks for the reason before a ticket is voided. */
export function VoidDialog({ ticket: { username, stake }, submit, onClose }: Props) {
  const text = voidTexts.useText()
  const id = useId()
  const toasts = useToasts()
  const [reason, setReason] = useState('')
  const [state, setState] = useState<{ error?: string; isPending?: true }>({})
  const isComplete = reason.trim().length >= reasonLengthMin
  const send = async () => {
    if (!isComplete || state.isPending) return
    setState({ isPending: true })
    try {
      toasts.success((await submit(reason.trim())).message ?? text('void'))
      onClose()
    } catch (error) {
      setState({ error: messageOf(error, text('failed')) })
    }
  }
  return (
    <Modal
      open
      centered
      width={420}
      title={text('title', { username })}
      okText={text('submit')}
      okButtonProps={{ danger: true, disabled: !isComplete, loading: state.isPending === true }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p>{text('effect', { points: formatPoints(stake) })}</p>
      <label htmlFor={id}>{text('reason')}</label>
      <Input
        id={id}
        autoFocus
        maxLength={reasonLengthMax}
        value={reason}
        onChange={event => setReason(event.target.value)}
        onPressEnter={() => void send()}
      />
      {state.error !== undefined && <p role="alert">{state.error}</p>}
    </Modal>
  )
}
