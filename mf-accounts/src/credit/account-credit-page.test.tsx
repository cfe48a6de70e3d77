import { sideRoles } from '@cascade/contracts'
import { accountApi, childrenApi, ledgerApi, senderApi, sessionApi } from '@cascade/contracts/accounts'
import { chooseOption, selectedOption } from '@cascade/ui-kit/testing'
import { fakeBackend, on, rejection, signInAs } from '@cascade/web-kit/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { textsOfLevels } from '../testing/level-texts'
import { answer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'
import { creditAttempts, creditObject } from './book-credit'

const player = makeAccount({ walletBalance: 80 })
const senders = [
  { _id: 'admin-0', username: 'admin0', role: 'admin', walletBalance: 500 },
  { _id: 'parent-1', username: 'parent1', role: 'master', walletBalance: 900 },
]
const booked = {
  success: true,
  message: 'Credit transferred successfully.',
  data: {
    transactionId: 't1',
    senderWallet: 400,
    receiverWallet: 180,
    players: [],
    by: {
      ...{ accountId: 'admin-0', username: 'admin0', role: 'admin' },
      ...{ person: { id: 'person-1', name: 'Anita Rao' }, approvedBy: 'root' },
    },
  },
}
const adjusted = { ...booked, data: { ...booked.data, receiver: { ...senders[1], walletBalance: 1 } } }

async function openCredit(
  kind: 'transfer' | 'adjust',
  reply: unknown = kind === 'transfer' ? booked : adjusted,
  outcome: 'booked' | 'refused' | 'unknown' = 'unknown',
) {
  const backend = fakeBackend(
    on(accountApi.player.read, answer(player)),
    on(sessionApi.loadCredit, answer(senders)),
    on(accountApi.player[kind], reply),
    on(ledgerApi.outcomeOfKey, answer({ transferId: 't1', outcome })),
  )
  const page = await open('admin', `player/credit${kind}/${player._id}`)
  await screen.findByLabelText('Amount to Transfer')
  const sent = () => backend.callsOf<typeof accountApi.player.transfer>(accountApi.player[kind] as never)
  return { backend, sent, ...page }
}
const submit = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: /Credit Transfer$/ }))
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount to Transfer')

async function fill(user: UserEvent, points: string, password = 'secret-1') {
  await user.type(amount(), points)
  await user.type(screen.getByLabelText('Password'), password)
}

