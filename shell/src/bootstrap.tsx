import { createQueryClient, watchSession, watchTabs } from '@cascade/web-kit'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { App } from './app'
import { federatedRemotes } from './remotes/federation'
import { shellRoutes } from './routes'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

watchSession()
const queryClient = createQueryClient()
watchTabs(queryClient)
const router = createBrowserRouter(shellRoutes(federatedRemotes))
createRoot(root).render(<App router={router} queryClient={queryClient} />)
