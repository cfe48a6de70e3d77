import { reversalApi, type Transfer } from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall, rejection } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer } from '../testing/make-account'
import { open } from '../testing/open-remote'

const soon = () => new Date(Date.now() + 86_400_000).toISOString()
const link = { transferId: 'r1', createdAt: '2026-01-06T10:00:00.000Z', by: 'root' }
const makeTransfer = (overrides: Partial<Transfer> = {}): Transfer => ({
  transferId: 't1',
  kind: 'transfer',
  amount: 250,
  from: { accountId: 'a1', username: 'admin1', role: 'admin', balance: 1_000 },
  to: { accountId: 'p1', username: 'player1', role: 'player', balance: 300 },
  note: 'weekly',
  by: { accountId: 'a1', username: 'admin1', role: 'admin' },
  createdAt: '2026-01-05T10:00:00.000Z',
  ...overrides,
})

const result = { transactionId: 'r1', amount: 250, reverses: { ...link, transferId: 't1' } }
const { from, to, by } = makeTransfer()

/** A backend that reverses the transfer, and its requests. */
function backendOf(
  transfer: Transfer,
  reply: (call: RecordedCall) => unknown = () => answer({ ...result, from, to, by }),
) {
  let isReversed = false
  const { reversibleUntil: _, ...reversed } = { ...transfer, reversedBy: link }
  return fakeBackend(
    on(reversalApi.read, () => answer(isReversed ? reversed : transfer)),
    on(reversalApi.reverse, (call: RecordedCall) => {
      isReversed = true
      return reply(call)
    }),
  )
}

const form = () => screen.findByRole('form', { name: 'Reverse' })

describe('the page of a transfer', () => {
  it('shows the transfer, what a reversal moves, and the reversal afterwards', async () => {
    const backend = backendOf(makeTransfer({ reversibleUntil: soon() }))
    const { user } = await open('admin', 'transfer/t1')
    const facts = await screen.findByRole('region', { name: 'Transfer' })
    for (const text of ['250.00', 'admin1', 'player1', 'weekly', /t1$/])
      expect(within(facts).getAllByText(text)).toBeTruthy()
    const balances = (name: string) =>
      within(screen.getByRole('region', { name }))
        .getAllByText(/^[\d,.]+$/)
        .map(({ textContent }) => textContent)
    await form()
    expect([balances('Gives back'), balances('Gets back')]).toEqual([
      ['300.00', '50.00'],
      ['1,000.00', '1,250.00'],
    ])
    await user.type(screen.getByLabelText('Reason'), ' wrong player ')
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Reverse' }))
    const reversal = await screen.findByRole('link', { name: 'Reversed on 2026-01-06 by root' })
    expect(reversal.getAttribute('href')).toBe('/admin/transfer/r1')
    expect(backend.callsOf(reversalApi.reverse)[0]).toMatchObject({
      params: { transferId: 't1' },
      body: { reason: 'wrong player', password: 'secret' },
    })
    expect(screen.queryByRole('form', { name: 'Reverse' })).toBeNull()
  })

  it('demands reason and password, and shows a rejection', async () => {
    const insufficient = () => rejection(400, 'VALIDATION', 'Insufficient balance.')
    const backend = fakeBackend(
      on(reversalApi.read, answer(makeTransfer({ reversibleUntil: soon() }))),
      on(reversalApi.reverse, insufficient),
    )
    const { user } = await open('admin', 'transfer/t1')
    await form()
    await user.click(screen.getByRole('button', { name: 'Reverse' }))
    expect(await screen.findByText('Reason is required for a reversal.')).toBeTruthy()
    expect(screen.getByText('Password is required for a reversal.')).toBeTruthy()
    expect(backend.callsOf(reversalApi.reverse)).toEqual([])
    await user.type(screen.getByLabelText('Reason'), 'x')
    await user.type(screen.getByLabelText('Password'), 'y{Enter}')
    expect(await screen.findByText('Insufficient balance.')).toBeTruthy()
  })

  it('shows the reversal when its response was lost', async () => {
    backendOf(makeTransfer({ reversibleUntil: soon() }), () => rejection(409, 'CONFLICT', 'Reversed already.'))
    const { user } = await open('admin', 'transfer/t1')
    await form()
    await user.type(screen.getByLabelText('Reason'), 'x')
    await user.type(screen.getByLabelText('Password'), 'y{Enter}')
    await waitFor(() => expect(screen.getByRole('link', { name: /^Reversed / })).toBeTruthy())
  })

  it.each([
    ['of a reversal', { kind: 'reversal', reverses: { ...link, transferId: 't0' } }],
    ['that is too old', { reversibleUntil: '2026-01-05T10:00:00.000Z' }],
    ['that the user may not reverse', {}],
  ] as const)('has no form for a transfer %s', async (_, overrides) => {
    fakeBackend(on(reversalApi.read, answer(makeTransfer(overrides))))
    await open('master', 'transfer/t1')
    await screen.findByRole('region', { name: 'Transfer' })
    expect(screen.queryByRole('form')).toBeNull()
    const links = screen.getAllByRole('link').map(each => each.getAttribute('href'))
    expect(links.includes('/master/transfer/t0')).toBe('reverses' in overrides)
  })

  it('hides a balance that the user may not see', async () => {
    const issuer = { username: 'issuer', role: 'issuer' }
    fakeBackend(
      on(reversalApi.read, answer(makeTransfer({ kind: 'generated', from: issuer, reversibleUntil: soon() }))),
    )
    await open('superadmin', 'transfer/t1')
    await form()
    expect(within(screen.getByRole('region', { name: 'Gets back' })).getAllByText('–')).toHaveLength(2)
  })
})
