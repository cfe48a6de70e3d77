import { exampleOf } from '@cascade/contracts'
import { reportsApi } from '@cascade/contracts/reports'
import { chooseOption } from '@cascade/ui-kit/testing'
import { on } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from './testing/open-page'

const payouts = on(reportsApi.commissionPayout, exampleOf(reportsApi.commissionPayout).response)
const commissions = on(reportsApi.adminCommission, exampleOf(reportsApi.adminCommission).response)
const chart = on(reportsApi.chart, exampleOf(reportsApi.chart).response)
const headersOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map(header => header.textContent)
const tableOf = (text: HTMLElement) => text.closest<HTMLElement>('.kit-table')!
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(cell => cell.textContent)

describe('the pending commission report', () => {
  it('shows the commission of each account', async () => {
    await openPage('/admin/commissionpayoutReport', payouts)
    const cell = await screen.findByText('superareamanager1')
    expect(headersOf(tableOf(cell))).toEqual(['Username', 'Role', 'Percentage', 'Total Commission'])
    expect(cellsOf(cell.closest('tr')!)).toEqual(['superareamanager1', 'Super Area Manager', '2 %', '20.00'])
  })

  it.each([
    ['superadmin', ['Super Area Manager', 'Area Manager', 'Master', 'Player']],
    ['admin', ['Super Area Manager', 'Area Manager', 'Master', 'Player']],
    ['superareamanager', ['Area Manager', 'Master', 'Player']],
    ['areamanager', ['Master', 'Player']],
    ['master', ['Player']],
  ] as const)('offers a %s the levels below', async (role, offered) => {
    const { backend, user } = await openPage(`/${role}/commissionpayoutReport`, payouts)
    await user.click(await screen.findByRole('combobox', { name: 'Role' }))
    await screen.findByTitle('Player')
    const options = [...document.querySelectorAll('.ant-select-item-option-content')]
    expect(options.map(option => option.textContent)).toEqual(offered)
    await user.click(screen.getByTitle('Player'))
    await waitFor(() => expect(backend.callsOf(reportsApi.commissionPayout).at(-1)?.query.role).toBe('player'))
  })
})

describe('the admin commission report', () => {
  it('shows columns and sums, and checks the date range', async () => {
    const { backend, user } = await openPage('/admin/admincommissionreport', commissions, chart)
    const table = tableOf(await screen.findByText('Total Commission Point'))
    await waitFor(() => expect(backend.callsOf(reportsApi.chart)[0]?.query).toMatchObject({ commission: 'operator' }))
    const titles = ['Game ID', 'Game Name', 'Username', 'Commission Amount', 'Total Points', 'Total Win Points']
    expect(headersOf(table)).toEqual(titles)
    const row = within(table).getByText('MNOQqWWi').closest('tr')!
    expect(cellsOf(row)).toEqual(['MNOQqWWi', 'Fun Target', 'admin1', '100.00', '1,000.00', '850.00'])
    const sums = [...document.querySelectorAll('.reports-sums > div')].map(each => each.textContent)
    expect(sums).toEqual(['Total Commission Point100.00', 'Total Bet Point1,000.00', 'Total Won Point850.00'])
    await chooseOption(user, 'Period', 'Date Range')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Game Summary')).toBeTruthy()
    await user.type(dialog.getByLabelText('From Date'), '2026-01-05{Enter}')
    await user.type(dialog.getByLabelText('To Date'), '2026-01-01{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Get Summary' }))
    expect(dialog.getByRole('alert').textContent).toBe('The end lies before the start.')
    expect(backend.callsOf(reportsApi.adminCommission)).toHaveLength(1)
  })

  it('is hidden from levels below admin', async () => {
    const { backend } = await openPage('/master/admincommissionreport')
    expect(await screen.findByText('You are not allowed to see this')).toBeTruthy()
    expect(backend.calls).toEqual([])
  })
})
