import { isBackOfficeRole } from '@cascade/contracts'
import { ErrorState, PageSpinner } from '@cascade/ui-kit'
import { networkError, restoreSession, useSession } from '@cascade/web-kit'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { PublicFrame } from '../layout/public-frame'
import { shellTexts } from '../texts'
import { loginPath } from './return-path'

const retryMs = 5_000
const unreachable = networkError(undefined)

export function RoleGuard({ children }: { children: ReactNode }) {
  const text = shellTexts.useText()
  const { role = '' } = useParams()
  const location = useLocation()
  const { status, user } = useSession()
  const isArea = isBackOfficeRole(role)
  // Deferred: the whole layout renders now, and input stays responsive.
  const isResolved = useDeferredValue(status !== 'unknown')
  useEffect(() => {
    if (isArea && status === 'unknown') void restoreSession()
  }, [isArea, status])
  useEffect(() => {
    if (!isArea || status !== 'unreachable') return
    const timer = setInterval(() => void restoreSession(), retryMs)
    return () => clearInterval(timer)
  }, [isArea, status])

  if (!isArea) return <Navigate to="/auth/login" replace />
  if (status === 'unknown' || !isResolved) return <PageSpinner whole />
  if (status === 'unreachable') {
    return (
      <PublicFrame>
        <ErrorState error={unreachable} title={text('sessionFailed')} onRetry={() => void restoreSession()} />
      </PublicFrame>
    )
  }
  if (!user) return <Navigate to={loginPath(location)} replace />
  if (!isBackOfficeRole(user.role)) return <Navigate to="/" replace />
  if (user.role !== role) return <Navigate to={`/${user.role}/dashboard`} replace />
  return children
}
