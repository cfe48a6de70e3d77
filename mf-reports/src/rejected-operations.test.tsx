import { backupExample, reportsApi } from '@cascade/contracts/reports'
import { renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import remote from './remote'
import { openPage } from './testing/open-page'

/** An error response without a message: the page needs its own. */
const emptyError = () => Response.json({ success: false }, { status: 500 })
const { folder } = backupExample

/** Opens the backup list of a server that rejects everything, or becomes unreachable after loading. */
async function openBackups(server: 'rejects' | 'is gone') {
  const { backend, user } = await openPage(
    '/admin/backups',
    on(reportsApi.backups, { success: true, data: [backupExample], folders: [folder] }),
    on(reportsApi.exportBackup, emptyError),
    on(reportsApi.importBackup, emptyError),
    on(reportsApi.transferBackup, emptyError),
    on(reportsApi.downloadTicket, emptyError),
  )
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  await screen.findByRole('button', { name: `Restore ${folder}` })
  if (server === 'is gone') backend.disconnect({ isReported: false })
  return { press, user }
}

describe('a backup', () => {
  it.each([
    ['rejects', 'Backup', 'Backup failed'],
    ['is gone', 'Backup', 'Backup request failed'],
    ['rejects', `Transfer ${folder}`, 'Transfer failed'],
    ['is gone', `Transfer ${folder}`, 'Transfer request failed'],
  ] as const)(
    'shows for a command on a server that %s, after "%s", the message "%s"',
    async (server, button, message) => {
      const { press } = await openBackups(server)
      await press(button)
      expect(await screen.findByText(message)).toBeTruthy()
    },
  )

  it.each([
    ['rejects', 'Restore failed'],
    ['is gone', 'Restore request failed'],
  ] as const)('shows for a restore on a server that %s "%s"', async (server, message) => {
    const { press } = await openBackups(server)
    await press(`Restore ${folder}`)
    await press('Confirm')
    expect(await screen.findByText(message)).toBeTruthy()
  })

  it('reports a failed download and closes the tab that was opened for it', async () => {
    const close = vi.fn()
    vi.spyOn(window, 'open').mockReturnValue({ close } as never)
    const { press } = await openBackups('rejects')
    await press(`Download ${folder}`)
    expect(await screen.findByText('Download failed')).toBeTruthy()
    expect(close).toHaveBeenCalledOnce()
  })

  it.each([
    ['that the server rejects', 'Failed to load backups', false],
    ['that never arrives', 'Error fetching backup list', true],
  ])('shows for a list %s "%s"', async (_why, message, gone) => {
    signInAs()
    const backend = fakeBackend(on(reportsApi.backups, emptyError))
    if (gone) backend.disconnect({ isReported: false })
    await renderRemote(remote.routes, '/admin/backups')
    expect(await screen.findByText(message)).toBeTruthy()
  })
})

describe('a failed clearing', () => {
  it('is reported, and the form keeps its values', async () => {
    const { user } = await openPage(
      '/admin/clearhistory',
      on(reportsApi.clearings, { success: true, data: [] }),
      on(reportsApi.clearHistory, emptyError),
    )
    await user.type(await screen.findByLabelText('Start Date'), '2026-01-01{Enter}')
    await user.type(screen.getByLabelText('End Date'), '2026-01-04{Enter}')
    await user.click(screen.getByRole('checkbox', { name: 'ticket' }))
    await user.click(screen.getByRole('button', { name: 'Clear records' }))
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Failed to delete records')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'ticket' }).checked).toBe(true)
  })
})
