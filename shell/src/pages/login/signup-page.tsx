import { Button } from '@cascade/ui-kit'
import { Link } from 'react-router-dom'
import { shellTexts } from '../../texts'
import { AuthFrame } from './auth-frame'
import { TextField } from './text-field'

/** The form that the specification asks for: it does nothing. */
export default function SignupPage() {
  const text = shellTexts.useText()
  return (
    <AuthFrame>
      <form className="shell-auth-form" onSubmit={event => event.preventDefault()} aria-label={text('signUp')}>
        <h1>{text('signUp')}</h1>
        <TextField name="username" label={text('username')} autoComplete="username" />
        <TextField name="password" label={text('password')} type="password" autoComplete="new-password" />
        <Button type="primary" size="large" block htmlType="submit">
          {text('signUp')}
        </Button>
        <Link to="/auth/login">{text('haveAccount')}</Link>
      </form>
    </AuthFrame>
  )
}