describe('a credit transfer', () => {
  it('shows both parties with their balances before and after', async () => {
    const { user } = await openCredit('transfer')
    expect(screen.getByRole('heading', { level: 1, name: 'Player Credit Transfer' })).toBeTruthy()
    const recipient = within(screen.getByRole('region', { name: 'Recipient' }))
    const sender = within(screen.getByRole('region', { name: 'Sender' }))
    expect(recipient.getByText('player1')).toBeTruthy()
    expect(recipient.getByText('80.00')).toBeTruthy()
    expect(sender.getByText('500.00')).toBeTruthy()
    await user.type(amount(), '100')
    expect(await recipient.findByText('180.00')).toBeTruthy()
    expect(sender.getByText('400.00')).toBeTruthy()
  })

  it('is booked and confirmed, clears the form and reloads the balances', async () => {
    const { user, sent, backend } = await openCredit('transfer')
    await fill(user, '100')
    const reads = () => backend.callsOf(sessionApi.loadCredit).length
    const readsBefore = reads()
    await submit(user)
    expect(await screen.findByText('Credit transfer successful!')).toBeTruthy()
    expect(sent()[0]?.body).toEqual({
      userId: 'admin-0',
      toUserId: 'player-1',
      transferAmount: 100,
      password: 'secret-1',
      authUser: 'admin-0',
    })
    expect(amount().value).toBe('')
    await waitFor(() => expect(reads()).toBeGreaterThan(readsBefore))
    await waitFor(() => expect(screen.queryByText('Credit transfer successful!')).toBeNull())
  })

  it('may be paid by the parent of the receiver', async () => {
    const { user, sent } = await openCredit('transfer')
    await chooseOption(user, 'Sender account', 'parent1')
    await fill(user, '700')
    await submit(user)
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ userId: 'parent-1', transferAmount: 700 }))
  })

  it('keeps the chosen sender for the next one, also in a new form', async () => {
    const { user, sent, unmount } = await openCredit('transfer')
    expect(document.activeElement).toBe(amount())
    await chooseOption(user, 'Sender account', 'parent1')
    await fill(user, '700')
    await submit(user)
    expect(await screen.findByText('Credit transfer successful!')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(amount()))
    expect(selectedOption('Sender account')).toContain('parent1')
    await fill(user, '5')
    await submit(user)
    await waitFor(() => expect(sent().map(call => call.body.userId)).toEqual(['parent-1', 'parent-1']))
    unmount()
    await openCredit('transfer')
    expect(selectedOption('Sender account')).toContain('parent1')
  })

  it('shows a lasting receipt with parties, person and account, balances and next actions', async () => {
    const { user, sent } = await openCredit('transfer')
    await chooseOption(user, 'Sender account', 'parent1')
    await user.type(screen.getByLabelText('Note'), 'for May')
    await fill(user, '100')
    await submit(user)
    const receipt = within(await screen.findByRole('region', { name: 'Receipt' }))
    expect(receipt.getByText('parent1', { selector: 'span' })).toBeTruthy()
    expect(receipt.getByText(/^By Anita Rao \(admin0\), approved by root, /)).toBeTruthy()
    expect(receipt.getByText('400.00')).toBeTruthy()
    expect(receipt.getByText('180.00')).toBeTruthy()
    expect(receipt.getByText('for May')).toBeTruthy()
    expect(receipt.getByRole('button', { name: 'Reverse…' })).toBeTruthy()
    expect(sent()[0]?.body).toMatchObject({ note: 'for May' })
    await waitFor(() => expect(screen.queryByText('Credit transfer successful!')).toBeNull())
    await user.click(receipt.getByRole('button', { name: 'Again' }))
    expect(amount().value).toBe('100.00')
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  })

  it('can be taken back from its receipt, to the same wallet', async () => {
    const { user, router } = await openCredit('transfer')
    await chooseOption(user, 'Sender account', 'parent1')
    await fill(user, '70')
    await submit(user)
    await user.click(await screen.findByRole('button', { name: 'Take back' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Player Credit Adjust' })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/admin/player/creditadjust/player-1')
    expect(amount().value).toBe('70.00')
    expect(selectedOption('Sender account')).toContain('parent1')
  })

  it("offers quick amounts up to the sender's balance", async () => {
    const { user } = await openCredit('transfer')
    const quick = within(screen.getByRole('group', { name: 'Usual amounts' }))
    expect(quick.getByRole('button', { name: '1,000.00' }).hasAttribute('disabled')).toBe(true)
    await user.click(quick.getByRole('button', { name: '500.00' }))
    expect(amount().value).toBe('500.00')
    await user.click(quick.getByRole('button', { name: 'All: 500.00' }))
    expect(screen.queryByText('Insufficient balance.')).toBeNull()
  })

  it('warns that an account, or one above it, is deactivated', async () => {
    fakeBackend(
      on(accountApi.player.read, answer({ ...player, suspendedBy: { _id: 'm3', username: 'master3' } })),
      on(sessionApi.loadCredit, answer(senders)),
    )
    await open('admin', 'player/credittransfer/player-1')
    expect(await screen.findByText(/master3, above it, is deactivated/)).toBeTruthy()
  })

  it('leaves an untouched amount empty', async () => {
    const { user } = await openCredit('transfer')
    await user.tab()
    expect(amount().value).toBe('')
  })

  it('reports missing values at the fields and above the form', async () => {
    const { user, sent } = await openCredit('transfer')
    await submit(user)
    expect(await screen.findByText('Amount is required')).toBeTruthy()
    expect(screen.getByText('Password is required')).toBeTruthy()
    expect(screen.getByText('Invalid transfer amount. Please enter a valid number.')).toBeTruthy()
    expect(sent()).toHaveLength(0)
  })

  it('reports a missing password with its own message', async () => {
    const { user } = await openCredit('transfer')
    await user.type(amount(), '5')
    await submit(user)
    expect(await screen.findByText('Password is required for credit transfer.')).toBeTruthy()
  })

  it("reports an amount above the sender's balance while typing and does not send it", async () => {
    const { user, sent } = await openCredit('transfer')
    await fill(user, '500.01')
    expect(await screen.findByText('Insufficient balance.')).toBeTruthy()
    await submit(user)
    expect(sent()).toHaveLength(0)
    // Shown only once.
    expect(screen.getAllByText('Insufficient balance.')).toHaveLength(1)
  })

  it('clears the old errors at a new attempt', async () => {
    let answer: () => void = () => undefined
    const { user } = await openCredit('transfer', () => new Promise(resolve => (answer = () => resolve(booked))))
    await submit(user)
    expect(await screen.findByText('Invalid transfer amount. Please enter a valid number.')).toBeTruthy()
    await fill(user, '100')
    await submit(user)
    expect(await screen.findByRole('button', { name: /Processing/ })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    answer()
    expect(await screen.findByText('Credit transfer successful!')).toBeTruthy()
  })

  it('keeps the key in a retry after an inconclusive rejection; every booking has its own', async () => {
    const replies: unknown[] = [rejection(400, 'VALIDATION', 'Invalid password'), booked, booked]
    const { user, sent } = await openCredit('transfer', () => replies.shift())
    await fill(user, '100')
    await submit(user)
    expect(await screen.findByText('Invalid password')).toBeTruthy()
    expect(amount().value).toBe('100.00')
    await submit(user)
    expect(await screen.findByText('Credit transfer successful!')).toBeTruthy()
    await fill(user, '50')
    await submit(user)
    await waitFor(() => expect(sent()).toHaveLength(3))
    const keys = sent().map(call => call.headers.get('idempotency-key'))
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false])
  })

  it('keeps the key in a retry without a response, also when the user retries by hand', async () => {
    let calls = 0
    const busy = () => {
      calls += 1
      return calls <= 3 ? rejection(503, 'UNAVAILABLE', 'The service is busy. Please try again.') : booked
    }
    const { user, sent } = await openCredit('transfer', busy)
    await fill(user, '100')
    await submit(user)
    expect(await screen.findByText('Unknown error occurred during credit transfer.')).toBeTruthy()
    expect(screen.getByText(/The last attempt to move 100.00 got no answer/)).toBeTruthy()
    await submit(user)
    expect(await screen.findByText('Credit transfer successful!')).toBeTruthy()
    const keys = new Set(sent().map(call => call.headers.get('idempotency-key')))
    expect(sent()).toHaveLength(4)
    expect(keys.size).toBe(1)
    expect(screen.queryByText(/got no answer/)).toBeNull()
  })
})

