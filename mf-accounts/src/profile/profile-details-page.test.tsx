import { exampleOf } from '@cascade/contracts'
import { accountApi, cashApi, geoApi, noticeApi, sessionApi } from '@cascade/contracts/accounts'
import { fakeBackend, on, rejection } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const session = (_id: string, current: boolean) => ({
  _id,
  userId: 'master-0',
  username: 'master0',
  role: 'master',
  ipAddress: '10.0.0.7',
  userAgent: 'Mozilla/5.0',
  device: 'Chrome on Linux',
  startedAt: '2026-01-05T10:00:00.000Z',
  lastActiveAt: '2026-01-05T10:20:00.000Z',
  expiresAt: '2026-01-05T10:30:00.000Z',
  current,
})

const ownNotices = on(noticeApi.settings, exampleOf(noticeApi.settings).response)
const ownCash = on(cashApi.list, exampleOf(cashApi.list).response)

async function openProfile(path = 'profile', reply: unknown = { success: true }) {
  const own = makeAccount({ role: 'master', _id: 'master-0', username: 'master0' })
  const backend = fakeBackend(
    on(sessionApi.fetchUserById, answer(own)),
    on(sessionApi.sessions, { ...answer([session('s1', true), session('s2', false)]), total: 2 }),
    ownCash,
    ownNotices,
    on(sessionApi.endSession, { success: true }),
    on(sessionApi.changePassword, reply),
    on(geoApi.countries, answer([])),
    on(geoApi.states, answer([])),
    on(geoApi.cities, answer([])),
    on(accountApi.master.update, answer(own)),
  )
  const page = await open('master', path)
  return { backend, ...page }
}

async function fill(user: UserEvent, ...values: string[]) {
  const labels = ['Old Password', 'New Password', 'Confirm Password']
  for (const [index, value] of values.entries()) {
    if (value) await user.type(await screen.findByLabelText(labels[index] ?? ''), value)
  }
}
const change = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: /Change Password$/ }))

describe('the password form', () => {
  it('names the account for password managers', async () => {
    await openProfile()
    const form = await screen.findByRole('form', { name: 'Change Password' })
    expect(form.querySelector<HTMLInputElement>('[autocomplete="username"]')?.value).toBe('master0')
  })

  it('requires every field', async () => {
    const { user, backend } = await openProfile()
    await fill(user, 'old-secret', 'new-secret')
    await change(user)
    expect(await screen.findByText('Please fill all fields.')).toBeTruthy()
    expect(backend.callsOf(sessionApi.changePassword)).toHaveLength(0)
  })

  it('requires matching new passwords', async () => {
    const { user } = await openProfile()
    await fill(user, 'old-secret', 'new-secret', 'other-secret')
    await change(user)
    expect(await screen.findByText('New and confirm password do not match.')).toBeTruthy()
  })

  it("sends the user's own id and clears its fields", async () => {
    const { user, backend } = await openProfile()
    await fill(user, 'old-secret', 'new-secret', 'new-secret')
    await change(user)
    expect(await screen.findByText('Password changed successfully!')).toBeTruthy()
    expect(backend.callsOf(sessionApi.changePassword)[0]?.body).toEqual({
      userId: 'master-0',
      opass: 'old-secret',
      npass: 'new-secret',
      cpass: 'new-secret',
    })
    expect(screen.getByLabelText<HTMLInputElement>('Old Password').value).toBe('')
  })

  it("shows the server's message after a rejection", async () => {
    const { user } = await openProfile('profile', rejection(400, 'VALIDATION', 'Invalid password'))
    await fill(user, 'old-secret', 'new-secret', 'new-secret')
    await change(user)
    expect(await screen.findByText('Invalid password')).toBeTruthy()
  })

  it('is cleared by Cancel', async () => {
    const { user } = await openProfile()
    await fill(user, 'old-secret')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByLabelText<HTMLInputElement>('Old Password').value).toBe('')
  })
})

describe('the profile of an admin', () => {
  it('shows the credit line and its use', async () => {
    const own = makeAccount({ role: 'admin', _id: 'admin-0', creditLine: 1_000, creditUsed: 812.5 })
    const sessions = on(sessionApi.sessions, { ...answer([]), total: 0 })
    fakeBackend(on(sessionApi.fetchUserById, answer(own)), sessions, ownCash, ownNotices)
    await open('admin', 'profile')
    expect(await screen.findByText('1,000.00')).toBeTruthy()
    expect(screen.getByText('812.50')).toBeTruthy()
  })
})

describe('the profile', () => {
  it('lists open sessions and can end another one', async () => {
    const { user, backend } = await openProfile()
    expect(await screen.findByText('This session')).toBeTruthy()
    expect(screen.getAllByText('Chrome on Linux')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: /End session$/ }))
    await waitFor(() =>
      expect(backend.callsOf(sessionApi.endSession)[0]?.params).toEqual({ userId: 'master-0', sessionId: 's2' }),
    )
  })

  it('sends only changed fields', async () => {
    const { user, backend } = await openProfile('profile/edit')
    const address = await screen.findByLabelText('Address')
    expect(screen.queryByLabelText('Commission')).toBeNull()
    await user.clear(address)
    await user.type(address, '2 Short Road')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await waitFor(() =>
      expect(backend.callsOf(accountApi.master.update)[0]).toMatchObject({
        params: { id: 'master-0' },
        body: { address: '2 Short Road' },
      }),
    )
  })
})
