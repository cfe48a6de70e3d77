import { useActor } from '@cascade/web-kit'
import { Navigate } from 'react-router-dom'

/** An address of the own area that shows nothing leads to the dashboard. An object that is missing keeps its page. */
export function UnknownAddress() {
  const { role } = useActor()
  return <Navigate to={`/${role}/dashboard`} replace />
}
