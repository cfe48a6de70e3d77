import { announcementApi, userApi } from '@cascade/contracts/accounts'
import { type RegisteredRemote, useChange } from '@cascade/web-kit'
import { fakeBackend, makePerson, makeUser, on, rejection, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dashboardAnswers, memoizeLoad, openShell } from '../testing/open-shell'

afterEach(() => vi.unstubAllGlobals())

const remote: RegisteredRemote = {
  ...{ id: 'accounts', title: 'Accounts', version: '1', entry: '/mf/accounts/mf-manifest.json' },
  bases: [
    { path: 'tree', permission: 'tree.read', roles: ['admin'], label: 'Tree', order: 1 },
    { path: 'announcements', permission: 'announcements.manage', roles: ['admin'], label: 'Announcements', order: 2 },
  ],
}

function Announcements() {
  const remove = useChange(announcementApi.remove, { refresh: [] })
  return (
    <>
      <input aria-label="Text" />
      <button type="button" onClick={() => remove.mutate({ params: { id: 'a1' } })}>
        Remove
      </button>
    </>
  )
}

const routes = [
  { path: 'tree', element: <p>the tree</p> },
  { path: 'announcements', element: <Announcements /> },
]

describe('a person whose rights end', () => {
  it('keeps the open page and its input, and loses its menu entry with the first rejection', async () => {
    let rights = makePerson('manager')
    const user = makeUser({ person: rights })
    signInAs(user)
    fakeBackend(
      ...dashboardAnswers(user).filter(({ endpoint }) => endpoint !== userApi.read),
      on(userApi.read, () => ({ success: true, data: user, user: { ...user, person: rights } })),
      on(announcementApi.remove, rejection(403, 'FORBIDDEN', 'You are not allowed.')),
    )
    const document = () => Response.json({ remotes: [remote] })
    const load = memoizeLoad(async id => ({ id, routes }))
    const view = await openShell('/admin/announcements', { document, load })
    await view.user.type(await screen.findByRole('textbox', { name: 'Text' }), 'Closed on Sunday')
    expect(screen.getByRole('link', { name: 'Announcements' })).toBeTruthy()

    rights = makePerson('cashier')
    await view.user.click(screen.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Announcements' })).toBeNull())
    expect(screen.getByDisplayValue('Closed on Sunday')).toBeTruthy()

    await view.user.click(screen.getByRole('link', { name: 'Tree' }))
    expect(await screen.findByText('the tree')).toBeTruthy()
    await view.router.navigate('/admin/announcements')
    await waitFor(() => expect(view.router.state.location.pathname).toBe('/admin/dashboard'))
  })
})
