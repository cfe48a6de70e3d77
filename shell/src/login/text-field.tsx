import './login.css'
import { useId, useState } from 'react'
import type { LoginText } from './login-texts'

type Props = {
  text: LoginText
  name: string
  label: string
  type?: 'text' | 'password'
  autoComplete: string
  error?: string
  autoFocus?: boolean
}

/** Plain input of the login page: antd's would load with every first visit. */
export function TextField({ text, name, label, type = 'text', autoComplete, error, autoFocus }: Props) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const isPassword = type === 'password'
  return (
    <div className="shell-field" data-invalid={error !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <span className="shell-field-box">
        <input
          id={id}
          name={name}
          type={isPassword && !shown ? 'password' : 'text'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the page has this one purpose
          autoFocus={autoFocus}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        {isPassword && (
          <button type="button" onClick={() => setShown(!shown)} aria-pressed={shown}>
            {shown ? text('hidePassword') : text('showPassword')}
          </button>
        )}
      </span>
      {error !== undefined && (
        <span id={`${id}-error`} className="shell-field-error">
          {error}
        </span>
      )}
    </div>
  )
}