describe('a transfer without a response', () => {
  const busy = () => rejection(503, 'UNAVAILABLE', 'The service is busy. Please try again.')
  const verdict = (outcome: 'booked' | 'refused') =>
    Response.json(
      { success: false, code: 'VALIDATION', message: 'Insufficient balance.', requestId: 'r1' },
      { status: 400, headers: { 'idempotent-outcome': outcome } },
    )
  async function lose(replies: (() => unknown)[], outcome: 'booked' | 'refused' | 'unknown' = 'unknown') {
    const left = [busy, busy, busy, ...replies]
    const { user, sent } = await openCredit('transfer', () => left.shift()?.(), outcome)
    return { user, sent, keys: () => sent().map(call => call.headers.get('idempotency-key')) }
  }
  const isOpen = () => screen.queryByText(/The last attempt to move 100.00 got no answer/) !== null

  it.each([
    ['the session has ended', 401, 'UNAUTHENTICATED'],
    ['it is forbidden', 403, 'FORBIDDEN'],
    ['it was tried too often', 429, 'TOO_MANY_REQUESTS'],
  ])('keeps its key when the response is only that %s', async (_why, status, code) => {
    const { user, keys } = await lose([() => rejection(status, code, 'Not now.'), () => booked])
    await fill(user, '100')
    await submit(user)
    await waitFor(() => expect(isOpen()).toBe(true))
    await submit(user)
    await waitFor(() => expect(keys()).toHaveLength(4))
    if (status !== 401) {
      expect(await screen.findByText('Not now.')).toBeTruthy()
      expect(isOpen()).toBe(true)
      await submit(user)
      expect(await screen.findByText('Credit transfer successful!')).toBeTruthy()
    }
    expect(new Set(keys()).size).toBe(1)
    if (status === 401) expect(JSON.stringify(localStorage)).toContain(keys()[0])
  })

  it('gets a new key after a final rejection', async () => {
    const { user, keys } = await lose([() => verdict('refused'), () => booked])
    await fill(user, '100')
    await submit(user)
    await waitFor(() => expect(isOpen()).toBe(true))
    await submit(user)
    expect(await screen.findByText('Insufficient balance.')).toBeTruthy()
    expect(isOpen()).toBe(false)
    await submit(user)
    expect(await screen.findByText('Credit transfer successful!')).toBeTruthy()
    expect(new Set(keys()).size).toBe(2)
  })

  async function enterAnother(user: UserEvent) {
    await user.clear(amount())
    await user.type(amount(), '50')
    await submit(user)
  }

  it('shows its receipt above an empty form if it was booked; the next one is a new request', async () => {
    const { user, keys } = await lose([() => booked], 'booked')
    await user.type(screen.getByLabelText('Note'), 'for May')
    await fill(user, '100')
    await submit(user)
    expect(await screen.findByText(/The attempt before, of 100.00, was booked after all/)).toBeTruthy()
    expect(keys()).toHaveLength(3)
    expect(isOpen()).toBe(false)
    const receipt = within(await screen.findByRole('region', { name: 'Receipt' }))
    expect(receipt.getByText('admin0')).toBeTruthy()
    expect(receipt.getByText('for May')).toBeTruthy()
    expect(receipt.getByText('Reference t1')).toBeTruthy()
    for (const label of ['Amount to Transfer', 'Password', 'Note'])
      expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('')
    await fill(user, '50')
    await submit(user)
    expect(await screen.findByText('Credit transfer successful!')).toBeTruthy()
    expect(new Set(keys()).size).toBe(2)
  })

  it('allows another one if it was rejected', async () => {
    const { user, sent } = await lose([() => booked], 'refused')
    await fill(user, '100')
    await submit(user)
    expect(await screen.findByText(/The last attempt to move 100.00 was not booked/)).toBeTruthy()
    await enterAnother(user)
    expect(await screen.findByText('Credit transfer successful!')).toBeTruthy()
    expect(sent().at(-1)?.body).toMatchObject({ transferAmount: 50 })
  })

  it('blocks another one while it may be in flight', async () => {
    const { user, keys } = await lose([], 'unknown')
    await fill(user, '100')
    await submit(user)
    await waitFor(() => expect(isOpen()).toBe(true))
    await enterAnother(user)
    expect(await screen.findByText('Unknown error occurred during credit transfer.')).toBeTruthy()
    expect(isOpen()).toBe(true)
    expect(keys()).toHaveLength(3)
  })
})

