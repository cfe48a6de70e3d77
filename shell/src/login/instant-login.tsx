import { useState } from 'react'
import { AuthFrame } from './auth-frame'
import { LoginForm } from './login-form'
import { type LoginText, loginTexts } from './login-texts'

/** Equals the success message time of the rest of the product. */
const successMessageMs = 1_000
const text: LoginText = key => loginTexts[key]

/** The login page before the rest of the product is loaded; the code to submit it loads while the user types. */
export function InstantLogin({ onLoggedIn }: { onLoggedIn: () => void }) {
  const [message, setMessage] = useState<string>()
  return (
    <AuthFrame text={text}>
      <LoginForm
        text={text}
        logIn={async typed => (await import('./log-in')).logIn(typed)}
        logInWithPasskey={async () => (await import('./log-in')).logInWithPasskey()}
        onLoggedIn={async outcome => {
          setMessage(outcome.message)
          await new Promise(resolve => setTimeout(resolve, successMessageMs))
          onLoggedIn()
        }}
        reason={
          message && (
            <p className="shell-auth-done" role="status">
              {message}
            </p>
          )
        }
      />
    </AuthFrame>
  )
}
