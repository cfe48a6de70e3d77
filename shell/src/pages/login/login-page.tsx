import { isBackOfficeRole } from '@cascade/contracts'
import { PageSpinner } from '@cascade/ui-kit'
import { restoreSession, storedSession, useSession } from '@cascade/web-kit'
import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { homeOf } from '../../session/return-path'
import { AuthFrame } from './auth-frame'
import { LoginForm } from './login-form'
import { NoAreaNotice } from './no-area-notice'
import { SessionEnded } from './session-ended'

/** `/` and `/auth/login`. Who is signed in already goes on; a role without an area is told so. */
export function LoginPage() {
  const { status, user } = useSession()
  const [search] = useSearchParams()
  const [hasToken] = useState(() => storedSession().token !== null)
  const [signingIn, setSigningIn] = useState(false)
  const restoring = hasToken && status === 'unknown'
  useEffect(() => {
    if (restoring) void restoreSession()
  }, [restoring])

  if (restoring) return <PageSpinner whole />
  if (user && !signingIn) {
    if (isBackOfficeRole(user.role)) return <Navigate to={homeOf(user.role, search.get('next'))} replace />
    return (
      <AuthFrame>
        <NoAreaNotice username={user.username} />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame>
      <LoginForm onSigningIn={setSigningIn} reason={<SessionEnded />} />
    </AuthFrame>
  )
}
