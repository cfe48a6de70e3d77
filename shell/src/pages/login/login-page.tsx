import { isBackOfficeRole } from '@cascade/contracts'
import { PageSpinner, successRead, usePageTitle, useToasts } from '@cascade/ui-kit'
import { restoreSession, storedSession, useIsCurrentPage, useSession } from '@cascade/web-kit'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { homeOf } from '../../session/return-path'
import { shellTexts } from '../../texts'
import { AuthFrame } from './auth-frame'
import { logIn } from './log-in'
import { LoginForm } from './login-form'
import { NoAreaNotice } from './no-area-notice'
import { SessionEnded } from './session-ended'

/** `/` and `/auth/login`. Who is signed in already goes on; a role without an area is told so. */
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
        onLoggedIn={async ({ user: loggedIn, message }) => {
          toasts.success(message)
          await successRead()
          if (isCurrent()) await navigate(homeOf(loggedIn.role, search.get('next')), { replace: true })
        }}
        onSigningIn={setSigningIn}
        reason={<SessionEnded />}
      />
    </AuthFrame>
  )
}
