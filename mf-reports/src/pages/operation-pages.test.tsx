import { clearingExample, complaintExample, reportsApi } from '@cascade/contracts/reports'
import { renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, refusal, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import remote from '../remote'

const messages = on(reportsApi.complaints, {
  ...{ success: true, data: [complaintExample], total: 1, totalComplaints: 1, currentPage: 1, totalPages: 1 },
})
const status = () => screen.findByRole('combobox', { name: 'Status of the message of Asha Rao' })

test('messages: any status may be set, in words and colour', async () => {
  signInAs()
  const answer = { success: true as const, message: 'Status updated successfully.', data: complaintExample }
  const backend = fakeBackend(messages, on(reportsApi.setComplaintStatus, answer))
  const { user } = await renderRemote(remote.routes, '/admin/contactus')
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

test('messages: a change that fails says so and shows the status as it is', async () => {
  signInAs()
  fakeBackend(messages, on(reportsApi.setComplaintStatus, refusal(503, 'UNAVAILABLE', 'An error occurred')))
  const { user } = await renderRemote(remote.routes, '/admin/contactus')
  await user.click(await status())
  await user.click(document.querySelectorAll<HTMLElement>('.ant-select-item-option [data-tone]')[1]!)
  expect(await screen.findByText('An error occurred')).toBeTruthy()
  expect((await status()).closest('.ant-select')?.textContent).toContain('Pending')
})

test('messages: none', async () => {
  signInAs()
  const none = { success: true as const, data: [], total: 0, totalComplaints: 0, currentPage: 1, totalPages: 0 }
  fakeBackend(on(reportsApi.complaints, none))
  await renderRemote(remote.routes, '/admin/contactus?status=Completed')
  expect(await screen.findByText('No messages found.')).toBeTruthy()
})

const clearings = on(reportsApi.clearings, { success: true, data: [clearingExample] })

test('clear history: days and models are needed', async () => {
  signInAs()
  const backend = fakeBackend(clearings)
  const { user } = await renderRemote(remote.routes, '/admin/clearhistory')
  await user.click(await screen.findByRole('button', { name: 'Clear records' }))
  const missing = 'Please select start and end date.'
  await waitFor(() => expect(screen.getAllByText(missing)).toHaveLength(2))
  expect(screen.getByText('Select at least one model to clear')).toBeTruthy()
  expect(backend.callsOf(reportsApi.clearHistory)).toEqual([])
})

test('clear history: asks once more, sends, and says what was done', async () => {
  signInAs()
  const answer = { success: true as const, message: 'Records deleted successfully.', data: clearingExample }
  const backend = fakeBackend(clearings, on(reportsApi.clearHistory, answer))
  const { user } = await renderRemote(remote.routes, '/admin/clearhistory')
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

test('clear history is for admins', async () => {
  signInAs({ role: 'superadmin' })
  const backend = fakeBackend()
  await renderRemote(remote.routes, '/superadmin/clearhistory')
  expect(await screen.findByText('You are not allowed to see this')).toBeTruthy()
  expect(backend.calls).toEqual([])
})
