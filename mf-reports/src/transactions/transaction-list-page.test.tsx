import { reportsApi } from '@cascade/contracts/reports'
import { renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, type RecordedCall, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote'
import { makeTransaction } from '../testing/make-transaction'
import { openPage } from '../testing/open-page'
import { widen } from '../testing/widen'

const url = '/admin/transactionreport'
const transfer = makeTransaction({ _id: 'transfer-1', amount: 1250.5 })
const debit = makeTransaction({ _id: 'transfer-2', amount: -20, status: 'cancelled' })
const rows = on(reportsApi.transactions, { success: true, data: [transfer, debit], total: 2 })
const users = on(reportsApi.findAllUsers, ({ query: { q } }: RecordedCall) => ({
  success: true,
  data: [
    { _id: 'player-9', username: 'player1', role: 'player' },
    { _id: 'player-10', username: 'player10', role: 'player' },
  ].filter(user => q && user.username.startsWith(q)),
}))

describe('the transaction list', () => {
  it('leaves out the message column, which repeats others, on narrow screens', async () => {
    await openPage(url, rows)
    await screen.findByText('transfer-1')
    expect(screen.queryByRole('columnheader', { name: 'Transaction Message' })).toBeNull()
    expect(screen.getAllByRole('columnheader')).toHaveLength(9)
  })

  it('shows its columns in order, separate credit and debit, and the status with its colour', async () => {
    widen()
    await openPage(url, rows)
    const first = (await screen.findByText('transfer-1')).closest('tr')
    expect(screen.getAllByRole('columnheader').map(header => header.textContent)).toEqual([
      'No',
      'Transaction ID',
      'User',
      'Recipient',
      'Credit',
      'Debit',
      'Transaction Message',
      'Status',
      'Created Date',
      'Action',
    ])
    const cells = (row: HTMLElement | null) =>
      within(row!)
        .getAllByRole('cell')
        .map(cell => cell.textContent)
    expect(cells(first).slice(0, 6)).toEqual(['1', 'transfer-1', 'admin1', 'player1', '1,250.50', ''])
    expect(cells(screen.getByText('transfer-2').closest('tr')).slice(4, 6)).toEqual(['', '-20.00'])
    expect(screen.getByText('completed').dataset.tone).toBe('success')
    expect(screen.getByText('cancelled').dataset.tone).toBe('danger')
  })

  it('shows the acting account below the sender if it is another one', async () => {
    const by = { username: 'superadmin', role: 'superadmin', approvedBy: 'root' } as const
    await openPage(url, on(reportsApi.transactions, { success: true, data: [transfer, { ...debit, by }], total: 2 }))
    const rowOf = async (id: string) => (await screen.findByText(id)).closest('tr')!
    expect(within(await rowOf('transfer-1')).queryByText(/^by /)).toBeNull()
    expect(within(await rowOf('transfer-2')).getByText('by superadmin, approved by root')).toBeTruthy()
  })

  it('offers a reversal where it is possible, and links both rows of one', async () => {
    signInAs()
    const link = { transferId: 'transfer-2', createdAt: '2025-03-05T05:06:07.000Z', by: 'root' }
    const reversibleUntil = new Date(Date.now() + 86_400_000).toISOString()
    const data = [
      makeTransaction({
        _id: 'transfer-2',
        transactionType: 'reversal',
        reverses: { ...link, transferId: 'transfer-1' },
      }),
      { ...transfer, reversedBy: link },
      makeTransaction({ _id: 'transfer-3', reversibleUntil }),
      makeTransaction({ _id: 'transfer-4', reversibleUntil: '2025-03-05T05:06:07.000Z' }),
    ]
    fakeBackend(on(reportsApi.transactions, { success: true, data, total: data.length }))
    await renderRemote(remote.routes, url)
    await screen.findByText('transfer-3')
    const hrefs = screen.getAllByRole('link').map(each => [each.textContent, each.getAttribute('href')])
    expect(hrefs.filter(([, href]) => href?.includes('/transfer/'))).toEqual([
      [expect.stringMatching(/^Reverses the transfer of 2025-03-05 /), '/admin/transfer/transfer-1'],
      [expect.stringMatching(/^Reversed on 2025-03-05 by root$/), '/admin/transfer/transfer-2'],
      ['', '/admin/transfer/transfer-3'],
    ])
    expect(screen.getByRole('link', { name: 'Reverse… admin1 → player1' })).toBeTruthy()
  })

  it('covers everyone below without filters', async () => {
    const { backend } = await openPage(url, rows)
    await screen.findByText('transfer-1')
    expect(backend.callsOf(reportsApi.transactions)[0]?.query).toEqual({ type: 'all', page: '1', size: '10' })
  })

  it('sends filters in the URL to the server, the user by id', async () => {
    const actor = signInAs()
    const backend = fakeBackend(rows, users)
    await renderRemote(remote.routes, `${url}?status=pending&date=2025-03-04&user=player1`)
    await screen.findByText('transfer-1')
    expect(backend.callsOf(reportsApi.transactions)[0]?.query).toEqual({
      id: 'player-9',
      currentid: actor._id,
      type: 'one',
      status: 'pending',
      date: '2025-03-04',
      page: '1',
      size: '10',
    })
  })

  it('sends kind, amounts and a past time to the server', async () => {
    signInAs()
    const backend = fakeBackend(rows)
    const asOf = '2025-03-04T10:00:00.000Z'
    const { user } = await renderRemote(remote.routes, `${url}?amountTo=500&asOf=${asOf}`)
    await screen.findByText('transfer-1')
    await user.click(screen.getByRole('button', { name: /Filters/ }))
    await user.type(await screen.findByLabelText('Amount From'), '12.5{Enter}')
    await user.click(screen.getByRole('combobox', { name: 'Kind' }))
    await user.click(await screen.findByText('Generated'))
    const query = { kind: 'generated', amountFrom: '12.5', amountTo: '500', asOf }
    await waitFor(() => expect(backend.callsOf(reportsApi.transactions).at(-1)?.query).toMatchObject(query))
  })

  it('marks an invalid amount with the reason and does not send it', async () => {
    const { backend, user } = await openPage(url, rows)
    await screen.findByText('transfer-1')
    await user.click(screen.getByRole('button', { name: /Filters/ }))
    const from = await screen.findByLabelText<HTMLInputElement>('Amount From')
    for (const [typed, fault] of [
      ['−5', 'At least 0'],
      ['1.005', 'At most two decimals'],
      ['1,5', 'Write decimals with a point: 1.5'],
      ['£40', 'Leave out the currency sign'],
      ['99999999999999999999', 'At most 15 digits'],
    ] as const) {
      await user.clear(from)
      await user.type(from, `${typed}{Enter}`)
      expect(from.value).toBe(typed)
      expect(from.getAttribute('aria-invalid')).toBe('true')
      expect(screen.getByText(fault).id).toBe(from.getAttribute('aria-describedby'))
    }
    expect(backend.callsOf(reportsApi.transactions)).toHaveLength(1)
  })

  it('is empty for a user outside the subtree, without a request', async () => {
    const { backend } = await openPage(`${url}?user=play`, rows, users)
    expect(await screen.findByText('Nothing matches these filters')).toBeTruthy()
    expect(backend.callsOf(reportsApi.transactions)).toEqual([])
  })

  it('is filtered by the user of a row when the name is clicked, and keeps the other filters', async () => {
    const { backend, user, router } = await openPage(`${url}?status=completed&page=1`, rows, users)
    const row = (await screen.findByText('transfer-1')).closest('tr')
    await user.click(within(row!).getByRole('link', { name: 'player1' }))
    await waitFor(() => expect(backend.callsOf(reportsApi.transactions).at(-1)?.query.id).toBe('player-9'))
    expect(router.state.location.search).toBe('?status=completed&user=player1')
  })

  it('has the chosen status in the URL and sends it to the server', async () => {
    const { backend, user, router } = await openPage(`${url}?page=3`, rows)
    await screen.findByText('transfer-1')
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    await user.click(await screen.findByTitle('Cancelled'))
    await waitFor(() => expect(router.state.location.search).toBe('?status=cancelled'))
    await waitFor(() => expect(backend.callsOf(reportsApi.transactions).at(-1)?.query.status).toBe('cancelled'))
  })

  it('searches users by name prefix', async () => {
    const { backend, user, router } = await openPage(url, rows, users)
    await screen.findByText('transfer-1')
    await user.click(screen.getByRole('combobox', { name: 'User' }))
    await user.keyboard('player10')
    await user.click(await screen.findByTitle('player10'))
    await waitFor(() => expect(router.state.location.search).toBe('?user=player10'))
    // One request on opening and one for the typed text, none per key.
    expect(new Set(backend.callsOf(reportsApi.findAllUsers).map(seen => seen.query.q))).toEqual(
      new Set([undefined, 'player10']),
    )
  })
})
