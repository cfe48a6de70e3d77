import { preloadOverlays } from '@cascade/ui-kit'
import { createQueryClient, loadEventually, watchSession, watchTabs } from '@cascade/web-kit'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { App } from './app'
import { isFastConnection } from './fast-connection'
import { installApp } from './pwa/install-app'
import { federatedRemotes } from './remotes/federation'
import { shellRoutes } from './routes'

/** Well after the first page; the browser buffers its measurements until then. */
const deferredStartMs = 5_000
const startVitals = async () => (await loadEventually(() => import('./vitals/report-vitals'))).reportVitals()

/** Prefetches the code of dialogs, forms and the dashboard. */
const prefetchNext = () =>
  Promise.all([preloadOverlays(), import('@cascade/ui-kit/forms'), import('./dashboard/dashboard-page')])

export function start(root: HTMLElement): void {
  watchSession()
  const queryClient = createQueryClient()
  watchTabs(queryClient)
  const router = createBrowserRouter(shellRoutes(federatedRemotes))
  setTimeout(() => {
    void startVitals()
    installApp()
    if (isFastConnection()) void loadEventually(prefetchNext)
  }, deferredStartMs)
  // A transition, so that input stays responsive.
  startTransition(() => createRoot(root).render(<App router={router} queryClient={queryClient} />))
}