describe('an identical transfer', () => {
  it('needs one more click shortly after the first', async () => {
    const { user, sent } = await openCredit('transfer')
    await fill(user, '100')
    await submit(user)
    expect(await screen.findByText('Credit transfer successful!')).toBeTruthy()
    await fill(user, '100')
    await submit(user)
    expect(await screen.findByText(/^Same amount, \d+ s ago: 100.00 went the same way/)).toBeTruthy()
    expect(sent()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: /Send again$/ }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]?.headers.get('idempotency-key')).not.toBe(sent()[0]?.headers.get('idempotency-key'))
    await waitFor(() => expect(screen.queryByText(/^Same amount/)).toBeNull())
    await fill(user, '99')
    await submit(user)
    await waitFor(() => expect(sent()).toHaveLength(3))
  })
})

describe('an offline transfer', () => {
  it.each([
    ['knows that it is offline', true],
    ['believes to be online', false],
  ])(
    'is reported as possibly booked when the browser %s, and nothing is sent later automatically',
    async (_how, isReported) => {
      const { user, sent, backend } = await openCredit('transfer')
      await fill(user, '100')
      act(() => backend.disconnect({ isReported }))
      await submit(user)
      expect(
        await screen.findByText(/The last attempt to move 100.00 got no answer. It may have been booked./),
      ).toBeTruthy()
      expect(screen.queryByText(/nothing was sent/i)).toBeNull()
      await waitFor(() => expect(screen.queryByText('Processing...')).toBeNull())
      // The note covers it: the transfer is not known to have failed.
      expect(screen.queryByText('Unknown error occurred during credit transfer.')).toBeNull()
      expect(amount().value).toBe('100.00')

      act(() => backend.reconnect())
      // Anything queued for the connection would be sent now, before the user's next request.
      await submit(user)
      expect(await screen.findByText('Credit transfer successful!')).toBeTruthy()
      expect(sent()).toHaveLength(1)
    },
  )
})

