import {
  announcementExample,
  type CurrentAnnouncement,
  type Maintenance,
  maintenanceExample,
  noticeApi,
} from '@cascade/contracts/accounts'
import { renderApp } from '@cascade/ui-kit/testing'
import { serverNow } from '@cascade/web-kit'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Strips } from './strips'

const { roles: _roles, ...example } = announcementExample
const info: CurrentAnnouncement = { ...example, _id: 'id-info', text: 'Draws pause', by: 'admin1' }
const warning: CurrentAnnouncement = { ...info, _id: 'id-warning', text: 'Pay today', level: 'warning' }

type Answer = { announcements?: CurrentAnnouncement[]; maintenance?: Maintenance | null }

async function open({ announcements = [], maintenance = null }: Answer) {
  signInAs({ role: 'master' })
  const answer = { success: true, data: [], total: 0, unread: 0, announcements, maintenance }
  const backend = fakeBackend(on(noticeApi.list, () => answer))
  const page = await renderApp([{ path: '*', element: <Strips /> }])
  await waitFor(() => expect(backend.callsOf(noticeApi.list)).toHaveLength(1))
  return page
}

describe('announcements', () => {
  it('are shown with their author, and only those without a warning are closed for the session', async () => {
    const announcements = [warning, info]
    const { user, unmount } = await open({ announcements })
    expect((await screen.findByText(/Draws pause/)).textContent).toContain('admin1: Draws pause')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(/Draws pause/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    unmount()
    await open({ announcements })
    expect(await screen.findByText(/Pay today/)).toBeTruthy()
    expect(screen.queryByText(/Draws pause/)).toBeNull()
  })
})

describe('the strip of a maintenance', () => {
  const inMinutes = (minutes: number) => new Date(serverNow() + minutes * 60_000).toISOString()
  const openFor = (from: number, to: number) =>
    open({ maintenance: { ...maintenanceExample, from: inMinutes(from), to: inMinutes(to) } })

  it('names start, end and message from an hour before', async () => {
    await openFor(50, 90)
    const strip = await screen.findByText(/New servers/)
    expect(strip.textContent).toMatch(/Maintenance from .* to .*New servers/)
  })

  it('says until when during it', async () => {
    await openFor(-5, 90)
    const strip = await screen.findByText(/New servers/)
    expect(strip.textContent).toMatch(/Maintenance until .*New servers/)
  })

  it.each([
    ['more than an hour before', 70, 90],
    ['after its end', -90, -1],
  ])('is not shown %s', async (_when, from, to) => {
    await openFor(from, to)
    await expect(screen.findByText(/New servers/, {}, { timeout: 200 })).rejects.toThrow()
  })
})
