import { type LimitsView, limitApi, limitsExample } from '@cascade/contracts/accounts'
import { renderApp } from '@cascade/ui-kit/testing'
import { fakeBackend, on, rejection, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { LimitsCard } from './limits-card'

async function openCard(view: Partial<LimitsView> = {}, { role = 'player' as const, change = {} as unknown } = {}) {
  signInAs({ role: 'admin' })
  const data = { ...limitsExample, ...view }
  const backend = fakeBackend(
    on(limitApi.read, { success: true, data }, { headers: { ETag: '"4"' } }),
    on(limitApi.change, change),
  )
  const account = { _id: 'p1', role }
  const page = await renderApp([{ path: '/', element: <LimitsCard account={account} /> }])
  await screen.findByText(/^Set by admin1/)
  return { backend, ...page }
}

const definitionOf = (term: string) => screen.getByText(term).nextElementSibling as HTMLElement
const barOf = (name: string) => screen.getByRole<HTMLProgressElement>('progressbar', { name: `${name} today` })

describe('the card of limits', () => {
  it('shows what today has used as figures and bars, and who set the limits', async () => {
    await openCard()
    expect(definitionOf('Stakes a day').textContent).toBe('150.00 of 2,000.00')
    expect(definitionOf('Highest balance').textContent).toBe('No limit')
    expect([barOf('Loss a day').value, barOf('Loss a day').max]).toEqual([60, 500])
    expect(definitionOf('Own limit of loss a day').textContent).toMatch(/^100\.00; 200\.00 from .*2026/)
    expect(screen.queryByText('May transfer points')).toBeNull()
  })

  it('shows a gain as an empty bar and a used limit as a full one', async () => {
    const usage = { ...limitsExample.usage, loss: -30, stakes: 2_000 }
    await openCard({ usage })
    expect(definitionOf('Loss a day').textContent).toBe('-30.00 of 500.00')
    expect(barOf('Loss a day').value).toBe(0)
    expect(barOf('Stakes a day').dataset.full).toBe('true')
  })

  it('changes limits in place, and sends changed ones only', async () => {
    const { user, backend } = await openCard({}, { change: { success: true, data: limitsExample } })
    await user.click(screen.getByRole('button', { name: 'Change limits' }))
    await user.clear(await screen.findByLabelText('Stakes a day'))
    await user.type(screen.getByLabelText('Highest balance'), '750')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    await waitFor(() => expect(backend.callsOf(limitApi.change)).toHaveLength(1))
    const [sent] = backend.callsOf(limitApi.change)
    expect([sent?.params, sent?.body]).toEqual([{ userId: 'p1' }, { stakeDayMax: null, balanceMax: 750 }])
    expect(sent?.headers.get('if-match')).toBe('"4"')
    expect(await screen.findByRole('button', { name: 'Change limits' })).toBeTruthy()
  })

  it('says at the field who has changed a limit meanwhile, and keeps what was typed', async () => {
    const message = 'The limits have just changed. Please look at them again.'
    const errors = { balanceMax: 'Changed meanwhile by root' }
    const { user, backend } = await openCard({}, { change: rejection(409, 'CONFLICT', message, errors) })
    await user.click(screen.getByRole('button', { name: 'Change limits' }))
    await user.type(await screen.findByLabelText('Highest balance'), '750')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    expect(await screen.findByText('Changed meanwhile by root')).toBeTruthy()
    expect(screen.getByText(message)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Highest balance').value).toBe('750.00')
    expect(backend.callsOf(limitApi.read).length).toBeGreaterThan(1)
  })

  it('explains an invalid limit at its field without sending it', async () => {
    const { user, backend } = await openCard()
    await user.click(screen.getByRole('button', { name: 'Change limits' }))
    await user.type(await screen.findByLabelText('Highest balance'), '1.005')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    expect(await screen.findByText('At most two decimals')).toBeTruthy()
    expect(backend.callsOf(limitApi.change)).toEqual([])
  })
})
