import { exampleOf } from '@cascade/contracts'
import { policyApi, securityApi } from '@cascade/contracts/accounts'
import { renderApp } from '@cascade/ui-kit/testing'
import { call } from '@cascade/web-kit'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { StepUp } from './step-up'

describe('the step-up dialog', () => {
  it.each([
    ['STEP_UP_FACTOR_REQUIRED', 0],
    ['STEP_UP_REQUIRED', 1],
  ])('offers the password depending on the rejection %s', async (reason, passwords) => {
    signInAs({ role: 'superadmin' })
    let isProved = false
    const needed = { success: false, code: 'FORBIDDEN', reason, message: 'Please confirm.' }
    const backend = fakeBackend(
      on(securityApi.factors, exampleOf(securityApi.factors).response),
      on(securityApi.stepUp, () => {
        isProved = true
        return exampleOf(securityApi.stepUp).response
      }),
      on(policyApi.change, () =>
        isProved ? Response.json({ success: true, data: {}, notes: [] }) : Response.json(needed, { status: 403 }),
      ),
    )
    const { user } = await renderApp([{ path: '/', element: <StepUp /> }])
    const change = call(policyApi.change, { body: { strict: true } }).catch(() => undefined)
    const code = await screen.findByLabelText('Code')
    expect(screen.queryAllByRole('button', { name: 'Use the password' })).toHaveLength(passwords)
    await user.type(code, '123456')
    await change
    await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull())
    expect(backend.callsOf(policyApi.change)).toHaveLength(2)
  })
})
