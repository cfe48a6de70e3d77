import { type Notice, noticeApi, noticeExample } from '@cascade/contracts/accounts'
import { renderApp } from '@cascade/ui-kit/testing'
import { fakeBackend, on, type RecordedCall, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Bell } from './bell'

const approval: Notice = {
  ...noticeExample,
  _id: 'id-approval',
  kind: 'approval-requested',
  data: { approvalId: 'a1', operation: 'credit.issue', by: 'root' },
}

async function openBell(...notices: Notice[]) {
  signInAs({ role: 'admin' })
  const rows = new Map(notices.map(notice => [notice._id, notice]))
  const markRead = (id: string) => {
    const notice = rows.get(id)
    if (notice) rows.set(id, { ...notice, read: true })
    return { success: true }
  }
  const backend = fakeBackend(
    on(noticeApi.list, () => {
      const data = [...rows.values()]
      return { success: true, data, total: data.length, unread: data.filter(({ read }) => !read).length }
    }),
    on(noticeApi.change, ({ params }: RecordedCall) => markRead((params as { id: string }).id)),
    on(noticeApi.readAll, () => {
      for (const id of rows.keys()) markRead(id)
      return { success: true }
    }),
  )
  const page = await renderApp([{ path: '*', element: <Bell /> }])
  return { backend, rows, ...page }
}

describe('the bell', () => {
  it('counts unread notices, and marks one as read when it opens its page', async () => {
    const { user, router, backend } = await openBell(noticeExample, approval)
    await user.click(await screen.findByRole('button', { name: 'Notices, 2 unread' }))
    expect(await screen.findByText(/Sign-in from a new device: Firefox on Windows, 203\.0\.113\.7/)).toBeTruthy()
    await user.click(screen.getByText(/root waits for a second person: Issue of points/))
    await screen.findByRole('button', { name: 'Notices, 1 unread' })
    expect(router.state.location.pathname).toBe('/admin/approvals')
    expect(backend.callsOf(noticeApi.change)[0]).toMatchObject({ params: { id: 'id-approval' }, body: { read: true } })
  })

  it('marks all notices as read', async () => {
    const { user } = await openBell(noticeExample, approval)
    await user.click(await screen.findByRole('button', { name: 'Notices, 2 unread' }))
    await user.click(await screen.findByText('Mark all as read'))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Notices' })).toBeTruthy())
  })

  it('leads from a closed week and a payment to the current account, and from a limit to its account', async () => {
    const week = { from: '2026-01-05', to: '2026-01-11', by: 'root' }
    const account = { accountId: 'p1', username: 'player1', role: 'player' as const }
    const { user, router } = await openBell(
      { ...noticeExample, _id: '1', kind: 'period-closed', data: week },
      { ...noticeExample, _id: '2', kind: 'commission-paid', data: { ...week, amount: 1250.5, as: 'points' } },
      { ...noticeExample, _id: '3', kind: 'limit-reached', data: { ...account, limit: 'lossDayMax' } },
    )
    for (const [words, path] of [
      [/root closed your settlement period 2026-01-05 – 2026-01-11/, /^\/admin\/cash\/[^/]+$/],
      [/root paid your commission of 2026-01-05 – 2026-01-11: 1,250\.50 points/, /^\/admin\/cash\/[^/]+$/],
      [/player1 has reached its limit of losses today/, /^\/admin\/player\/players\/details\/p1$/],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: /^Notices/ }))
      await user.click(await screen.findByText(words))
      expect(router.state.location.pathname).toMatch(path)
      await router.navigate('/admin/dashboard')
    }
  })

  it('says how a request ended', async () => {
    const decided = (id: string, state: string, by: string): Notice => ({
      ...noticeExample,
      _id: id,
      kind: 'approval-decided',
      data: { approvalId: id, operation: 'policy', state, by },
    })
    const { user, rows } = await openBell(approval)
    await screen.findByRole('button', { name: 'Notices, 1 unread' })
    rows.clear()
    for (const notice of [decided('1', 'expired', ''), decided('2', 'approved', 'root')]) rows.set(notice._id, notice)
    await user.click(screen.getByRole('button', { name: 'Notices, 1 unread' }))
    expect(await screen.findByText(/Security policy: expired without a decision/)).toBeTruthy()
    expect(screen.getByText(/Security policy: approved by root/)).toBeTruthy()
    expect(screen.queryByText(/waits for a second person/)).toBeNull()
  })
})
