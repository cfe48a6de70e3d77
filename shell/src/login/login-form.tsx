import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { LoginFaults, LoginOutcome } from './log-in'
import type { LoginText } from './login-texts'
import { TextField } from './text-field'

type LoggedIn = Extract<LoginOutcome, { message: string }>
type Props = {
  text: LoginText
  logIn: (typed: FormData) => Promise<LoginOutcome>
  onLoggedIn: (outcome: LoggedIn) => Promise<void>
  /** True from submit until navigation, so that the form stays while the message shows. */
  onSigningIn?: (signingIn: boolean) => void
  /** Why the login page appeared by itself, or the result of the login. */
  reason?: ReactNode
}

/** The form itself; must not import kit, contracts or router, as it is shown before they load. */
export function LoginForm({ text, logIn, onLoggedIn, onSigningIn, reason }: Props) {
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<LoginFaults>({})
  const form = useRef<HTMLFormElement>(null)

  const fail = (found: LoginFaults) => {
    setFaults(found)
    setBusy(false)
    onSigningIn?.(false)
    const field = found.username ? 'username' : 'password'
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    setFaults({})
    setBusy(true)
    onSigningIn?.(true)
    const outcome = await logIn(typed).catch(() => ({ faults: { form: text('notLoaded') } }))
    if ('faults' in outcome) return fail(outcome.faults)
    await onLoggedIn(outcome)
    onSigningIn?.(false)
  }

  return (
    <form
      ref={form}
      className="shell-auth-form"
      noValidate
      onSubmit={event => void submit(event)}
      aria-label={text('logIn')}
    >
      <h1>{text('loginTitle')}</h1>
      <p className="shell-auth-note">{text('loginNote')}</p>
      {reason}
      {faults.form && (
        <p className="shell-auth-fault" role="alert">
          {faults.form}
        </p>
      )}
      <TextField
        text={text}
        name="username"
        label={text('username')}
        autoComplete="username"
        error={faults.username}
        autoFocus
      />
      <TextField
        text={text}
        name="password"
        label={text('password')}
        type="password"
        autoComplete="current-password"
        error={faults.password}
      />
      <button type="submit" className="shell-auth-submit" disabled={busy}>
        {busy ? text('loggingIn') : text('logIn')}
      </button>
    </form>
  )
}
