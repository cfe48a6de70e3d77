import { type NoticeSetting, noticeApi } from '@cascade/contracts/accounts'
import { renderApp } from '@cascade/ui-kit/testing'
import { useSession } from '@cascade/web-kit'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NoticeSettingsCard } from './notice-settings-card'

async function openCard(answer: { address: string | null; mail: boolean }) {
  signInAs({ role: 'admin' })
  const data: NoticeSetting[] = [{ kind: 'new-device', bell: true, mail: false }]
  const backend = fakeBackend(
    on(noticeApi.settings, { success: true, data, ...answer }),
    on(noticeApi.changeSettings, { success: true }),
  )
  const page = await renderApp([{ path: '/', element: <NoticeSettingsCard /> }])
  return { backend, ...page }
}

const mailBox = () => screen.findByLabelText<HTMLInputElement>('Sign-in from a new device: Mail')

describe('the settings of notices', () => {
  it('save a kind as soon as its box is checked, and name the address of mail', async () => {
    const { user, backend } = await openCard({ address: 'asha@example.com', mail: true })
    expect(await screen.findByText('Mail goes to asha@example.com.')).toBeTruthy()
    await user.click(await mailBox())
    await waitFor(() => expect(backend.callsOf(noticeApi.changeSettings)).toHaveLength(1))
    expect(backend.callsOf(noticeApi.changeSettings)[0]?.body).toEqual({
      settings: [{ kind: 'new-device', bell: true, mail: true }],
    })
  })

  it.each([
    [{ address: null, mail: true }, /add an email address to your profile/],
    [{ address: 'asha@example.com', mail: false }, /has no mail server/],
  ])('offer no mail without an address or a server', async (answer, note) => {
    await openCard(answer)
    expect(await screen.findByText(note)).toBeTruthy()
    expect((await mailBox()).disabled).toBe(true)
  })

  it('are only read in a view as another login', async () => {
    await openCard({ address: 'asha@example.com', mail: true })
    expect((await mailBox()).disabled).toBe(false)
    act(() => useSession.setState({ viewer: { id: 'root-id', username: 'root', role: 'superadmin' } }))
    expect((await mailBox()).disabled).toBe(true)
  })
})
