import './session-warning.css'
import { Button, formatTime, TimeIcon, useToasts } from '@cascade/ui-kit'
import { messageOf, signIn, useActor, useSession } from '@cascade/web-kit'
import { type FormEvent, useState } from 'react'
import { shellTexts } from '../texts'
import { useTimeLeft } from './use-time-left'

/** Two minutes before the end: a new session can be begun without leaving the page. */
export function SessionWarning() {
  const expiresAt = useSession(state => state.expiresAt)
  const leftMs = useTimeLeft()
  if (leftMs === undefined || expiresAt === undefined) return null
  return <Warning expiresAt={expiresAt} leftMs={leftMs} />
}

function Warning({ expiresAt, leftMs }: { expiresAt: string; leftMs: number }) {
  const text = shellTexts.useText()
  const toasts = useToasts()
  const { username } = useActor()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  const stay = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    if (busy || typeof password !== 'string' || password === '') return
    setBusy(true)
    setFault(undefined)
    try {
      await signIn(username, password)
      toasts.success(text('stayed'))
    } catch (error) {
      setFault(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <section className="shell-ending" aria-label={text('staySignedIn')}>
      <p role="alert">
        <TimeIcon />
        <strong>{text('sessionEndsSoon', { time: formatTime(expiresAt) })}</strong> {fault ?? text('sessionEndsNote')}
      </p>
      <span className="shell-ending-left kit-tabular" translate="no" aria-hidden="true">
        {text('sessionLeft', { left: clockOf(leftMs) })}
      </span>
      <form onSubmit={event => void stay(event)}>
        <input type="hidden" name="username" autoComplete="username" value={username} />
        <input
          type="password"
          name="password"
          autoComplete="current-password"
          aria-label={text('password')}
          placeholder={text('password')}
          maxLength={256}
          aria-invalid={fault !== undefined}
        />
        <Button type="primary" htmlType="submit" loading={busy}>
          {text(busy ? 'staying' : 'staySignedIn')}
        </Button>
      </form>
    </section>
  )
}

/** `1:59` */
function clockOf(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
