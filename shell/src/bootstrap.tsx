import './no-eval'
import { createQueryClient, watchSession, watchTabs } from '@cascade/web-kit'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { App } from './app'
import { federatedRemotes } from './remotes/federation'
import { shellRoutes } from './routes'

/** Starts the product in the page. */
export function start(place: HTMLElement): void {
  watchSession()
  const queryClient = createQueryClient()
  watchTabs(queryClient)
  const router = createBrowserRouter(shellRoutes(federatedRemotes))
  createRoot(place).render(<App router={router} queryClient={queryClient} />)
}
