import { type AccountChangeRow, accountApi, accountHistoryApi } from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall } from '@cascade/web-kit/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { detailsResponses } from '../testing/details'
import { answer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const by = { accountId: 'admin-0', username: 'admin0', role: 'admin' }
const lines: AccountChangeRow[] = Array.from({ length: 12 }, (_, at) => ({
  _id: `p1|${12 - at}`,
  kind: at === 11 ? 'created' : 'changed',
  at: '2026-01-05T10:00:00.000Z',
  by,
  fields:
    at === 0
      ? [
          { field: 'userStatus', before: true, after: false },
          { field: 'pin', before: null, after: null },
        ]
      : [],
}))

describe('the history card', () => {
  it('shows who created and changed an account, with old and new values, page by page', async () => {
    const backend = fakeBackend(
      on(accountApi.player.read, answer(makeAccount({ _id: 'p1' }))),
      on(accountHistoryApi.list, ({ query }: RecordedCall) => {
        const from = (Number(query.page) - 1) * Number(query.size)
        return { success: true, data: lines.slice(from, from + Number(query.size)), total: lines.length }
      }),
      ...detailsResponses,
    )
    const { user } = await open('admin', 'player/players/details/p1')
    const card = within((await screen.findByRole('heading', { name: 'History' })).closest('section')!)
    expect(await card.findByText('Status: Active → Deactive')).toBeTruthy()
    expect(card.getByText('PIN: changed')).toBeTruthy()
    expect(card.queryByText('Created by admin0')).toBeNull()
    await user.click(card.getByRole('button', { name: 'Older' }))
    expect(await card.findByText('Created by admin0')).toBeTruthy()
    expect(backend.callsOf(accountHistoryApi.list).map(({ query }) => query.page)).toEqual(['1', '2'])
  })
})
