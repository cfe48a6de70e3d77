import type { ComponentType } from 'react'
import { loadOncePerAttempt, useLoaded } from './attempt'

/**
 * `React.lazy` that can be tried again: React keeps a rejected import for ever, so that Retry would never help.
 * Render it inside a Suspense and a RemoteBoundary, as the shell does for every remote.
 */
export function lazyWithRetry<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const loadPage = loadOncePerAttempt(load)
  return function LazyPage(props: P) {
    const { default: Page } = useLoaded(loadPage)
    return <Page {...props} />
  }
}
