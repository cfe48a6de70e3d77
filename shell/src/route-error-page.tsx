import { ErrorState } from '@cascade/ui-kit'
import { loadEventually } from '@cascade/web-kit'
import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router-dom'
import { PublicFrame } from './layout/public-frame'
import { readRemotes } from './remotes/remotes-query'
import { shellTexts } from './texts'

/** Replaces the whole page. Says when the browser is offline, and reloads once it is online again. */
export function RouteErrorPage() {
  const text = shellTexts.useText()
  const error = useRouteError()
  const [isOffline, setIsOffline] = useState(false)
  useEffect(() => {
    let hasLeft = false
    readRemotes().catch(async () => {
      setIsOffline(true)
      await loadEventually(readRemotes)
      if (!hasLeft) window.location.reload()
    })
    return () => {
      hasLeft = true
    }
  }, [])
  const offline = isOffline && { title: text('offline'), note: text('reloadsWhenOnline') }
  return (
    <PublicFrame>
      <ErrorState error={error} {...offline} onRetry={() => window.location.reload()} />
    </PublicFrame>
  )
}
