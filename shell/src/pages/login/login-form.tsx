import { authTexts, LoginInput } from '@cascade/contracts/accounts'
import { Button, successRead, useToasts } from '@cascade/ui-kit'
import { ApiError, messageOf, signIn, useIsCurrentPage } from '@cascade/web-kit'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { homeOf } from '../../session/return-path'
import { shellTexts } from '../../texts'
import { TextField } from './text-field'

type Errors = { username?: string; password?: string; form?: string }
type Props = {
  /** True from submit until the page leads on, so that the form stays while the toast shows. */
  onSigningIn: (signingIn: boolean) => void
  /** Why the page is seen at all, where nobody asked for it. */
  reason: ReactNode
}

export function LoginForm({ onSigningIn, reason }: Props) {
  const text = shellTexts.useText()
  const toasts = useToasts()
  const navigate = useNavigate()
  const isCurrent = useIsCurrentPage()
  const [search] = useSearchParams()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const form = useRef<HTMLFormElement>(null)

  const fail = (faults: Errors) => {
    setErrors(faults)
    setBusy(false)
    onSigningIn(false)
    const field = faults.username ? 'username' : 'password'
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = LoginInput.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    if (!input.success) return fail(faultsOf(input.error.issues))
    setErrors({})
    setBusy(true)
    onSigningIn(true)
    try {
      const user = await signIn(input.data.username, input.data.password)
      toasts.success(authTexts.loggedIn)
      await successRead()
      if (!isCurrent()) return
      onSigningIn(false)
      await navigate(homeOf(user.role, search.get('next')), { replace: true })
    } catch (error) {
      fail({ form: reasonOf(error) })
    }
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
      {errors.form && (
        <p className="shell-auth-fault" role="alert">
          {errors.form}
        </p>
      )}
      <TextField name="username" label={text('username')} autoComplete="username" error={errors.username} autoFocus />
      <TextField
        name="password"
        label={text('password')}
        type="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <Button type="primary" size="large" block htmlType="submit" loading={busy} disabled={busy}>
        {busy ? text('loggingIn') : text('logIn')}
      </Button>
    </form>
  )
}

function faultsOf(issues: readonly { path: PropertyKey[]; message: string }[]): Errors {
  const faults: Record<string, string> = {}
  for (const { path, message } of issues) faults[String(path[0])] ??= message
  return faults
}

/** The server's own words; its silence and a call that never arrived have their own sentences. */
function reasonOf(error: unknown): string {
  const isRefusal = error instanceof ApiError && error.refused
  return messageOf(error, isRefusal ? authTexts.loginFailed : authTexts.loginError)
}
