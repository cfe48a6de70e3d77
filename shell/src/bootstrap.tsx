import { createQueryClient, watchSession, watchTabs } from '@cascade/web-kit'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { App } from './app'
import { installApp } from './pwa/install-app'
import { federatedRemotes } from './remotes/federation'
import { shellRoutes } from './routes'

/** Well after the first page; the browser buffers its measurements until then. */
const deferredStartMs = 5_000
const startVitals = () => import('./vitals/report-vitals').then(vitals => vitals.reportVitals()).catch(() => undefined)

export function start(root: HTMLElement): void {
  watchSession()
  const queryClient = createQueryClient()
  watchTabs(queryClient)
  const router = createBrowserRouter(shellRoutes(federatedRemotes))
  setTimeout(() => {
    void startVitals()
    installApp()
  }, deferredStartMs)
  // A transition, so that input stays responsive.
  startTransition(() => createRoot(root).render(<App router={router} queryClient={queryClient} />))
}
