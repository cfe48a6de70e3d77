import { backupExample, clearingExample, complaintExample, reportsApi } from '@cascade/contracts/reports'
import { renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, type RecordedCall, rejection, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from './remote'
import { openPage } from './testing/open-page'

const messages = on(reportsApi.complaints, {
  success: true,
  data: [complaintExample],
  total: 1,
  totalComplaints: 1,
  currentPage: 1,
  totalPages: 1,
})
const status = () => screen.findByRole('combobox', { name: 'Status of the message of Asha Rao' })

describe('the list of contact messages', () => {
  it('sets any status, with its text and colour', async () => {
    const answer = { success: true as const, message: 'Status updated successfully.', data: complaintExample }
    const { backend, user } = await openPage('/admin/contactus', messages, on(reportsApi.setComplaintStatus, answer))
    await user.click(await status())
    const options = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option [data-tone]')]
    expect(options.map(each => `${each.textContent} ${each.dataset.tone}`)).toEqual([
      'Pending warning',
      'Completed success',
      'Cancelled danger',
    ])
    await user.click(options[2]!)
    await screen.findByText('Status updated successfully.')
    const [call] = backend.callsOf(reportsApi.setComplaintStatus)
    expect([call?.params, call?.body]).toEqual([{ id: 'c1' }, { status: 'Cancelled' }])
    await waitFor(() => expect(backend.callsOf(reportsApi.complaints).length).toBeGreaterThan(1))
  })

  it('reports a failed status change and keeps the old status', async () => {
    const { user } = await openPage(
      '/admin/contactus',
      messages,
      on(reportsApi.setComplaintStatus, rejection(503, 'UNAVAILABLE', 'An error occurred')),
    )
    await user.click(await status())
    await user.click(document.querySelectorAll<HTMLElement>('.ant-select-item-option [data-tone]')[1]!)
    expect(await screen.findByText('An error occurred')).toBeTruthy()
    expect((await status()).closest('.ant-select')?.textContent).toContain('Pending')
  })

  it('shows a message when it is empty', async () => {
    const none = { success: true as const, data: [], total: 0, totalComplaints: 0, currentPage: 1, totalPages: 0 }
    await openPage('/admin/contactus?status=Completed', on(reportsApi.complaints, none))
    expect(await screen.findByText('No messages found.')).toBeTruthy()
  })
})

const clearings = on(reportsApi.clearings, { success: true, data: [clearingExample] })

describe('clearing history', () => {
  it('requires days and models', async () => {
    const { backend, user } = await openPage('/admin/clearhistory', clearings)
    await user.click(await screen.findByRole('button', { name: 'Clear records' }))
    const missing = 'Please select start and end date.'
    await waitFor(() => expect(screen.getAllByText(missing)).toHaveLength(2))
    expect(screen.getByText('Select at least one model to clear')).toBeTruthy()
    expect(backend.callsOf(reportsApi.clearHistory)).toEqual([])
  })

  it('asks for confirmation, sends the request and reports the result', async () => {
    const answer = { success: true as const, message: 'Records deleted successfully.', data: clearingExample }
    const { backend, user } = await openPage('/admin/clearhistory', clearings, on(reportsApi.clearHistory, answer))
    await user.type(await screen.findByLabelText('Start Date'), '2026-01-01{Enter}')
    await user.type(screen.getByLabelText('End Date'), '2026-01-04{Enter}')
    expect(screen.getAllByRole('checkbox').map(box => box.closest('label')?.textContent)).toEqual([
      ...['ticket', 'result', 'draw', 'commission', 'upcome', 'refertransaction', 'userlog', 'usertransaction'],
      'frequency',
    ])
    await user.click(screen.getByRole('checkbox', { name: 'userlog' }))
    await user.click(screen.getByRole('button', { name: 'Clear records' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Clear Confirmation')).toBeTruthy()
    expect(dialog.getByText('Are you sure you want to clear userlog from 2026-01-01 to 2026-01-04?')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    await screen.findByText('Records deleted successfully.')
    const body = { startDate: '2026-01-01', endDate: '2026-01-04', models: ['userlog'] }
    expect(backend.callsOf(reportsApi.clearHistory).map(call => call.body)).toEqual([body])
    await waitFor(() => expect(backend.callsOf(reportsApi.clearings).length).toBeGreaterThan(1))
  })

  it('is available to admins only', async () => {
    const { backend } = await openPage('/superadmin/clearhistory')
    expect(await screen.findByText('You are not allowed to see this')).toBeTruthy()
    expect(backend.calls).toEqual([])
  })
})

const folder = backupExample.folder
const backups = on(reportsApi.backups, { success: true, data: [backupExample], folders: [folder] })

describe('the backup list', () => {
  it('shows the verification of each backup', async () => {
    signInAs()
    const broken = {
      ...backupExample,
      folder: '2026-01-04_10-00-00',
      proof: { ...backupExample.proof!, faults: ['Odd.'] },
    }
    fakeBackend(
      on(reportsApi.backups, { success: true, data: [backupExample, broken], folders: [folder, broken.folder] }),
    )
    await renderRemote(remote.routes, '/admin/backups')
    const row = (await screen.findByRole('rowheader', { name: new RegExp(folder) })).closest('tr')!
    expect(within(row).getByText('Read back whole').dataset.tone).toBe('success')
    expect(within(row).getByText('1,200')).toBeTruthy()
    expect(screen.getByText('1 faults').dataset.tone).toBe('danger')
    expect(screen.getByText('Odd.')).toBeTruthy()
  })

  it('is read again after a backup is created', async () => {
    const answer = { success: true as const, message: 'Backup completed', data: backupExample }
    const { backend, user } = await openPage('/admin/backups', backups, on(reportsApi.exportBackup, answer))
    await user.click(await screen.findByRole('button', { name: 'Backup' }))
    expect(await screen.findByText('Backup completed')).toBeTruthy()
    await waitFor(() => expect(backend.callsOf(reportsApi.backups).length).toBeGreaterThan(1))
  })

  it('asks for confirmation of a restore, and again if draws are open', async () => {
    const open = rejection(409, 'CONFLICT', 'Draws with bets are open. Confirm to restore all the same.')
    const data = { safety: '2026-01-06_08-30-00', clearings: 1, percentages: 2 }
    const { backend, user } = await openPage(
      '/admin/backups',
      backups,
      on(reportsApi.importBackup, ({ query }: RecordedCall) =>
        query.confirm ? Response.json({ success: true, message: 'Restore completed', data }) : open,
      ),
    )
    await user.click(await screen.findByRole('button', { name: `Restore ${folder}` }))
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    await screen.findByText(/Draws with bets are open/)
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Restore completed')).toBeTruthy()
    const sent = backend.callsOf(reportsApi.importBackup).map(({ query }) => query)
    expect(sent).toEqual([{ folder }, { folder, confirm: 'true' }])
  })
})