describe('an unanswered transfer', () => {
  const isOpen = () => screen.queryByText(/The last attempt to move 100.00 got no answer/) !== null
  /** Opens a form after an unanswered attempt in this or another tab. */
  async function openAfter(outcome: 'booked' | 'refused' | 'unknown') {
    signInAs({ _id: 'admin-0' })
    const booking = { kind: 'transfer' as const, toUserId: player._id, userId: 'admin-0', amount: 100 }
    const attempt = await creditAttempts.begin(creditObject(booking), booking)
    return { ...(await openCredit('transfer', booked, outcome)), attempt }
  }

  it('is queried by the next form, which reports that it was booked', async () => {
    const { user, backend, sent, attempt } = await openAfter('booked')
    expect(await screen.findByText(/The attempt before, of 100.00, was booked after all/)).toBeTruthy()
    expect(backend.callsOf(ledgerApi.outcomeOfKey)[0]?.query).toMatchObject({ key: attempt.key })
    await waitFor(() => expect(backend.callsOf(sessionApi.loadCredit).length).toBe(2))
    expect(sent()).toHaveLength(0)
    await fill(user, '100')
    await submit(user)
    expect(await screen.findByText(/^Same amount, \d+ s ago: 100.00 went the same way/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /close/i }))
    expect(screen.queryByText(/was booked after all/)).toBeNull()
  })

  it('is reported as not booked if the server rejected it', async () => {
    await openAfter('refused')
    expect(await screen.findByText('The last attempt to move 100.00 was not booked. You can try again.')).toBeTruthy()
  })

  it('can be queried again while it may be in flight', async () => {
    const { user, backend } = await openAfter('unknown')
    await waitFor(() => expect(isOpen()).toBe(true))
    const queries = () => backend.callsOf(ledgerApi.outcomeOfKey).length
    await waitFor(() => expect(queries()).toBeGreaterThan(0))
    const before = queries()
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(queries()).toBeGreaterThan(before))
    expect(isOpen()).toBe(true)
  })

  it('is followed here if another tab sent it', async () => {
    await openCredit('transfer', booked)
    const object = { kind: 'transfer' as const, toUserId: player._id }
    const name = creditAttempts.nameOf(creditObject(object))
    const attempt = { key: 'of-the-other', fields: { ...object, userId: 'admin-0', amount: 100 }, sentAt: Date.now() }
    const write = (change: object) =>
      act(() => {
        localStorage.setItem(name, JSON.stringify({ ...attempt, ...change }))
        dispatchEvent(new StorageEvent('storage', { key: name }))
      })
    write({})
    await waitFor(() => expect(isOpen()).toBe(true))
    write({ verdict: 'booked', settledAt: Date.now() })
    expect(await screen.findByText(/The attempt before, of 100.00, was booked after all/)).toBeTruthy()
  })

  it('counts as booked when a rejection says that its key was booked', async () => {
    const reused = Response.json(
      { success: false, code: 'UNPROCESSABLE', reason: 'KEY_REUSED', message: 'No.', requestId: 'r1' },
      { status: 422, headers: { 'idempotent-outcome': 'booked' } },
    )
    const { user, sent } = await openCredit('transfer', reused)
    await fill(user, '100')
    await submit(user)
    expect(await screen.findByText(/The attempt before, of 100.00, was booked after all/)).toBeTruthy()
    expect(screen.queryByText('No.')).toBeNull()
    expect(sent()).toHaveLength(1)
  })
})

