import type { Role } from '@cascade/contracts'
import { createQueryClient, PageRouter } from '@cascade/web-kit'
import { fakeBackend, signInAs } from '@cascade/web-kit/testing'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfigProvider } from 'antd'
import { createMemoryRouter, type RouteObject } from 'react-router-dom'
import { preloadOverlays } from '../overlays/overlays'
import { RemoteBoundary } from '../remote/remote-boundary'
import { UiProvider } from '../theme/ui-provider'

/** antd's style sheets took a third of the time of a page test; e2e tests check the looks. */
const withoutStyleSheets = { zeroRuntime: true }

/**
 * Renders routes with the shell's providers and a data router that starts at `url`. Await it: React drops suspended
 * content (every lazy page) in an `act` that is not awaited.
 */
export async function renderApp(routes: RouteObject[], url = '/') {
  await preloadOverlays()
  const router = createMemoryRouter(routes, { initialEntries: [url] })
  const queryClient = createQueryClient()
  const page = (
    <ConfigProvider theme={withoutStyleSheets}>
      <QueryClientProvider client={queryClient}>
        <UiProvider>
          <RemoteBoundary>
            <PageRouter router={router} />
          </RemoteBoundary>
        </UiProvider>
      </QueryClientProvider>
    </ConfigProvider>
  )
  const view = await act(async () => render(page))
  return { ...view, router, queryClient, user: userEvent.setup() }
}

/** Renders the routes of a remote below `/{role}`; `url` is absolute, e.g. `/admin/player/create`. */
export function renderRemote(routes: RouteObject[], url: string) {
  return renderApp(
    [
      { path: '/:role', children: routes },
      { path: '*', element: <p>outside of the remote</p> },
    ],
    url,
  )
}

/** Opens a page of a remote with these responses of the server, signed in with the role that its address begins with. */
export async function openRemote(routes: RouteObject[], url: string, ...responses: Parameters<typeof fakeBackend>) {
  signInAs({ role: url.split('/')[1] as Role })
  const backend = fakeBackend(...responses)
  return { backend, ...(await renderRemote(routes, url)) }
}
