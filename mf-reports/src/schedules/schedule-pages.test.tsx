import { noticeApi, savedViewApi } from '@cascade/contracts/accounts'
import { reportsApi, scheduleApi, scheduleExample, scheduleTexts } from '@cascade/contracts/reports'
import { chooseOption } from '@cascade/ui-kit/testing'
import { on } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../testing/open-page'

const list = on(scheduleApi.list, { success: true, data: [scheduleExample], total: 1 })
const mail = (address: string | null, hasServer = true) =>
  on(noticeApi.settings, { success: true, data: [], address, mail: hasServer })
const view = { shared: false, by: 'admin1', own: true, isDefault: false, list: 'reports.transactions' }
const views = on(savedViewApi.list, {
  success: true,
  data: [
    { ...view, _id: 'v1', name: 'Large ones', search: '?user=master1&amountFrom=500&date=2026-01-05&size=50' },
    { ...view, _id: 'v2', name: 'Sign-ins', search: '?operation=sessions', list: 'reports.logs' },
  ],
})
const users = on(reportsApi.findAllUsers, {
  success: true,
  data: [{ _id: 'id-master', username: 'master1', role: 'master' }],
})
const saved = (message: string) => ({ success: true as const, message, data: scheduleExample })

describe('the page of schedules', () => {
  it('lists each with its filters, its time and the result of its last mail', async () => {
    await openPage('/admin/schedules', list, mail('asha@example.com'), views)
    expect(await screen.findByText('Turnover Report')).toBeTruthy()
    expect(screen.getByText('q: north')).toBeTruthy()
    expect(screen.getByText('Weekly, on Mondays, 07:00')).toBeTruthy()
    expect(screen.getByText('Sent: 2025-12-29 – 2026-01-04')).toBeTruthy()
    expect(await screen.findByText(/asha@example\.com/)).toBeTruthy()
  })

  it.each([
    [null, true, /no email address/],
    ['asha@example.com', false, /no mail server/],
  ])('says why no mail is sent to %s (server: %s)', async (address, hasServer, words) => {
    await openPage('/master/schedules', list, mail(address, hasServer), views)
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('adds a report with the filters of a saved view, without its period', async () => {
    const create = on(scheduleApi.create, saved(scheduleTexts.added))
    const { user, backend } = await openPage('/admin/schedules', list, mail('a@b.c'), views, users, create)
    await user.click(await screen.findByRole('button', { name: 'New schedule' }))
    await screen.findByRole('combobox', { name: 'Report' })
    await chooseOption(user, 'Report', 'Transaction Report')
    await chooseOption(user, 'Saved view', 'Large ones')
    await user.click(screen.getByRole('radio', { name: 'PDF' }))
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText(scheduleTexts.added)).toBeTruthy()
    const query = { amountFrom: 500, id: 'id-master', type: 'one' }
    const body = { report: 'transactions', query, frequency: 'daily', at: '07:00', format: 'pdf' }
    expect(backend.callsOf(scheduleApi.create).map(call => call.body)).toEqual([body])
  })

  it('changes the time of one and leaves its filters', async () => {
    const change = on(scheduleApi.change, saved(scheduleTexts.changed))
    const { user, backend } = await openPage('/admin/schedules', list, mail('a@b.c'), views, change)
    await user.click(await screen.findByRole('button', { name: /^Edit/ }))
    await user.click(await screen.findByRole('radio', { name: 'Daily' }))
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText(scheduleTexts.changed)).toBeTruthy()
    const { _id: id, nextAt: _next, last: _last, ...input } = scheduleExample
    expect(backend.callsOf(scheduleApi.change)).toMatchObject([
      { params: { id }, body: { ...input, frequency: 'daily' } },
    ])
  })

  it('deletes one after a confirmation', async () => {
    const remove = on(scheduleApi.remove, { success: true, message: scheduleTexts.removed })
    const { user, backend } = await openPage('/admin/schedules', list, mail('a@b.c'), views, remove)
    await user.click(await screen.findByRole('button', { name: /^Delete/ }))
    await screen.findByText('Delete this schedule?')
    expect(backend.callsOf(scheduleApi.remove)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(backend.callsOf(scheduleApi.remove)).toHaveLength(1))
    expect(await screen.findByText(scheduleTexts.removed)).toBeTruthy()
  })
})
