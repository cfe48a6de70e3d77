import { reportsApi } from '@cascade/contracts/reports'
import { renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import remote from '../remote'
import { makeLog } from '../testing/make-log'
import { openPage } from '../testing/open-page'
import { widen } from '../testing/widen'

const url = '/master/logactivities'
const signed = { size: 1234, hash: 'x', at: '2025-03-04T10:00:07.000Z', signature: 'x' }
const head = on(reportsApi.logHead, { success: true, data: signed })
const rows = on(reportsApi.logs, { success: true, data: [makeLog(), makeLog({ _id: 'log-2' })], total: 1234 })

describe('the log list', () => {
  it('shows its columns in order and the number of entries', async () => {
    widen()
    await openPage(url, head, rows)
    expect(await screen.findByText('Showing 2 of 1,234 entries')).toBeTruthy()
    expect(await screen.findByText(/^Sealed up to \d\d:\d\d:07, 1,234 entries$/)).toBeTruthy()
    expect(screen.getAllByRole('columnheader').map(header => header.textContent)).toEqual([
      'No',
      'Username',
      'Subject',
      'URL',
      'Method',
      'IP Address',
      'Created At',
      'What happened',
      'Outcome',
      'Object',
      'Amount',
    ])
  })

  it('marks a rejected action with its reason, and can be filtered by person and outcome', async () => {
    widen()
    const rejected = makeLog({ result: 'refused', status: 400, code: 'WRONG_PASSWORD', object: 'player1', amount: 20 })
    const person = { _id: 'player-9', username: 'player1', role: 'player' as const }
    const { backend } = await openPage(
      `${url}?user=player1&result=refused`,
      head,
      on(reportsApi.logs, { success: true, data: [rejected], total: 1 }),
      on(reportsApi.findAllUsers, { success: true, data: [person] }),
    )
    const badge = await screen.findByText('Refused', { selector: '[data-tone]' })
    expect([badge.dataset.tone, badge.parentElement?.title]).toEqual(['warning', 'WRONG_PASSWORD 400'])
    expect(screen.getByRole('cell', { name: '20.00' })).toBeTruthy()
    expect(backend.callsOf(reportsApi.logs)[0]?.query).toMatchObject({ userId: 'player-9', result: 'refused' })
  })

  it('sends date and search text to the server', async () => {
    const { backend, user, router } = await openPage(`${url}?date=2025-03-04`, head, rows)
    await screen.findByText('Showing 2 of 1,234 entries')
    expect(backend.callsOf(reportsApi.logs)[0]?.query).toEqual({ date: '2025-03-04', page: '1', size: '10' })

    await user.type(screen.getByRole('searchbox', { name: 'Search by username, subject or object' }), 'transfer')
    await waitFor(() =>
      expect(backend.callsOf(reportsApi.logs).at(-1)?.query).toEqual({
        date: '2025-03-04',
        search: 'transfer',
        page: '1',
        size: '10',
      }),
    )
    expect(router.state.location.search).toBe('?date=2025-03-04&q=transfer')
  })

  it('has ascending order in the URL and the query', async () => {
    const { backend } = await openPage(`${url}?sort=createdAt&order=asc`, head, rows)
    await screen.findByText('Showing 2 of 1,234 entries')
    expect(backend.callsOf(reportsApi.logs)[0]?.query).toMatchObject({ sort: 'createdAt', order: 'asc' })
  })

  it('shows an action as a sentence with reason and object path, and has its filters in the URL', async () => {
    widen()
    signInAs({ role: 'master' })
    const sentence = 'admin1 changed phone of master3: 91 → 92'
    const act = makeLog({ sentence, note: 'he asked', object: 'master3', objectPath: ['superadmin', 'admin1'] })
    const exported = makeLog({ _id: 'log-2', source: 'browser' })
    const backend = fakeBackend(head, on(reportsApi.logs, { success: true, data: [act, exported], total: 2 }))
    const { user, router } = await renderRemote(
      remote.routes,
      `${url}?operation=accounts&object=master3&ip=203.0.113.&result=done`,
    )
    expect(await screen.findByText(sentence)).toBeTruthy()
    for (const words of ['Reason: he asked', 'superadmin / admin1', 'Reported by the browser only.'])
      expect(screen.getByText(words)).toBeTruthy()
    expect(backend.callsOf(reportsApi.logs)[0]?.query).toMatchObject({
      operation: 'accounts',
      object: 'master3',
      ip: '203.0.113.',
      result: 'done',
    })
    await user.click(screen.getByText('Play'))
    await waitFor(() => expect(backend.callsOf(reportsApi.logs).at(-1)?.query).toMatchObject({ kind: 'play' }))
    expect(router.state.location.search).toContain('kind=play')

    await user.click(screen.getByRole('button', { name: /Filters/ }))
    const field = await screen.findByPlaceholderText('Full name of the object')
    await user.clear(field)
    await user.type(field, 'player7{Enter}')
    await waitFor(() => expect(router.state.location.search).toContain('object=player7'))
  })

  it('can be exported as .xlsx and with semicolons', async () => {
    // happy-dom would navigate to the saved file.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const { user } = await openPage(url, head, rows)
    for (const [format, file] of [
      ['Excel (.xlsx)', 'logs.xlsx'],
      ['CSV with semicolons and decimal commas', 'logs.csv'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: 'Other formats' }))
      await user.click(await screen.findByRole('menuitem', { name: format }))
      expect(await screen.findByText(`2 rows written to ${file}`)).toBeTruthy()
    }
  })
})
