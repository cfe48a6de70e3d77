import type { ResponseOf } from '@cascade/contracts'
import { type Factor, securityApi, securityTexts } from '@cascade/contracts/accounts'
import { renderApp } from '@cascade/ui-kit/testing'
import { readQuery } from '@cascade/web-kit'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FactorsCard } from './factors-card'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const passkey = (name: string): Factor => ({
  ...{ _id: `id-${name}`, kind: 'passkey', name, createdAt: '2026-01-05T10:00:00.000Z', lastUsedAt: null },
  credentialId: `key-${name}`,
})

/** A browser whose authenticator fails in this way. */
function stubBrowser(failure = '') {
  const signalAllAcceptedCredentials = vi.fn(async () => undefined)
  vi.stubGlobal('PublicKeyCredential', Object.assign(vi.fn(), { signalAllAcceptedCredentials }))
  const create = () => Promise.reject(new DOMException('', failure))
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ create } as never)
  return signalAllAcceptedCredentials
}

type Answer = Partial<ResponseOf<typeof securityApi.factors>>

async function openCard(answer: Answer = {}, beside?: ReactNode) {
  signInAs({ role: 'admin' })
  const none = { success: true, data: [], recoveryCodesLeft: 0, mayEnrol: true, needsEnrolmentCode: false }
  const options = { challenge: 'YQ', rp: { id: 'office.example.com' }, user: { id: 'dQ' }, pubKeyCredParams: [] }
  const backend = fakeBackend(
    on(securityApi.factors, { ...none, ...answer }),
    on(securityApi.beginTotp, { success: true, secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' }),
    on(securityApi.confirmTotp, { success: true }),
    on(securityApi.beginPasskey, { success: true, data: options }),
    on(securityApi.renameFactor, { success: true }),
    on(securityApi.removeFactor, { success: true }),
  )
  const { user } = await renderApp([{ path: '/', element: [<FactorsCard key="card" />, beside] }])
  const start = async (kind: string, name: string) => {
    await user.click(await screen.findByRole('button', { name: kind }))
    await user.type(screen.getByLabelText('Name'), name)
  }
  const submit = (name: string) =>
    user.click(within(screen.getByRole('form', { hidden: true })).getByRole('button', { name, hidden: true }))
  return { backend, user, start, submit }
}

/** Reads the factors as the step-up dialog does. */
function FactorNames() {
  const { data = [] } = useQuery(readQuery(securityApi.factors))
  return `Factors: ${data.map(({ name }) => name).join()}`
}

describe('the factors card', () => {
  it('shares no cached response with the step-up dialog, which may open above it', async () => {
    await openCard({ data: [passkey('laptop')] }, <FactorNames key="names" />)
    expect(await screen.findByText(/Factors: laptop/)).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Add an authenticator app' })).toBeTruthy()
  })

  it('offers nothing to a role whose factors are switched off', async () => {
    await openCard({ mayEnrol: false })
    expect(await screen.findByText(securityTexts.factorsOff)).toBeTruthy()
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  it('asks for the name of an app first, and after a removal for the code of the superior', async () => {
    const { user, backend, start, submit } = await openCard({ needsEnrolmentCode: true })
    await start('Add an authenticator app', 'Phone')
    await submit('Continue')
    await user.type(await screen.findByLabelText('Code of the app'), '123456')
    await user.type(screen.getByLabelText('Code for a new second factor'), 'K7Q2M-9XB40')
    await submit('Add an authenticator app')
    await waitFor(() => expect(backend.callsOf(securityApi.confirmTotp)).toHaveLength(1))
    expect(backend.callsOf(securityApi.beginTotp)[0]?.body).toEqual({ name: 'Phone' })
    const body = { name: 'Phone', code: '123456', enrolmentCode: 'K7Q2M-9XB40' }
    expect(backend.callsOf(securityApi.confirmTotp)[0]?.body).toEqual(body)
  })

  it.each([
    ['InvalidStateError', 'This device is already registered.'],
    ['SecurityError', 'Passkeys work at office.example.com only.'],
  ])('explains why the browser rejects a passkey: %s', async (failure, message) => {
    stubBrowser(failure)
    const { start, submit } = await openCard()
    await start('Add a passkey', 'Laptop')
    await submit('Add a passkey')
    expect(await screen.findByText(message)).toBeTruthy()
  })

  it('gives two passkeys different names, and lets the browser forget a removed one', async () => {
    const signal = stubBrowser()
    const { user, backend } = await openCard({ data: [passkey('Laptop'), passkey('Desk')] })
    const row = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement)
    await user.click((await row('Desk')).getByRole('button', { name: 'Rename' }))
    await user.clear(screen.getByLabelText('Name'))
    await user.type(screen.getByLabelText('Name'), 'Office{Enter}')
    await waitFor(() => expect(backend.callsOf(securityApi.renameFactor)[0]?.body).toEqual({ name: 'Office' }))
    await user.click((await row('Laptop')).getByRole('button', { name: 'Remove' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    const accepted = { userId: 'YWRtaW4taWQ', allAcceptedCredentialIds: ['key-Desk'] }
    await waitFor(() => expect(signal).toHaveBeenCalledWith({ rpId: location.hostname, ...accepted }))
  })
})
