import { maintenanceApi, maintenanceExample } from '@cascade/contracts/accounts'
import { renderApp } from '@cascade/ui-kit/testing'
import { serverNow } from '@cascade/web-kit'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MaintenanceStrip } from './maintenance-strip'

const inMinutes = (minutes: number) => new Date(serverNow() + minutes * 60_000).toISOString()

async function open(from: number, to: number) {
  signInAs({ role: 'master' })
  const data = { ...maintenanceExample, from: inMinutes(from), to: inMinutes(to) }
  const backend = fakeBackend(on(maintenanceApi.read, { success: true, data }))
  await renderApp([{ path: '*', element: <MaintenanceStrip /> }])
  await waitFor(() => expect(backend.callsOf(maintenanceApi.read)).toHaveLength(1))
}

describe('the strip of a maintenance', () => {
  it('names start, end and message from an hour before', async () => {
    await open(50, 90)
    const strip = await screen.findByRole('status')
    expect(strip.textContent).toMatch(/Maintenance from .* to .*New servers/)
  })

  it('says until when during it', async () => {
    await open(-5, 90)
    const strip = await screen.findByRole('status')
    expect(strip.textContent).toMatch(/Maintenance until .*New servers/)
  })

  it.each([
    ['more than an hour before', 70, 90],
    ['after its end', -90, -1],
  ])('is not shown %s', async (_when, from, to) => {
    await open(from, to)
    await expect(screen.findByRole('status', {}, { timeout: 200 })).rejects.toThrow()
  })
})
