import { accountApi, type CashAccount, type CashEntry, cashApi, ledgerApi } from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall, rejection } from '@cascade/web-kit/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { detailsResponses } from '../testing/details'
import { answer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const master = { _id: 'master-0', username: 'master0', role: 'master' }
const soon = () => new Date(Date.now() + 86_400_000).toISOString()
const entry = (overrides: Partial<CashEntry> = {}): CashEntry => ({
  ...{ cashId: 'cash-0001', seq: 1, kind: 'paid', amount: 1250, balance: 1250, note: 'advance' },
  by: { accountId: 'master-0', username: 'master0', role: 'master' },
  ...{ createdAt: '2026-01-05T10:00:00.000Z', day: '2026-01-05' },
  ...overrides,
})
const accountOf = (overrides: Partial<CashAccount> = {}): CashAccount => ({
  ...{ parent: master, child: { _id: 'p1', username: 'player1', role: 'player' } },
  ...{ balance: 1250, opening: 0, closing: 1250, former: [] },
  ...overrides,
})
const listed = (rows: CashEntry[], overrides: Partial<CashAccount> = {}) =>
  on(cashApi.list, { success: true, data: rows, total: rows.length, account: accountOf(overrides) })

describe('the current account', () => {
  it('says who owes whom, and lists entries with the balance after each', async () => {
    const link = { cashId: 'cash-0002', createdAt: '2026-01-06T10:00:00.000Z', by: 'root' }
    fakeBackend(
      listed([
        entry({ cashId: 'cash-0009', seq: 2, kind: 'received', amount: -250, balance: 1000 }),
        entry({ reversedBy: link }),
      ]),
    )
    await open('master', 'cash/p1')
    await screen.findByText('advance', { exact: false, selector: 'tr:last-child *' })
    expect(screen.getByText(/^player1 owes you 1,250.00/)).toBeTruthy()
    const cells = screen.getAllByRole('row').slice(1)
    expect(cells[0]?.textContent).toMatch(/Received-250\.001,000\.00/)
    expect(cells[1]?.textContent).toMatch(/Paid1,250\.001,250\.00advance.*Reversed 2026-01-06.* by root/)
  })

  it('names the debtor for those above, who record nothing', async () => {
    fakeBackend(listed([entry()]))
    await open('admin', 'cash/p1')
    expect(await screen.findByText(/^player1 owes master0 1,250.00/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Record a payment' })).toBeNull()
  })

  it('of the user names the parent', async () => {
    const child = { _id: 'master-0', username: 'master0', role: 'master' }
    fakeBackend(listed([], { child, parent: { _id: 'a', username: 'area7', role: 'areamanager' } }))
    await open('master', 'cash/master-0')
    expect(await screen.findByRole('heading', { name: 'Current account with area7' })).toBeTruthy()
    expect(screen.getByText(/^You owe area7 1,250.00/)).toBeTruthy()
  })

  it('with an earlier parent is asked for by its id', async () => {
    const backend = fakeBackend(listed([entry()]))
    await open('admin', 'cash/p1?parentId=m9')
    await screen.findByText('advance')
    for (const { query } of backend.callsOf(cashApi.list)) expect(query.parentId).toBe('m9')
  })
})

describe('a payment', () => {
  const openForm = async (...responses: Parameters<typeof fakeBackend>) => {
    const backend = fakeBackend(...responses, listed([]))
    const { user } = await open('master', 'cash/p1')
    const type = async (amount: string) => {
      await user.click(await screen.findByRole('button', { name: 'Record a payment' }))
      await user.type(await screen.findByLabelText('Amount'), amount)
    }
    const send = async (name = 'Record a payment') => {
      const form = await screen.findByRole('form', { name: 'Record a payment' })
      await user.click(within(form).getByRole('button', { name }))
    }
    return { backend, user, type, send }
  }

  it('is sent once under a key, and shows its receipt', async () => {
    const recorded = entry({ kind: 'received', amount: -250, balance: 1000 })
    const { backend, user, type, send } = await openForm(on(cashApi.record, answer(recorded)))
    await type('250')
    await user.type(screen.getByLabelText('Note'), ' weekly ')
    await send()
    const receipt = within(await screen.findByRole('region', { name: 'Receipt' }))
    expect(receipt.getByText('player1 → master0')).toBeTruthy()
    expect(receipt.getByText('Afterwards: player1 owes master0 1,000.00')).toBeTruthy()
    const [call, ...more] = backend.callsOf(cashApi.record)
    expect(more).toEqual([])
    expect(call?.body).toEqual({ userId: 'p1', direction: 'received', amount: 250, note: 'weekly' })
    expect(call?.headers.get('idempotency-key')).toBeTruthy()
  })

  it('like the one before within two minutes needs a second click', async () => {
    const { backend, user, type, send } = await openForm(on(cashApi.record, answer(entry())))
    await type('70')
    await send()
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    await type('70')
    await send()
    expect(await screen.findByText(/^You recorded the same payment of 70.00 \d+ seconds ago. Again\?$/)).toBeTruthy()
    expect(backend.callsOf(cashApi.record)).toHaveLength(1)
    await send('Record again')
    await expect.poll(() => backend.callsOf(cashApi.record)).toHaveLength(2)
    const [first, second] = backend.callsOf(cashApi.record).map(({ headers }) => headers.get('idempotency-key'))
    expect(first).not.toBe(second)
  })

  it('without an amount is not sent, and a rejection is shown', async () => {
    const { backend, user, type, send } = await openForm(
      on(cashApi.record, rejection(400, 'VALIDATION', 'The balance would be too large.')),
      on(ledgerApi.outcomeOfKey, answer({ transferId: 't', outcome: 'unknown' })),
    )
    await type(' ')
    await send()
    expect(await screen.findByText('Invalid amount. Please enter a valid number.')).toBeTruthy()
    expect(backend.callsOf(cashApi.record)).toEqual([])
    await user.type(screen.getByLabelText('Amount'), '5')
    await send()
    expect(await screen.findByText('The balance would be too large.')).toBeTruthy()
  })
})

describe('a reversal', () => {
  it('leads from the receipt of an entry and needs reason and password', async () => {
    const reverse = (_call: RecordedCall) => answer(entry({ kind: 'reversal', amount: -1250, balance: 0 }))
    const backend = fakeBackend(on(cashApi.reverse, reverse), listed([entry({ reversibleUntil: soon() })]))
    const { user } = await open('master', 'cash/p1')
    await user.click(await screen.findByRole('button', { name: /^Receipt / }))
    await user.click(await screen.findByRole('button', { name: 'Reverse…' }))
    await user.click(screen.getByRole('button', { name: 'Reverse' }))
    expect(await screen.findByText('Reason is required for a reversal.')).toBeTruthy()
    expect(screen.getByText('Password is required for a reversal.')).toBeTruthy()
    await user.type(screen.getByLabelText('Reason'), 'wrong player')
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
    await expect.poll(() => backend.callsOf(cashApi.reverse)).toHaveLength(1)
    expect(backend.callsOf(cashApi.reverse)[0]).toMatchObject({
      params: { cashId: 'cash-0001' },
      body: { reason: 'wrong player', password: 'secret' },
    })
  })

  it('is not offered when it is too late', async () => {
    fakeBackend(listed([entry({ reversibleUntil: '2026-01-06T10:00:00.000Z' })]))
    const { user } = await open('master', 'cash/p1')
    await user.click(await screen.findByRole('button', { name: /^Receipt / }))
    await screen.findByRole('region', { name: 'Receipt' })
    expect(screen.queryByRole('button', { name: 'Reverse…' })).toBeNull()
  })
})

describe('the card of an account', () => {
  it('says who owes whom, and what is left with an earlier parent', async () => {
    const former = [{ parent: { _id: 'm9', username: 'master9', role: 'master' }, balance: 7 }]
    fakeBackend(
      on(accountApi.player.read, answer(makeAccount({ _id: 'p1', username: 'player1' }))),
      listed([entry()], { former }),
      ...detailsResponses,
    )
    const { router, user } = await open('master', 'player/players/details/p1')
    const card = within((await screen.findByText('player1 owes you 1,250.00')).closest('section')!)
    expect(card.getByRole('button', { name: 'Record a payment' })).toBeTruthy()
    const earlier = card.getByRole('link', { name: 'Earlier: player1 owes master9 7.00' })
    expect(earlier.getAttribute('href')).toBe('/master/cash/p1?parentId=m9')
    await user.click(card.getByRole('button', { name: 'Entries' }))
    expect(router.state.location.pathname).toBe('/master/cash/p1')
  })
})
