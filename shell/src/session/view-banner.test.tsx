import { exampleOf } from '@cascade/contracts'
import { noticeApi, peopleApi, viewApi } from '@cascade/contracts/accounts'
import { mayCall, startSession, useSession } from '@cascade/web-kit'
import { fakeBackend, makeUser, on } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { dashboardAnswers, openShell } from '../testing/open-shell'

const viewer = { id: 'root-id', username: 'root', role: 'superadmin' }
const own = makeUser({ role: 'superadmin', username: 'root' })
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const ended = { ...exampleOf(viewApi.end).response, user: own, roles: own.roles, expiresAt: inMs(30 * 60_000) }

async function view(leftMs = 15 * 60_000) {
  const user = makeUser()
  startSession({ token: 'view', user, viewer, expiresAt: inMs(leftMs) })
  const notices = on(noticeApi.list, { success: true, data: [], total: 0, unread: 0, announcements: [] })
  const backend = fakeBackend(on(viewApi.end, ended), notices, ...dashboardAnswers(own))
  return { backend, ...(await openShell('/admin/dashboard')) }
}

describe('the banner of a view', () => {
  it('names the other login on every page, and ends the view', async () => {
    const { user, backend } = await view()
    expect(await screen.findByText('You see what admin1 sees.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'End' }))
    await waitFor(() => expect(useSession.getState()).toMatchObject({ user: { username: 'root' }, viewer: undefined }))
    expect(backend.callsOf(viewApi.end)).toHaveLength(1)
    await waitFor(() => expect(screen.queryByText('You see what admin1 sees.')).toBeNull())
    expect(await screen.findByText('You see your own account again.')).toBeTruthy()
  })

  it('ends the view shortly before its time is over', async () => {
    const { backend } = await view(4_000)
    await waitFor(() => expect(backend.callsOf(viewApi.end)).toHaveLength(1))
    await waitFor(() => expect(useSession.getState().viewer).toBeUndefined())
  })
})

describe('a view', () => {
  it('offers reads and its end only', async () => {
    await view()
    const offered = [peopleApi.list, peopleApi.create, noticeApi.readAll, viewApi.end].filter(endpoint =>
      mayCall(useSession.getState(), endpoint),
    )
    expect(offered).toEqual([peopleApi.list, viewApi.end])
  })
})
