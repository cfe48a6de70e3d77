import { useActor } from '@cascade/web-kit'
import { type ComponentType, createContext, use } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'

type LoadPage = () => Promise<{ default: ComponentType }>

/**
 * Creates the routes of a remote from its `paths`: each page is a lazily loaded chunk.
 * @example
 * pageRoutes({ 'players/list': () => import('./players/player-list-page') })
 */
export function pageRoutes(pages: Readonly<Record<string, LoadPage>>): RouteObject[] {
  return Object.entries(pages).map(([path, load]) => {
    const Page = lazyWithRetry(load)
    return { path, element: <Page /> }
  })
}

/**
 * `React.lazy` with retry: React caches a rejected import forever. Render it inside a Suspense and a RemoteBoundary, as
 * the shell does for every remote.
 */
export function lazyWithRetry<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const loadPage = loadOncePerAttempt(load)
  return function LazyPage(props: P) {
    const { default: Page } = useLoaded(loadPage)
    return <Page {...props} />
  }
}

/** Attempt of the surrounding boundary; a change reloads what failed to load. */
export const AttemptContext = createContext(0)

/** Distinguishes load failures from render errors, which would occur again. */
const loadFailures = new WeakSet<object>()
export const isLoadFailure = (error: unknown) => error instanceof Error && loadFailures.has(error)

type LoadAttempt<T> = { promise: Promise<T>; attempt: number; failed: boolean }

/**
 * Loads once and caches the promise, as `use` requires; a failed load is repeated only in a new attempt, else React
 * would restart it forever.
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

/** The loaded value; suspends, and throws load failures to the nearest RemoteBoundary. */
export function useLoaded<T>(load: (attempt: number) => Promise<T>): T {
  const loading = load(use(AttemptContext))
  loading.catch((error: unknown) => {
    if (error instanceof Error) loadFailures.add(error)
  })
  return use(loading)
}

/** Redirects unknown addresses of the user's area to the dashboard. A missing object keeps its page. */
export function UnknownAddress() {
  const { role } = useActor()
  return <Navigate to={`/${role}/dashboard`} replace />
}
