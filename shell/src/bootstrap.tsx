import { createQueryClient, watchSession, watchTabs } from '@cascade/web-kit'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { App } from './app'
import { installApp } from './pwa/install-app'
import { federatedRemotes } from './remotes/federation'
import { shellRoutes } from './routes'

/** Long after what the first page needs: the browser keeps what it has measured by then. */
const deferredStartMs = 5_000
const startVitals = () => import('./vitals/report-vitals').then(vitals => vitals.reportVitals()).catch(() => undefined)

/** Starts the product in the page. */
export function start(root: HTMLElement): void {
  watchSession()
  const queryClient = createQueryClient()
  watchTabs(queryClient)
  const router = createBrowserRouter(shellRoutes(federatedRemotes))
  setTimeout(() => {
    void startVitals()
    installApp()
  }, deferredStartMs)
  // In small steps: whoever presses something meanwhile is heard.
  startTransition(() => createRoot(root).render(<App router={router} queryClient={queryClient} />))
}
