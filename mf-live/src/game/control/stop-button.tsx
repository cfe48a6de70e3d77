import './control.css'
import { liveApi, liveTexts } from '@cascade/contracts/live'
import { ActivateIcon, Button, DeactivateIcon, formatActor, formatDateTime, type Notice } from '@cascade/ui-kit'
import { Input, Modal } from '@cascade/ui-kit/data'
import { Radio } from '@cascade/ui-kit/forms'
import { messageOf, useMayCall } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { texts } from '../../texts'
import { endedStopsQuery, useSetStop } from '../calls'
import type { Offering } from '../snapshot'

type StopRequest = { scope: 'game' | 'admin'; stopped: boolean; reason?: string }

export type StopButtonProps = {
  offering: Offering
  gameName: string
  username: string
  /** Scope of the active stop; undefined while betting is open. */
  stopped: StopRequest['scope'] | undefined
  notice: Notice
  /** Stale figures disable every change. */
  isStale: boolean
}

/** Stops or resumes betting on this game, or on all games of its admin. */
export function StopButton({ offering, gameName, username, stopped, notice, isStale }: StopButtonProps) {
  const text = texts.useText()
  const [isConfirming, setIsConfirming] = useState(false)
  const setting = useSetStop()
  const mayStop = useMayCall(liveApi.setStop)
  const send = async ({ scope, ...change }: StopRequest) => {
    const { adminId, gameId } = offering
    try {
      const target = scope === 'game' ? { adminId, gameId } : { adminId }
      const { message } = await setting.mutateAsync({ body: { ...target, ...change } })
      notice.show('success', message ?? liveTexts.bettingStopped)
      setIsConfirming(false)
    } catch (error) {
      notice.show('error', messageOf(error))
    }
  }
  if (!mayStop) return null
  if (stopped) {
    return (
      <Button
        icon={<ActivateIcon />}
        disabled={isStale}
        loading={setting.isPending}
        onClick={() => void send({ scope: stopped, stopped: false })}
      >
        {text(stopped === 'game' ? 'allowGame' : 'allowAdmin')}
      </Button>
    )
  }
  return (
    <>
      <Button danger icon={<DeactivateIcon />} disabled={isStale} onClick={() => setIsConfirming(true)}>
        {text('stopBetting')}
      </Button>
      {isConfirming && (
        <StopDialog
          gameName={gameName}
          username={username}
          isStale={isStale}
          isBusy={setting.isPending}
          onCancel={() => setIsConfirming(false)}
          onStop={request => void send(request)}
        />
      )}
    </>
  )
}

type DialogProps = {
  gameName: string
  username: string
  isStale: boolean
  isBusy: boolean
  onCancel: () => void
  onStop: (request: StopRequest) => void
}

function StopDialog({ gameName, username, isStale, isBusy, onCancel, onStop }: DialogProps) {
  const text = texts.useText()
  const id = useId()
  const [scope, setScope] = useState<StopRequest['scope']>('game')
  const [reason, setReason] = useState('')
  const name = scope === 'game' ? gameName : username
  const trimmed = reason.trim()
  return (
    <Modal
      open
      title={text('stopQuestion')}
      onCancel={onCancel}
      onOk={() => onStop({ scope, stopped: true, ...(trimmed && { reason: trimmed }) })}
      okText={text(scope === 'game' ? 'stopGame' : 'stopAdmin', { name })}
      okButtonProps={{ danger: true, loading: isBusy, disabled: isStale || (trimmed.length > 0 && trimmed.length < 3) }}
    >
      <p>{text('stopConsequence')}</p>
      <Radio.Group
        value={scope}
        onChange={event => setScope(event.target.value)}
        options={[
          { value: 'game', label: text('stopScopeGame', { game: gameName }) },
          { value: 'admin', label: text('stopScopeAdmin', { username }) },
        ]}
      />
      <label htmlFor={id} style={{ display: 'block', marginTop: 16 }}>
        {text('reasonOptional')}
      </label>
      <Input id={id} maxLength={200} value={reason} onChange={event => setReason(event.target.value)} />
    </Modal>
  )
}

/** Texts by scope of the stop: one or any game, then one or any admin. */
const endedScopes = {
  one: { one: 'endedGame', any: 'endedEverywhere' },
  any: { one: 'endedAdmin', any: 'endedEverything' },
} as const

/** Ended betting stops; loaded when opened. */
export function EndedStops({ offering }: { offering: Offering }) {
  const text = texts.useText()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({ ...endedStopsQuery(offering), enabled: isOpen })
  return (
    <details className="live-ended-stops" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{text('endedStops')}</summary>
      {data?.length === 0 && <p>{text('noEndedStops')}</p>}
      <ul>
        {data?.map(({ adminId, gameId, at, by, reason, endedAt, endedBy }) => (
          <li key={`${at} ${endedAt}`}>
            <span>{text(endedScopes[gameId === null ? 'any' : 'one'][adminId === null ? 'any' : 'one'])}</span>
            <small>
              {text('stoppedBy', { username: formatActor(by), at: formatDateTime(at) })} {reason}
            </small>
            <small>{text('stopEndedBy', { username: formatActor(endedBy), at: formatDateTime(endedAt) })}</small>
          </li>
        ))}
      </ul>
    </details>
  )
}
