import { ErrorState } from '@cascade/ui-kit'
import { useRouteError } from 'react-router-dom'

/** The last net: a fault in the shell's own pages. */
export function RouteErrorPage() {
  const error = useRouteError()
  return <ErrorState error={error} onRetry={() => window.location.reload()} />
}
