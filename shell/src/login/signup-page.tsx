import { usePageTitle } from '@cascade/ui-kit'
import { Link } from 'react-router-dom'
import { shellTexts } from '../texts'
import { useShellScreen } from '../vitals/screen-log'
import { AuthFrame } from './auth-frame'
import { TextField } from './text-field'

/** By specification, this form does nothing. */
export default function SignupPage() {
  const text = shellTexts.useText()
  usePageTitle([text('loginTitle')])
  useShellScreen('signup')
  return (
    <AuthFrame text={text}>
      <form className="shell-auth-form" onSubmit={event => event.preventDefault()} aria-label={text('signUp')}>
        <h1>{text('signUp')}</h1>
        <TextField text={text} name="username" label={text('username')} autoComplete="username" />
        <TextField text={text} name="password" label={text('password')} type="password" autoComplete="new-password" />
        <button type="submit" className="shell-auth-submit">
          {text('signUp')}
        </button>
        <Link to="/auth/login">{text('haveAccount')}</Link>
      </form>
    </AuthFrame>
  )
}
