import type { Role } from '@cascade/contracts'
import { networkApi, securityApi } from '@cascade/contracts/accounts'
import { renderApp } from '@cascade/ui-kit/testing'
import { fakeBackend, on, rejection, signInAs } from '@cascade/web-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AccessCard } from './access-card'

const data = { networks: ['10.0.0.0/8'], below: false }
const inForce = [{ username: 'root', networks: data.networks }]
const stored = { success: true, data, address: '203.0.113.7', inForce }
const shutOut = { total: 2, sessions: [{ username: 'player7', ipAddress: '198.51.100.4' }] }

async function openCard(change: unknown = { ...stored, shutOut }, role: Role = 'master', url = '/') {
  signInAs({ role: 'admin' })
  const backend = fakeBackend(
    on(networkApi.read, stored),
    on(networkApi.change, change),
    on(securityApi.removeFactorsOf, { success: true, enrolmentCode: 'K7Q2M-9XB40' }),
  )
  const account = { _id: 'm1', username: 'master1', role }
  const page = await renderApp([{ path: '/', element: <AccessCard account={account} /> }], url)
  return { backend, ...page }
}

describe('the access card', () => {
  it('names the rules in force; a change first names the sessions that it ends', async () => {
    const { user, backend } = await openCard()
    expect(await screen.findByText('From 10.0.0.0/8 only (rule of root)')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Networks' }))
    expect(await screen.findByText(/203\.0\.113\.7/)).toBeTruthy()
    await user.type(screen.getByLabelText('Networks, one per line'), '\n2001:db8::/32')
    await user.click(screen.getByLabelText('Also for everybody below'))
    await user.click(screen.getByRole('button', { name: 'Save the networks' }))
    const question = await screen.findByText(/Signed out \(2\): player7 \(198\.51\.100\.4\) …/)
    expect(backend.callsOf(networkApi.change)).toHaveLength(1)
    const dialog = within(question.closest('[role="dialog"]') as HTMLElement)
    await user.click(dialog.getByRole('button', { name: 'Save the networks' }))
    await waitFor(() => expect(backend.callsOf(networkApi.change)).toHaveLength(2))
    const body = { networks: ['10.0.0.0/8', '2001:db8::/32'], below: true }
    expect(backend.callsOf(networkApi.change).map(sent => sent.body)).toEqual([{ ...body, preview: true }, body])
  })

  it('explains a rejected network in the dialog, which stays open', async () => {
    const { user } = await openCard(rejection(400, 'VALIDATION', 'Neither an address nor a network'))
    await user.click(await screen.findByRole('button', { name: 'Networks' }))
    await user.click(await screen.findByRole('button', { name: 'Save the networks' }))
    expect(await screen.findByText('Neither an address nor a network')).toBeTruthy()
    expect(screen.getByLabelText('Networks, one per line')).toBeTruthy()
  })

  it('removes second factors of an account below after a confirmation, and shows a code to hand over', async () => {
    const { user, backend } = await openCard()
    await user.click(await screen.findByRole('button', { name: 'Remove second factors' }))
    expect(await screen.findByText(/all second factors of master1/)).toBeTruthy()
    expect(backend.callsOf(securityApi.removeFactorsOf)).toEqual([])
    await user.click(screen.getAllByRole('button', { name: 'Remove second factors' }).at(-1) as HTMLElement)
    await waitFor(() => expect(backend.callsOf(securityApi.removeFactorsOf)[0]?.params).toEqual({ userId: 'm1' }))
    expect(await screen.findByText('K7Q2M-9XB40')).toBeTruthy()
  })

  it.each([
    ['master', 1],
    ['player', 0],
  ] as const)('offers a view as a %s: %i', async (role, buttons) => {
    await openCard(undefined, role)
    await screen.findByRole('button', { name: 'Networks' })
    expect(screen.queryAllByRole('button', { name: 'View as' })).toHaveLength(buttons)
  })

  it('opens the dialog of a view by its address, for an account that may be viewed only', async () => {
    const { user, router } = await openCard(undefined, 'master', '/?q=1#view-as')
    expect(await screen.findByText('View as master1')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(router.state.location).toMatchObject({ search: '?q=1', hash: '' }))
    cleanup()
    await openCard(undefined, 'player', '/#view-as')
    await screen.findByRole('button', { name: 'Networks' })
    expect(screen.queryByText('View as master1')).toBeNull()
  })
})
