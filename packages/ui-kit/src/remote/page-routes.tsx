import { useActor } from '@cascade/web-kit'
import { type ComponentType, createContext, use } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'

type LoadPage = () => Promise<{ default: ComponentType }>

/** Routes of a remote from its `paths`: each page is a chunk of its own, loaded when it is first shown. */
export function pageRoutes(pages: Readonly<Record<string, LoadPage>>): RouteObject[] {
  return Object.entries(pages).map(([path, load]) => {
    const Page = lazyWithRetry(load)
    return { path, element: <Page /> }
  })
}

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

/** The present attempt of the boundary around: what failed to load is loaded again when it changes. */
export const AttemptContext = createContext(0)

/** What failed to load, in contrast to what broke while it was drawn: that would break again. */
const loadFailures = new WeakSet<object>()
export const isLoadFailure = (error: unknown) => error instanceof Error && loadFailures.has(error)

type LoadAttempt<T> = { promise: Promise<T>; attempt: number; failed: boolean }

/**
 * Loads once and keeps the promise, as `use` needs it; a failed one is repeated with another attempt only, else React
 * would start it again and again.
 */
export function loadOncePerAttempt<T>(load: (attempt: number) => Promise<T>): (attempt: number) => Promise<T> {
  let cached: LoadAttempt<T> | undefined
  return attempt => {
    if (cached && !(cached.failed && cached.attempt !== attempt)) return cached.promise
    const started: LoadAttempt<T> = { promise: load(attempt), attempt, failed: false }
    started.promise.catch(() => {
      started.failed = true
    })
    cached = started
    return started.promise
  }
}

/** The loaded value; suspends, and throws to the nearest RemoteBoundary when loading failed. */
export function useLoaded<T>(load: (attempt: number) => Promise<T>): T {
  const loading = load(use(AttemptContext))
  loading.catch((error: unknown) => {
    if (error instanceof Error) loadFailures.add(error)
  })
  return use(loading)
}

/** An address of the own area that shows nothing leads to the dashboard. An object that is missing keeps its page. */
export function UnknownAddress() {
  const { role } = useActor()
  return <Navigate to={`/${role}/dashboard`} replace />
}
