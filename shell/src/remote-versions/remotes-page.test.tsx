import { exampleOf } from '@cascade/contracts'
import { type RemoteState, remotesApi } from '@cascade/contracts/gateway'
import { fakeBackend, on, rejection, signInAs } from '@cascade/web-kit/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { dashboardAnswers, openShell } from '../testing/open-shell'

const version = (name: string, more = {}) => ({ version: name, misfits: [], loads: 1240, failures: 3, ...more })
const loyalty: RemoteState = { _id: 'loyalty', title: 'Loyalty', isOwn: false }
const own: RemoteState = { _id: 'games', title: 'Games', isOwn: true, accepted: version('1.0.0') }

async function openPage(state: Partial<RemoteState>) {
  const user = signInAs({ role: 'superadmin', username: 'superadmin' })
  const done = { success: true, data: loyalty }
  const list = { success: true, data: [{ ...loyalty, ...state }, own] }
  const changes = [on(remotesApi.accept, done), on(remotesApi.rollBack, done)]
  const backend = fakeBackend(...dashboardAnswers(user), on(remotesApi.list, list), ...changes)
  const view = await openShell('/superadmin/remotes')
  await screen.findByRole('heading', { name: 'Remotes' })
  const confirm = async (button: string) => {
    await view.user.click(await screen.findByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/^(?:Loyalty 2.* with the rights of the signed-in user|The next page load)/)).toBeTruthy()
    await view.user.click(dialog.getByRole('button', { name: button }))
    await screen.findByText(/from the next page load on/)
  }
  return { backend, confirm }
}

describe('the page of remotes', () => {
  it('says what the suite lacks for a first version, which is accepted after a plain warning', async () => {
    const newest = version('2.0.0', { misfits: ['The suite has no call GET /x.'] })
    const { backend, confirm } = await openPage({ newest, fault: 'its remote.json is rejected: it lists no files' })
    expect(await screen.findByText('The suite has no call GET /x.')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('it lists no files')
    expect(screen.getByText(/acts with the rights of the signed-in user/)).toBeTruthy()
    await confirm('Accept version 2.0.0')
    const [call] = backend.callsOf(remotesApi.accept)
    expect([call?.params, call?.body]).toEqual([{ id: 'loyalty' }, { version: '2.0.0' }])
  })

  it('shows since when a version is accepted, and offers the one before, except for remotes of the suite', async () => {
    const { backend, confirm } = await openPage({ accepted: version('2.0.0'), previous: version('1.0.0') })
    expect((await screen.findAllByText(/1,240 pages opened, 3 files failed/)).length).toBe(3)
    expect(screen.getByText('Part of the suite')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
    await confirm('Go back to version 1.0.0')
    expect(backend.callsOf(remotesApi.rollBack)).toHaveLength(1)
  })

  it('offers Retry when it cannot be read', async () => {
    const user = signInAs({ role: 'superadmin', username: 'superadmin' })
    let fails = true
    const list = () => (fails ? rejection(400, 'VALIDATION', 'Not now.') : exampleOf(remotesApi.list).response)
    fakeBackend(...dashboardAnswers(user), on(remotesApi.list, list))
    const view = await openShell('/superadmin/remotes')
    fails = false
    await view.user.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText(/^1\.1\.0/)).toBeTruthy()
    expect(screen.getByRole('menuitem', { name: 'Remotes' })).toBeTruthy()
  })

  it('is missing for other roles', async () => {
    fakeBackend(...dashboardAnswers(signInAs()))
    const { router } = await openShell('/admin/remotes')
    await screen.findByText(/^Welcome/)
    expect(router.state.location.pathname).toBe('/admin/dashboard')
  })
})
