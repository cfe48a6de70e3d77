import { maintenanceApi, maintenanceExample, maintenanceTexts } from '@cascade/contracts/accounts'
import { renderApp } from '@cascade/ui-kit/testing'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MaintenanceCard } from './maintenance-card'

async function openCard(data: typeof maintenanceExample | null, message: string = maintenanceTexts.planned) {
  signInAs({ role: 'superadmin' })
  const backend = fakeBackend(
    on(maintenanceApi.read, { success: true, data }),
    on(maintenanceApi.change, { success: true, message, data: maintenanceExample }),
  )
  const page = await renderApp([{ path: '/', element: <MaintenanceCard /> }])
  return { bodies: () => backend.callsOf(maintenanceApi.change).map(({ body }) => body), ...page }
}

describe('the card of the maintenance', () => {
  it('changes the planned one', async () => {
    const { user, bodies } = await openCard(maintenanceExample)
    const field = await screen.findByRole('textbox', { name: /^Message/ })
    await user.clear(field)
    await user.type(field, 'New disks')
    await user.click(screen.getByRole('button', { name: 'Save the maintenance' }))
    expect(await screen.findByText(maintenanceTexts.planned)).toBeTruthy()
    expect(bodies()).toEqual([{ ...maintenanceExample, message: 'New disks' }])
  })

  it('ends it after a confirmation', async () => {
    const { user, bodies } = await openCard(maintenanceExample, maintenanceTexts.ended)
    await user.click(await screen.findByRole('button', { name: 'End the maintenance' }))
    await screen.findByText('End the maintenance?')
    expect(bodies()).toEqual([])
    await user.click(screen.getAllByRole('button', { name: 'End the maintenance' }).at(-1) as HTMLElement)
    await waitFor(() => expect(bodies()).toEqual([{}]))
    expect(await screen.findByText(maintenanceTexts.ended)).toBeTruthy()
  })

  it('without a planned one sends no incomplete form, which would end a maintenance', async () => {
    const { user, bodies } = await openCard(null)
    await user.click(await screen.findByRole('button', { name: 'Save the maintenance' }))
    expect(await screen.findByText('Message is required')).toBeTruthy()
    expect(bodies()).toEqual([])
    expect(screen.queryByRole('button', { name: 'End the maintenance' })).toBeNull()
  })
})
