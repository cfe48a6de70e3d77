import { backupExample, reportsApi } from '@cascade/contracts/reports'
import { renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import remote from './remote'

/** A refusal without a sentence: the page has to find its own. */
const speechless = () => Response.json({ success: false }, { status: 500 })
const { folder } = backupExample

/** The backups of an admin, with a server that says no to everything, or that is gone once they are listed. */
async function openBackups(server: 'refuses' | 'is gone') {
  signInAs()
  const backend = fakeBackend(
    on(reportsApi.backups, { success: true, data: [backupExample], folders: [folder] }),
    on(reportsApi.exportBackup, speechless),
    on(reportsApi.importBackup, speechless),
    on(reportsApi.transferBackup, speechless),
    on(reportsApi.downloadTicket, speechless),
  )
  const { user } = await renderRemote(remote.routes, '/admin/backups')
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  await screen.findByRole('button', { name: `Restore ${folder}` })
  if (server === 'is gone') backend.disconnect({ told: false })
  return { press, user }
}

describe('a backup', () => {
  it.each([
    ['refuses', 'Backup', 'Backup failed'],
    ['is gone', 'Backup', 'Backup request failed'],
    ['refuses', `Transfer ${folder}`, 'Transfer failed'],
    ['is gone', `Transfer ${folder}`, 'Transfer request failed'],
  ] as const)('where the server %s and "%s" is pressed says "%s"', async (server, button, message) => {
    const { press } = await openBackups(server)
    await press(button)
    expect(await screen.findByText(message)).toBeTruthy()
  })

  it.each([
    ['refuses', 'Restore failed'],
    ['is gone', 'Restore request failed'],
  ] as const)('that is restored where the server %s says "%s"', async (server, message) => {
    const { press } = await openBackups(server)
    await press(`Restore ${folder}`)
    await press('Confirm')
    expect(await screen.findByText(message)).toBeTruthy()
  })

  it('that cannot be downloaded says so and closes the tab that was opened for it', async () => {
    const close = vi.fn()
    vi.spyOn(window, 'open').mockReturnValue({ close } as never)
    const { press } = await openBackups('refuses')
    await press(`Download ${folder}`)
    expect(await screen.findByText('Download failed')).toBeTruthy()
    expect(close).toHaveBeenCalledOnce()
  })

  it.each([
    ['that the server refuses', 'Failed to load backups', false],
    ['that never arrives', 'Error fetching backup list', true],
  ])('list %s says "%s"', async (_why, message, gone) => {
    signInAs()
    const backend = fakeBackend(on(reportsApi.backups, speechless))
    if (gone) backend.disconnect({ told: false })
    await renderRemote(remote.routes, '/admin/backups')
    expect(await screen.findByText(message)).toBeTruthy()
  })
})

it('records that could not be cleared are said to be there still, and the form keeps what was chosen', async () => {
  signInAs()
  fakeBackend(on(reportsApi.clearings, { success: true, data: [] }), on(reportsApi.clearHistory, speechless))
  const { user } = await renderRemote(remote.routes, '/admin/clearhistory')
  await user.type(await screen.findByLabelText('Start Date'), '2026-01-01{Enter}')
  await user.type(screen.getByLabelText('End Date'), '2026-01-04{Enter}')
  await user.click(screen.getByRole('checkbox', { name: 'ticket' }))
  await user.click(screen.getByRole('button', { name: 'Clear records' }))
  await user.click(await screen.findByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Failed to delete records')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'ticket' }).checked).toBe(true)
})