describe('a credit adjustment', () => {
  it('takes points back and has its own messages', async () => {
    const { user, sent } = await openCredit('adjust')
    expect(screen.getByRole('heading', { level: 1, name: 'Player Credit Adjust' })).toBeTruthy()
    await fill(user, '30')
    expect(await within(screen.getByRole('region', { name: 'Recipient' })).findByText('50.00')).toBeTruthy()
    await submit(user)
    expect(await screen.findByText('Credit adjustment successful!')).toBeTruthy()
    expect(sent()[0]?.body).toMatchObject({ adjustAmount: 30, transactionType: 'credit', userId: 'admin-0' })
  })

  it("is limited by the recipient's balance", async () => {
    const { user } = await openCredit('adjust')
    await fill(user, '80.01')
    expect(await screen.findByText('Insufficient balance.')).toBeTruthy()
  })

  it('requires at least one point', async () => {
    const { user } = await openCredit('adjust')
    await fill(user, '0.5')
    await submit(user)
    expect(await screen.findByText('Amount must be greater than 0')).toBeTruthy()
    expect(screen.getByText('Invalid adjustment amount. Please enter a valid number.')).toBeTruthy()
  })

  it('reports a missing password with its own message, too', async () => {
    const { user } = await openCredit('adjust')
    await user.type(amount(), '5')
    await submit(user)
    expect(await screen.findByText('Password is required for credit adjustment.')).toBeTruthy()
  })
})

describe('credit screens', () => {
  it.each(textsOfLevels)('have their titles for %s', async (level, { credit }) => {
    fakeBackend(
      on(accountApi[level].read, answer(makeAccount({ role: level }))),
      on(sessionApi.loadCredit, answer(senders)),
      ...sideRoles.map(role =>
        on(senderApi[role], { ...answer(senders[0]), senderAmount: { _id: 'admin-0', walletBalance: 500 } }),
      ),
    )
    for (const [kind, title] of [
      ['transfer', `${credit} Credit Transfer`],
      ['adjust', `${credit} Credit Adjust`],
    ]) {
      const { unmount } = await open('superadmin', `${level}/credit${kind}/${level}-1`)
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
      unmount()
    }
  })

  it('send the credit of a child through its parent', async () => {
    const backend = fakeBackend(
      on(sessionApi.fetchUserById, answer(player)),
      on(childrenApi.master.read, answer(player)),
      on(sessionApi.loadCredit, answer(senders)),
      on(childrenApi.master.transfer, booked),
    )
    const { user } = await open('admin', 'player/players/details/player-1/credittransfer')
    await screen.findByLabelText('Amount to Transfer')
    await fill(user, '10')
    await submit(user)
    expect(await screen.findByText('Credit transfer successful!')).toBeTruthy()
    const [call] = backend.callsOf(childrenApi.master.transfer)
    expect(call?.params).toEqual({ parentId: 'parent-1', childId: 'player-1' })
    expect(call?.body).toMatchObject({ parentId: 'parent-1', toUserId: 'player-1' })
  })

  it.each([
    ['gift', 'Gift Credit Transfer'],
    ['loan', 'Loan Credit Transfer'],
    ['otc', 'OTC Credit Transfer'],
  ] as const)('load the sender of %s with its own call', async (level, title) => {
    fakeBackend(
      on(accountApi[level].read, answer(makeAccount({ role: level }))),
      on(senderApi[level], { ...answer(senders[0]), senderAmount: { _id: 'admin-0', walletBalance: 500 } }),
    )
    await open('admin', `${level}/credittransfer/${level}-1`)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(within(await screen.findByRole('region', { name: 'Sender' })).getByText('500.00')).toBeTruthy()
  })
})
