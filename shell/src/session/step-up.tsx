import { lazyWithRetry, OverlayBoundary } from '@cascade/ui-kit'
import { useSession, useStepUp } from '@cascade/web-kit'
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'

const StepUpDialog = lazyWithRetry(async () => ({ default: (await import('./step-up-dialog')).StepUpDialog }))

/** Offers the dialog that proves the session again to all calls of the page. */
export function StepUp() {
  const answer = useStepUp(state => state.answer)
  useEffect(() => {
    useStepUp.setState({ isOffered: true })
    return () => useStepUp.setState({ isOffered: false })
  }, [])
  return (
    answer && (
      <OverlayBoundary close={() => answer(false)}>
        <StepUpDialog onAnswer={answer} />
      </OverlayBoundary>
    )
  )
}

/** Leads a user whose role needs a second factor to the page that adds one: nothing else works. */
export function EnrolmentGuard({ role }: { role: string }) {
  const mustEnrol = useSession(state => state.mustEnrol)
  const { pathname } = useLocation()
  const path = `/${role}/profile/security`
  return mustEnrol && pathname !== path ? <Navigate to={path} replace /> : null
}
