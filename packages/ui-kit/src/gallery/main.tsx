import { createApiClient, createQueryClient, PageRouter, setApiClient, useSession } from '@cascade/web-kit'
import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { chooseScheme, UiProvider } from '../index'
import { Gallery } from './gallery'

// There is nobody to ask: what a list wants to know besides its rows is empty.
setApiClient(createApiClient({ fetch: () => Response.json({ success: true, data: [] }) }))
const user = { _id: 'gallery', username: 'admin1', role: 'admin', roles: ['admin'], walletBalance: 0 } as const
useSession.setState({ status: 'signed-in', user: { ...user, roles: [...user.roles] } })

const scheme = new URLSearchParams(location.search).get('scheme')
chooseScheme(scheme === 'dark' ? 'dark' : 'light')

const router = createBrowserRouter([{ path: '*', element: <Gallery /> }])
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <QueryClientProvider client={createQueryClient()}>
    <UiProvider>
      {/* Pictures are taken of it: nothing may be half way in. */}
      <ConfigProvider theme={{ token: { motion: false } }}>
        <PageRouter router={router} />
      </ConfigProvider>
    </UiProvider>
  </QueryClientProvider>,
)
