import { ErrorState } from '@cascade/ui-kit'
import { useRouteError } from 'react-router-dom'
import { PublicFrame } from './layout/public-frame'

export function RouteErrorPage() {
  const error = useRouteError()
  return (
    <PublicFrame>
      <ErrorState error={error} onRetry={() => window.location.reload()} />
    </PublicFrame>
  )
}
