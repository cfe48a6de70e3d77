import { isAppCode, proveSecondFactor } from '@cascade/web-kit/second-factor'
import { type FormEvent, useState } from 'react'
import { type LoginOutcome, outcomeOf } from './log-in'
import type { LoginText } from './login-texts'
import { TextField } from './text-field'
import { useCodeFault } from './use-code-fault'

type Needs = Extract<LoginOutcome, { needs: unknown }>['needs']
type FactorNeeds = Extract<Needs, { needs: 'second-factor' }>
type LoggedIn = Extract<LoginOutcome, { message: string }>
type Props = {
  needs: FactorNeeds
  text: LoginText
  /** The next step: a temporary password must be replaced. */
  onNeeds: (needs: Needs) => void
  onLoggedIn: (outcome: LoggedIn) => Promise<void>
  onBack: () => void
}

/** The second step in the same card: one field for a code of the app or a recovery code, or the passkey. */
export function SecondStep({ needs, text, onNeeds, onLoggedIn, onBack }: Props) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const explain = useCodeFault(text)
  const hasPasskey = needs.passkey !== undefined
  const hasCode = needs.factors.some(kind => kind !== 'passkey')

  const prove = async (code?: string) => {
    setBusy(true)
    setFault(undefined)
    const outcome = await outcomeOf(() => proveSecondFactor(needs, code))
    if ('message' in outcome) return onLoggedIn(outcome)
    if ('needs' in outcome) return onNeeds(outcome.needs)
    setFault(explain(outcome.faults.form, code))
    setBusy(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = new FormData(event.currentTarget).get('code')
    if (!busy && typeof code === 'string' && code.trim() !== '') void prove(code)
  }
  return (
    <form
      className="shell-auth-form"
      noValidate
      onSubmit={submit}
      aria-label={text('secondStep')}
      onInput={event => {
        const { value } = event.target as HTMLInputElement
        if (isAppCode(value)) event.currentTarget.requestSubmit()
      }}
    >
      <h1>{text('secondStep')}</h1>
      <p className="shell-auth-note">{text(hasCode ? 'codeNote' : 'passkeyNote')}</p>
      {hasCode && (
        <>
          <TextField
            text={text}
            name="code"
            label={text('code')}
            autoComplete="one-time-code"
            error={fault}
            autoFocus
          />
          <button type="submit" className="shell-auth-submit" disabled={busy}>
            {text(busy ? 'loggingIn' : 'continue')}
          </button>
        </>
      )}
      {!hasCode && fault && (
        <p className="shell-auth-fault" role="alert">
          {fault}
        </p>
      )}
      {hasPasskey && (
        <button type="button" className="shell-auth-other" disabled={busy} onClick={() => void prove()}>
          {text('usePasskey')}
        </button>
      )}
      <button type="button" className="shell-auth-other" onClick={onBack}>
        {text('backToLogin')}
      </button>
    </form>
  )
}
