import { announcementExample, type CurrentAnnouncement, noticeApi } from '@cascade/contracts/accounts'
import { renderApp } from '@cascade/ui-kit/testing'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Announcements } from './announcements'

const { roles: _roles, ...example } = announcementExample
const info: CurrentAnnouncement = { ...example, _id: 'id-info', text: 'Draws pause', by: 'admin1' }
const warning: CurrentAnnouncement = { ...info, _id: 'id-warning', text: 'Pay today', level: 'warning' }
const answer = { success: true, data: [], total: 0, unread: 0, announcements: [warning, info] }

function open() {
  fakeBackend(on(noticeApi.list, () => answer))
  return renderApp([{ path: '*', element: <Announcements /> }])
}

describe('announcements', () => {
  it('are shown with their author, and only those without a warning are closed for the session', async () => {
    signInAs({ role: 'master' })
    const { user, unmount } = await open()
    expect((await screen.findByText(/Draws pause/)).textContent).toContain('admin1: Draws pause')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(/Draws pause/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    unmount()
    await open()
    expect(await screen.findByText(/Pay today/)).toBeTruthy()
    expect(screen.queryByText(/Draws pause/)).toBeNull()
  })
})
