import { networkApi, securityApi } from '@cascade/contracts/accounts'
import { renderApp } from '@cascade/ui-kit/testing'
import { fakeBackend, on, rejection, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AccessCard } from './access-card'

const stored = { networks: ['10.0.0.0/8'], below: false }

async function openCard(change: unknown = { success: true, data: stored, address: '203.0.113.7' }) {
  signInAs({ role: 'admin' })
  const backend = fakeBackend(
    on(networkApi.read, { success: true, data: stored, address: '203.0.113.7' }),
    on(networkApi.change, change),
    on(securityApi.removeFactorsOf, { success: true }),
  )
  const account = { _id: 'm1', username: 'master1', role: 'master' as const }
  const page = await renderApp([{ path: '/', element: <AccessCard account={account} /> }])
  return { backend, ...page }
}

it('the networks of an account are edited one per line, next to the own address', async () => {
  const { user, backend } = await openCard()
  await user.click(await screen.findByRole('button', { name: 'Networks' }))
  expect(await screen.findByText(/203\.0\.113\.7/)).toBeTruthy()
  await user.type(screen.getByLabelText('Networks, one per line'), '\n2001:db8::/32')
  await user.click(screen.getByLabelText('Also for everybody below'))
  await user.click(screen.getByRole('button', { name: 'Save the networks' }))
  await waitFor(() => expect(backend.callsOf(networkApi.change)).toHaveLength(1))
  expect(backend.callsOf(networkApi.change)[0]).toMatchObject({
    params: { userId: 'm1' },
    body: { networks: ['10.0.0.0/8', '2001:db8::/32'], below: true },
  })
})

it('a rejected network is explained in the dialog, which stays open', async () => {
  const { user } = await openCard(rejection(400, 'VALIDATION', 'Neither an address nor a network'))
  await user.click(await screen.findByRole('button', { name: 'Networks' }))
  await user.click(await screen.findByRole('button', { name: 'Save the networks' }))
  expect(await screen.findByText('Neither an address nor a network')).toBeTruthy()
  expect(screen.getByLabelText('Networks, one per line')).toBeTruthy()
})

it('second factors of an account below are removed after a confirmation', async () => {
  const { user, backend } = await openCard()
  await user.click(await screen.findByRole('button', { name: 'Remove second factors' }))
  expect(await screen.findByText(/all second factors of master1/)).toBeTruthy()
  expect(backend.callsOf(securityApi.removeFactorsOf)).toEqual([])
  await user.click(screen.getAllByRole('button', { name: 'Remove second factors' }).at(-1) as HTMLElement)
  await waitFor(() => expect(backend.callsOf(securityApi.removeFactorsOf)[0]?.params).toEqual({ userId: 'm1' }))
})
