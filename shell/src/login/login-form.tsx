import { type ComponentType, type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { LoginFaults, LoginOutcome } from './log-in'
import type { LoginText } from './login-texts'
import { TextField } from './text-field'

type Needs = Extract<LoginOutcome, { needs: unknown }>['needs']
type LoggedIn = Extract<LoginOutcome, { message: string }>
type Props = {
  text: LoginText
  logIn: (typed: FormData) => Promise<LoginOutcome>
  logInWithPasskey: () => Promise<LoginOutcome>
  onLoggedIn: (outcome: LoggedIn) => Promise<void>
  /** True from submit until navigation, so that the form stays while the message shows. */
  onSigningIn?: (signingIn: boolean) => void
  /** Why the login page appeared by itself, or the result of the login. */
  reason?: ReactNode
}

type StepProps = Pick<Props, 'text' | 'onLoggedIn'> & { onNeeds: (needs: Needs) => void; onBack: () => void }
type Step = ComponentType<StepProps>

/** Loaded before it is shown: the form stays when the connection is lost. */
async function loadStep(needs: Needs): Promise<Step> {
  if (needs.needs === 'new-password') {
    const { NewPasswordStep } = await import('./new-password-step')
    return ({ onNeeds: _, ...props }) => <NewPasswordStep needs={needs} {...props} />
  }
  const { SecondStep } = await import('./second-step')
  return props => <SecondStep needs={needs} {...props} />
}

/** The form itself; must not import kit, contracts or router, as it is shown before they load. */
export function LoginForm({ text, logIn, logInWithPasskey, onLoggedIn, onSigningIn, reason }: Props) {
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<LoginFaults>({})
  const [Step, setStep] = useState<Step>()
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
    await run(() => logIn(typed))
  }

  const run = async (attempt: () => Promise<LoginOutcome>) => {
    setFaults({})
    setBusy(true)
    onSigningIn?.(true)
    const outcome = await attempt().catch(() => ({ faults: { form: text('notLoaded') } }))
    if ('faults' in outcome) return fail(outcome.faults)
    if ('message' in outcome) return finish(outcome)
    await showStep(outcome.needs)
    setBusy(false)
  }

  const showStep = async (needs: Needs) => {
    const loaded = await loadStep(needs).catch(() => undefined)
    setStep(() => loaded)
    if (!loaded) fail({ form: text('notLoaded') })
  }

  const finish = async (outcome: LoggedIn) => {
    setBusy(true)
    await onLoggedIn(outcome)
    onSigningIn?.(false)
  }

  if (Step) {
    const back = () => setStep(undefined)
    return <Step text={text} onNeeds={needs => void showStep(needs)} onLoggedIn={finish} onBack={back} />
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
        autoComplete="username webauthn"
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
      {'PublicKeyCredential' in globalThis && (
        <button type="button" className="shell-auth-other" disabled={busy} onClick={() => void run(logInWithPasskey)}>
          {text('passkeyLogIn')}
        </button>
      )}
    </form>
  )
}
