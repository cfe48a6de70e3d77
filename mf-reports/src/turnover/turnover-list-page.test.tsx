import { exampleOf } from '@cascade/contracts'
import { reportsApi, turnoverRowExample } from '@cascade/contracts/reports'
import { chooseOption } from '@cascade/ui-kit/testing'
import { on, type RecordedCall } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../testing/open-page'

const url = '/superadmin/turnoverreport'
const about = exampleOf(reportsApi.turnover).response
const root = { _id: 'superadmin-id', username: 'superadmin1', role: 'superadmin' as const }
const rows = on(reportsApi.turnover, ({ query }: RecordedCall) => ({
  ...about,
  account: root,
  path: query.id === 'a1' ? [root, { _id: 'a1', username: 'admin1', role: 'admin' }] : [root],
  role: query.id === 'a1' ? 'superareamanager' : 'admin',
}))
const chart = on(reportsApi.chart, exampleOf(reportsApi.chart).response)

const table = () => screen.getByText('Total PlayPoints').closest<HTMLElement>('.kit-table')!
const cellsOf = (name: string) =>
  within(within(table()).getByRole('link', { name }).closest('tr')!)
    .getAllByRole('cell')
    .map(cell => cell.textContent)

describe('the turnover report', () => {
  it('shows columns and sums of the specification, and the verification time', async () => {
    await openPage(url, rows, chart)
    await screen.findByText('Total PlayPoints')
    const headers = within(table()).getAllByRole('columnheader')
    const titles = ['No', 'ID', 'Play', 'Win', 'End', 'SAM', 'AM', 'M', 'P', 'Net']
    expect(headers.map(header => header.textContent)).toEqual(titles)
    const figures = ['1,000.00', '850.00', '150.00', '20.00', '15.00', '15.00', '10.00', '90.00']
    expect(cellsOf('admin1')).toEqual(['1', 'admin1', ...figures])
    const sums = ['Total PlayPoints', 'Total WinPoints', 'End Point', 'Total Commission', 'Net']
    const names = [...document.querySelectorAll('.reports-sums dt')].map(name => name.textContent)
    expect(names).toEqual(sums)
    expect(within(table()).getByRole('heading', { name: 'Admin' })).toBeTruthy()
    expect(screen.getByText(/Books verified up to/)).toBeTruthy()
  })

  it('requests today, then the chosen period', async () => {
    const { backend, user, router } = await openPage(url, rows, chart)
    await screen.findByText('Total PlayPoints')
    expect(backend.callsOf(reportsApi.turnover)[0]?.query).toMatchObject({ preset: '7', page: '1', size: '10' })
    await chooseOption(user, 'Period', 'Last Week')
    await waitFor(() => expect(backend.callsOf(reportsApi.turnover).at(-1)?.query.preset).toBe('4'))
    await waitFor(() => expect(backend.callsOf(reportsApi.chart).at(-1)?.query.preset).toBe('4'))
    expect(router.state.location.search).toBe('?preset=4')
  })

  it('takes a date range from a dialog and keeps it when drilling down', async () => {
    const { backend, user, router } = await openPage(url, rows, chart)
    await screen.findByText('Total PlayPoints')
    await chooseOption(user, 'Period', 'Date Range')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Date Range')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Get Summary' }))
    expect(dialog.getByRole('alert').textContent).toBe('Please select start and end date.')
    await user.type(dialog.getByLabelText('From Date'), '2026-01-01{Enter}')
    await user.type(dialog.getByLabelText('To Date'), '2026-01-05{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Get Summary' }))
    const days = { startDate: '2026-01-01', endDate: '2026-01-05' }
    await waitFor(() => expect(backend.callsOf(reportsApi.turnover).at(-1)?.query).toMatchObject(days))
    expect(backend.callsOf(reportsApi.turnover).at(-1)?.query).not.toHaveProperty('preset')

    await user.click(within(table()).getByRole('link', { name: 'admin1' }))
    const below = { ...days, id: 'a1', role: 'admin' }
    await waitFor(() => expect(backend.callsOf(reportsApi.turnover).at(-1)?.query).toMatchObject(below))
    await within(table()).findByRole('heading', { name: 'Super Area Manager' })
    const breadcrumb = within(screen.getByRole('navigation', { name: 'Accounts above' }))
    await user.click(breadcrumb.getByRole('link', { name: /superadmin1/ }))
    await waitFor(() => expect(new URLSearchParams(router.state.location.search).has('id')).toBe(false))
    expect(router.state.location.search).toContain('startDate=2026-01-01')
  })

  it('has no link in a row without children', async () => {
    const player = { ...turnoverRowExample, role: 'player' as const, username: 'player1', hasChildren: false }
    await openPage(
      '/master/turnoverreport',
      on(reportsApi.turnover, { ...about, role: 'player', data: [player] }),
      chart,
    )
    await screen.findByText('Total PlayPoints')
    expect(within(table()).getByRole('cell', { name: 'player1' })).toBeTruthy()
    expect(within(table()).queryByRole('link', { name: 'player1' })).toBeNull()
  })

  it('requests a past time and shows it', async () => {
    const asOf = '2026-01-04T10:00:00.000Z'
    const { backend } = await openPage(`${url}?asOf=${asOf}`, on(reportsApi.turnover, { ...about, asOf }), chart)
    await waitFor(() => expect(screen.getAllByText(/^As of /)).toHaveLength(2))
    expect(backend.callsOf(reportsApi.turnover)[0]?.query.asOf).toBe(asOf)
  })

  it('has a table with the same figures beside each chart, whose bars drill down', async () => {
    const { backend, user } = await openPage(url, rows, chart)
    const branches = await screen.findByRole('table', { name: 'By account' })
    expect(
      within(branches)
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    ).toEqual(['1,000.00', '850.00'])
    const card = within(branches.closest<HTMLElement>('.kit-chart')!)
    await user.click(card.getByRole('button', { name: 'Table' }))
    await user.click(card.getByRole('button', { name: 'admin1' }))
    await waitFor(() => expect(backend.callsOf(reportsApi.turnover).at(-1)?.query.id).toBe('a1'))
  })
})
