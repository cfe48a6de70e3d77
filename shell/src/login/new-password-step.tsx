import { authTexts } from '@cascade/contracts/accounts'
import { renewPassword } from '@cascade/web-kit/second-factor'
import { type FormEvent, useState } from 'react'
import { type LoginOutcome, outcomeOf } from './log-in'
import type { LoginText } from './login-texts'
import { TextField } from './text-field'

type Needs = Extract<Extract<LoginOutcome, { needs: unknown }>['needs'], { needs: 'new-password' }>
type LoggedIn = Extract<LoginOutcome, { message: string }>
type Props = {
  needs: Needs
  text: LoginText
  onLoggedIn: (outcome: LoggedIn) => Promise<void>
  onBack: () => void
}

/** Replaces a temporary password, in the same card. */
export function NewPasswordStep({ needs, text, onLoggedIn, onBack }: Props) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const [npass, cpass] = [String(typed.get('npass') ?? ''), String(typed.get('cpass') ?? '')]
    if (busy) return
    if (npass !== cpass) return setFault(authTexts.mismatch)
    setBusy(true)
    setFault(undefined)
    const outcome = await outcomeOf(() => renewPassword(needs, { npass, cpass }))
    if ('message' in outcome) return onLoggedIn(outcome)
    setFault('faults' in outcome ? outcome.faults.form : undefined)
    setBusy(false)
  }
  return (
    <form
      className="shell-auth-form"
      noValidate
      onSubmit={event => void submit(event)}
      aria-label={text('newPasswordStep')}
    >
      <h1>{text('newPasswordStep')}</h1>
      <p className="shell-auth-note">{text('newPasswordNote')}</p>
      <TextField
        text={text}
        name="npass"
        label={text('newPassword')}
        type="password"
        autoComplete="new-password"
        error={fault}
        autoFocus
      />
      <TextField text={text} name="cpass" label={text('confirmPassword')} type="password" autoComplete="new-password" />
      <button type="submit" className="shell-auth-submit" disabled={busy}>
        {text(busy ? 'loggingIn' : 'continue')}
      </button>
      <button type="button" className="shell-auth-other" onClick={onBack}>
        {text('backToLogin')}
      </button>
    </form>
  )
}
