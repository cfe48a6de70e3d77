import { isBackOfficeRole } from '@cascade/contracts'
import { authTexts } from '@cascade/contracts/accounts'
import { Button, formatTime, PageSpinner, usePageTitle, useToasts, waitForSuccessMessage } from '@cascade/ui-kit'
import { messageOf, restoreSession, signOut, storedSession, useIsCurrentPage, useSession } from '@cascade/web-kit'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { homeOf } from '../session/return-path'
import { shellTexts } from '../texts'
import { useShellScreen } from '../vitals/screen-log'
import { AuthFrame } from './auth-frame'
import { logIn, logInWithPasskey } from './log-in'
import { LoginForm } from './login-form'

/** `/` and `/auth/login`. Redirects signed-in users; a role without an area gets a notice. */
export function LoginPage() {
  const text = shellTexts.useText()
  const toasts = useToasts()
  const navigate = useNavigate()
  const isCurrent = useIsCurrentPage()
  const { status, user } = useSession()
  const [search] = useSearchParams()
  const [hasToken] = useState(() => storedSession().token !== null)
  const [signingIn, setSigningIn] = useState(false)
  const restoring = hasToken && status === 'unknown'
  useEffect(() => {
    if (restoring) void restoreSession()
  }, [restoring])
  usePageTitle([text('loginTitle')])
  useShellScreen('login')

  if (restoring) return <PageSpinner whole />
  if (user && !signingIn) {
    if (isBackOfficeRole(user.role)) return <Navigate to={homeOf(user.role, search.get('next'))} replace />
    return (
      <AuthFrame text={text}>
        <NoAreaNotice username={user.username} />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame text={text}>
      <LoginForm
        text={text}
        logIn={logIn}
        logInWithPasskey={logInWithPasskey}
        onLoggedIn={async ({ user: loggedIn, message }) => {
          toasts.success(message)
          await waitForSuccessMessage()
          if (isCurrent()) await navigate(homeOf(loggedIn.role, search.get('next')), { replace: true })
        }}
        onSigningIn={setSigningIn}
        reason={<SessionEnded />}
      />
    </AuthFrame>
  )
}

function NoAreaNotice({ username }: { username: string }) {
  const text = shellTexts.useText()
  const toasts = useToasts()
  const leave = () => signOut().catch((error: unknown) => toasts.error(messageOf(error, authTexts.logoutFailed)))
  return (
    <div className="shell-auth-form">
      <p role="status">{text('noArea', { username })}</p>
      <Button size="large" block onClick={() => void leave()}>
        {text('logOut')}
      </Button>
    </div>
  )
}

function SessionEnded() {
  const text = shellTexts.useText()
  const ended = useSession(state => state.ended)
  if (!ended) return null
  return (
    <p className="shell-auth-reason" role="status">
      {text(`ended_${ended.why}`, { time: formatTime(ended.at), minutes: ended.minutes ?? '' })}
    </p>
  )
}
