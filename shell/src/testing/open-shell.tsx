import { exampleOf } from '@cascade/contracts'
import { type AuthUser, ledgerApi, sessionApi, userApi } from '@cascade/contracts/accounts'
import { launchApi } from '@cascade/contracts/gateway'
import { reportsApi } from '@cascade/contracts/reports'
import { renderApp } from '@cascade/ui-kit/testing'
import type { RegisteredRemote, RemoteModule } from '@cascade/web-kit'
import { on } from '@cascade/web-kit/testing'
import { vi } from 'vitest'
import type { RemoteLoader } from '../remotes/remote-loader'
import { shellRoutes } from '../routes'
import { sampleRemotes } from './sample-remotes'

type Options = {
  load?: RemoteLoader['load']
  document?: () => Response
}

const module = (id: string): RemoteModule => ({
  id,
  routes: [
    { path: 'player', element: <h1>players of {id}</h1> },
    { path: 'commissionpayoutReport', element: <h1>commission of {id}</h1> },
  ],
  publicRoutes: [{ path: 'check', element: <h1>check of {id}</h1> }],
})

export async function openShell(url: string, { load, document }: Options = {}) {
  const loader = {
    register: vi.fn<(remotes: readonly RegisteredRemote[]) => void>(),
    load: vi.fn(load ?? memoizeLoad(async (id: string) => module(id))),
    preload: vi.fn<(id: string) => void>(),
  }
  vi.stubGlobal('fetch', async () => document?.() ?? Response.json({ remotes: sampleRemotes }))
  return { ...(await renderApp(shellRoutes(loader), url)), loader }
}

/** One promise per remote and attempt, as `use` requires. */
export function memoizeLoad(load: (id: string, attempt: number) => Promise<RemoteModule>): RemoteLoader['load'] {
  const promises = new Map<string, Promise<RemoteModule>>()
  return (id, attempt) => {
    const key = `${id}-${attempt}`
    const promise = promises.get(key) ?? load(id, attempt)
    promises.set(key, promise)
    return promise
  }
}

export const dashboardAnswers = (user: AuthUser) => [
  on(userApi.read, { success: true, data: user, user: { ...user, walletBalance: 1234.5 } }),
  on(sessionApi.userCount, {
    success: true,
    count: 1240,
    countAdmins: 3,
    countSuperDistributors: 12,
    countDistributors: 48,
    countRetailers: 210,
  }),
  on(ledgerApi.conservation, {
    success: true,
    data: { issued: 100, wallets: 90, pools: 10, difference: 0, checkedAt: '2025-01-01T00:00:00.000Z' },
  }),
  on(reportsApi.transactions, { success: true, data: [], total: 0 }),
  on(launchApi.list, { success: true, data: [] }),
  on(reportsApi.dashboard, exampleOf(reportsApi.dashboard).response),
]
