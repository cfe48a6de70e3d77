import './session-warning.css'
import type { SecondFactorNeeded } from '@cascade/contracts/accounts'
import { Button, formatTime, TimeIcon, UsernameField, useToasts } from '@cascade/ui-kit'
import { messageOf, signIn, useActor, useSession } from '@cascade/web-kit'
import { type FormEvent, useState } from 'react'
import { shellTexts } from '../texts'
import { useTimeLeft } from './use-time-left'

/** Renews the session without leaving the page: two minutes before it ends, or if the browser stores no token. */
export function SessionWarning() {
  const text = shellTexts.useText()
  const { expiresAt, readsOnly, viewer } = useSession()
  const leftMs = useTimeLeft()
  // The end of a view leads back to the own session.
  if (expiresAt === undefined || viewer) return null
  if (leftMs !== undefined) {
    const title = text('sessionEndsSoon', { time: formatTime(expiresAt) })
    return (
      <Warning
        title={title}
        note={text('sessionEndsNote')}
        left={text('sessionLeft', { left: formatTimeLeft(leftMs) })}
      />
    )
  }
  return readsOnly ? <Warning title={text('readsOnly')} note={text('readsOnlyNote')} /> : null
}

function Warning({ title, note, left }: { title: string; note: string; left?: string }) {
  const text = shellTexts.useText()
  const toasts = useToasts()
  const { username } = useActor()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [needs, setNeeds] = useState<SecondFactorNeeded>()

  const stay = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const secret = new FormData(event.currentTarget).get('secret')
    if (busy || typeof secret !== 'string' || secret === '') return
    setBusy(true)
    setFault(undefined)
    try {
      const answer = needs ? await proveSecondFactor(needs, secret) : await signIn(username, secret)
      if (!('needs' in answer)) return toasts.success(text('stayed'))
      if (answer.needs === 'new-password') setFault(text('newPasswordElsewhere'))
      else setNeeds(answer)
    } catch (error) {
      setFault(messageOf(error))
    }
    setBusy(false)
  }
  const secretName = needs ? 'code' : 'password'
  return (
    <section className="shell-ending" aria-label={text('staySignedIn')}>
      <p role="alert">
        <TimeIcon />
        <strong>{title}</strong> {fault ?? note}
      </p>
      <span className="shell-ending-left kit-tabular" translate="no" aria-hidden="true">
        {left}
      </span>
      <form onSubmit={event => void stay(event)}>
        <UsernameField username={username} />
        <input
          key={secretName}
          type={needs ? 'text' : 'password'}
          name="secret"
          autoComplete={needs ? 'one-time-code' : 'current-password'}
          aria-label={text(secretName)}
          placeholder={text(secretName)}
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

const proveSecondFactor = async (needs: SecondFactorNeeded, code: string) =>
  (await import('@cascade/web-kit/second-factor')).proveSecondFactor(needs, code)

/** `1:59` */
export function formatTimeLeft(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
