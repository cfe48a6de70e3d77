import { createQueryClient, watchSession, watchTabs } from '@cascade/web-kit'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { App } from './app'
import { installApp } from './pwa/install-app'
import { federatedRemotes } from './remotes/federation'
import { shellRoutes } from './routes'

/** Long after what the first page needs: the browser keeps what it has measured by then. */
const laterAfterMs = 5_000
const tellVitals = () => import('./vitals/tell-vitals').then(vitals => vitals.tellVitals()).catch(() => undefined)

/** Starts the product in the page. */
export function start(place: HTMLElement): void {
  watchSession()
  const queryClient = createQueryClient()
  watchTabs(queryClient)
  const router = createBrowserRouter(shellRoutes(federatedRemotes))
  setTimeout(() => {
    void tellVitals()
    installApp()
  }, laterAfterMs)
  // In small steps: whoever presses something meanwhile is heard.
  startTransition(() => createRoot(place).render(<App router={router} queryClient={queryClient} />))
}
