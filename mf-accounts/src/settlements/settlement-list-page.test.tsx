import { exampleOf } from '@cascade/contracts'
import {
  ledgerApi,
  type Run,
  runApi,
  type Settlement,
  settlementApi,
  settlementTexts,
} from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall, rejection } from '@cascade/web-kit/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { answer } from '../testing/make-account'
import { open } from '../testing/open-remote'

const [example] = exampleOf(settlementApi.list).response.data as [Settlement]
const settlement = (overrides: Partial<Settlement> = {}): Settlement => ({ ...example, ...overrides })
const by = { accountId: 'master-0', username: 'master0', role: 'master' }
const period = { from: '2026-01-05', to: '2026-01-11' }
const signature = { position: 7, hash: 'h', signature: 's', comparison: 'same' as const }
const closed = { period, closedAt: '2026-01-12T04:00:00.000Z', closedBy: by, ...signature }
const next = { from: '2026-01-12', to: '2026-01-18', isOver: false }
const week = (rows: Settlement[], overrides: object = {}) => ({
  ...{ success: true, data: rows, total: rows.length, parent: { ...by, _id: 'master-0' }, next, closed },
  ...{ settlementPeriod: 'week', closes: true },
  unpaid: rows.reduce((sum, { state, due }) => (state === 'closed' ? sum + due : sum), 0),
  ...overrides,
})
const listed = (...input: Parameters<typeof week>) => on(settlementApi.list, week(...input))
const run = (overrides: Partial<Run> = {}): Run => ({
  ...{ _id: 'run-1', operation: 'close-week', role: 'player', state: 'done', total: 1, done: 1, refused: 0 },
  ...{ note: '', startedAt: '2026-01-12T04:00:00.000Z' },
  ...overrides,
})
const ran = (of: Run) => on(runApi.read, { success: true, data: [], total: 0, run: of })
const button = (name: string) => screen.findByRole('button', { name })

describe('the page of settlements', () => {
  it.each([
    ['is over', { ...period, isOver: true }, '2026-01-11'],
    ['is not over', next, '2026-01-11'],
  ])('opens the newest week that is closed or can be closed when the next %s', async (_, of, to) => {
    const backend = fakeBackend(listed([settlement()], { next: of }))
    await open('master', 'settlements')
    await screen.findByText('player1')
    expect(backend.callsOf(settlementApi.list).at(-1)?.query).toMatchObject({ userId: 'master-0', period: to })
  })

  const isClosable = { closed: undefined, next: { ...next, isOver: true } }
  it.each([
    [/^2026-01-05 – 2026-01-11 · Closed 2026-01-12 by master0 · as closed · Unpaid: 20.50 points$/, '2026-01-11', {}],
    [/ · differs today · /, '2026-01-11', { closed: { ...closed, comparison: 'different' } }],
    [/ · comparison unavailable · /, '2026-01-11', { closed: { ...closed, comparison: 'unavailable' } }],
    [/ · Open until 2026-01-18$/, '2026-01-18', { closed: undefined }],
    [/ · Can be closed$/, '2026-01-18', isClosable],
    [/ · Open: the period until 2026-01-18 is closed first$/, '2026-01-25', isClosable],
    [/ · Not closed$/, '2025-12-28', { closed: undefined }],
    [/ · In this branch only the admin closes periods\.$/, '2026-01-18', { ...isClosable, closes: false }],
  ])('says of a week: %s', async (words, to, overrides) => {
    fakeBackend(listed([settlement()], overrides))
    await open('master', `settlements?period=${to}`)
    expect(await screen.findByText(words)).toBeTruthy()
    const canClose = screen.queryByRole('button', { name: 'Close week…' }) !== null
    expect(canClose).toBe(String(words).includes('Can be closed'))
  })

  it('goes through the days of a branch that settles daily, and closes a day', async () => {
    const day = { from: '2026-01-12', to: '2026-01-12' }
    fakeBackend(listed([], { settlementPeriod: 'day', closed: undefined, next: { ...day, isOver: true } }))
    const { user, router } = await open('master', 'settlements')
    expect(await screen.findByText('2026-01-12 · Can be closed')).toBeTruthy()
    expect(await button('Close day…')).toBeTruthy()
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(router.state.location.search).toBe('?period=2026-01-11'))
    expect(await screen.findByText('2026-01-11 · Not closed')).toBeTruthy()
  })

  it('goes through the weeks by arrow keys, and to the week of a day', async () => {
    fakeBackend(listed([settlement()]))
    const { user, router } = await open('master', 'settlements?page=2')
    await screen.findByText('player1')
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(router.state.location.search).toBe('?period=2026-01-04'))
    await user.keyboard('{ArrowRight}{Control>}{ArrowRight}{/Control}')
    await waitFor(() => expect(router.state.location.search).toBe('?period=2026-01-11'))
    await act(() => router.navigate('/master/settlements?period=2026-01-14'))
    const picker = await screen.findByLabelText<HTMLInputElement>('Week of a day')
    await waitFor(() => expect(picker.value).toBe('2026-01-18'))
  })

  it('says what differs and what was corrected, and links to account, transfer and settlements below', async () => {
    const differs = { play: 1010, win: 700, commission: 20.2, net: 290 }
    const child = { userId: 'area-1', username: 'area1', role: 'areamanager' as const }
    const paid = { state: 'paid' as const, paidAs: 'points' as const, paidBy: by, transferId: 't1' }
    fakeBackend(listed([settlement({ ...child, ...paid, differs })], { parent: { ...by, _id: 'other' } }))
    await open('admin', 'settlements?userId=other&period=2026-01-11')
    const notes = (await screen.findByText(/^Draw draw-1/)).textContent?.split(' · ')
    expect(notes).toEqual([
      expect.stringMatching(/corrected on 2026-01-06: win \+50.00, current account -50.00. Read wrongly$/),
      'Of the current account, 24.50 are from bets of earlier periods',
      'Differs today: play 1,010.00, win 700.00, commission 20.20, net 290.00',
    ])
    // Net and what was carried.
    expect(screen.getByRole('cell', { name: '304.50' })).toBeTruthy()
    const links = screen.getAllByRole('link').map(link => link.getAttribute('href'))
    expect(links).toEqual([
      '/admin/settlements?userId=area-1&period=2026-01-11',
      '/admin/cash/area-1',
      '/admin/transfer/t1',
    ])
    expect(screen.getByRole('heading', { name: 'Settlements of master0' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  })

  it('shows a child a line on a phone', async () => {
    const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
    happyDOM.setViewport({ width: 390 })
    onTestFinished(() => happyDOM.setViewport({ width: 1024 }))
    fakeBackend(listed([settlement()]))
    const { user } = await open('master', 'settlements')
    const line = await screen.findByRole('button', { name: /^player1 20.50 .*Draw draw-1/ })
    await user.click(line)
    const sheet = within(await screen.findByRole('dialog', { name: 'player1' }))
    expect(sheet.getByRole('button', { name: 'Pay…' })).toBeTruthy()
    expect(sheet.getByText('Current account (cash)')).toBeTruthy()
  })
})

describe('a close', () => {
  const openClose = async (close: (call: RecordedCall) => unknown) => {
    let isClosed = false
    const state = () =>
      isClosed ? week([settlement()]) : week([], { closed: undefined, next: { ...period, isOver: true } })
    const { preview } = exampleOf(settlementApi.close).response.data
    const backend = fakeBackend(
      on(settlementApi.list, state),
      on(settlementApi.close, (seen: RecordedCall<typeof settlementApi.close>) => {
        if (seen.body.preview) return answer({ preview })
        isClosed = true
        return close(seen as RecordedCall)
      }),
      ran(run()),
    )
    const view = await open('master', 'settlements')
    await view.user.click(await button('Close week…'))
    return { backend, ...view }
  }

  it('shows what it freezes, runs, and shows the settlements of that week', async () => {
    const { backend, user, router } = await openClose(() => answer({ run: run() }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Close the week 2026-01-05 to 2026-01-11')).toBeTruthy()
    expect(await dialog.findByText(/^Frozen and signed.* 1 accounts with play 1,000.00, win 700.00/)).toBeTruthy()
    expect(dialog.getByText(/^Enters the current accounts: 280.00 in cash/)).toBeTruthy()
    expect(dialog.getByText(/^Draw draw-1 .* Read wrongly$/)).toBeTruthy()
    expect(backend.callsOf(settlementApi.close).map(({ body }) => body)).toEqual([{ to: '2026-01-11', preview: true }])
    await user.click(dialog.getByRole('button', { name: 'Close the week' }))
    expect(await screen.findByText('1 of 1 done')).toBeTruthy()
    expect(backend.callsOf(settlementApi.close).at(-1)?.body).toEqual({ to: '2026-01-11' })
    await user.click(await screen.findByText('Close'))
    expect(await screen.findByText('player1')).toBeTruthy()
    expect(router.state.location.search).toBe('?period=2026-01-11')
  })

  it('that is rejected says why, and is repeated under its key', async () => {
    const { backend, user } = await openClose(() => rejection(503, 'UNAVAILABLE', settlementTexts.behind))
    await screen.findByText(/^Frozen and signed/)
    await user.click(await button('Close the week'))
    expect(await screen.findByText(settlementTexts.behind)).toBeTruthy()
    await user.click(await button('Close the week'))
    const keys = () => backend.callsOf(settlementApi.close).flatMap(call => call.headers.get('idempotency-key') ?? [])
    await waitFor(() => expect(keys()).toHaveLength(2))
    expect(new Set(keys()).size).toBe(1)
  })
})

describe('a payment', () => {
  const openPayment = async (name: string, ...responses: Parameters<typeof fakeBackend>) => {
    const outcome = on(ledgerApi.outcomeOfKey, answer({ transferId: 't', outcome: 'unknown' }))
    const backend = fakeBackend(...responses, outcome, listed([settlement()]))
    const view = await open('master', 'settlements')
    await view.user.click(await button(name))
    const form = within(await screen.findByRole('form', { name: /^Pay/ }))
    const send = async () => view.user.click(await form.findByRole('button', { name: /Pay$/ }))
    return { backend, form, send, ...view }
  }

  it('in cash is sent once, with the password', async () => {
    const { backend, form, send, user } = await openPayment('Pay… player1', on(settlementApi.pay, answer(settlement())))
    expect(form.getByText('To pay: 20.50')).toBeTruthy()
    await user.click(form.getByText('Cash'))
    await send()
    expect(await form.findByText(settlementTexts.password)).toBeTruthy()
    await user.type(form.getByLabelText('Password'), 'secret')
    await send()
    expect(await screen.findByText(settlementTexts.paid)).toBeTruthy()
    const [call, ...more] = backend.callsOf(settlementApi.pay)
    expect(more).toEqual([])
    expect(call).toMatchObject({ params: { settlementId: example._id }, body: { as: 'cash', password: 'secret' } })
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  })

  it('without a response keeps its key, and another one is not sent before its outcome is known', async () => {
    const { backend, form, send, user } = await openPayment('Pay… player1', on(settlementApi.pay, answer(settlement())))
    await user.type(form.getByLabelText('Password'), 'secret')
    act(() => backend.disconnect())
    await send()
    expect(await screen.findByText(/^The last payment, of 20.50, got no answer/)).toBeTruthy()
    act(() => backend.reconnect())
    await user.click(form.getByText('Cash'))
    await send()
    expect(await screen.findByText('The commission could not be paid.')).toBeTruthy()
    expect(backend.callsOf(settlementApi.pay)).toEqual([])
    await user.click(form.getByText('Points'))
    await send()
    expect(await screen.findByText(settlementTexts.paid)).toBeTruthy()
    const [call] = backend.callsOf(settlementApi.pay)
    const [lookup] = backend.callsOf(ledgerApi.outcomeOfKey)
    expect(call?.headers.get('idempotency-key')).toBe(lookup?.query.key)
  })

  it('of all is a run for the week', async () => {
    const paying = run({ operation: 'pay-commissions', total: 2, done: 1, refused: 1 })
    const { backend, form, send, user } = await openPayment(
      'Pay all…',
      on(settlementApi.payAll, answer(paying)),
      ran(paying),
    )
    await user.type(form.getByLabelText('Password'), 'secret')
    await send()
    expect(await screen.findByText('Pay 2 commissions')).toBeTruthy()
    expect(await screen.findByText('2 of 2 done')).toBeTruthy()
    const [call] = backend.callsOf(settlementApi.payAll)
    expect(call?.body).toEqual({ period: '2026-01-11', as: 'points', password: 'secret' })
    expect(call?.headers.get('idempotency-key')).toBeTruthy()
  })
})

describe('the sheet of a settlement', () => {
  it('is signed by both', async () => {
    const papers: { signing: string[][] }[] = []
    class FakeWorker {
      onmessage: ((event: { data: ArrayBuffer }) => void) | undefined
      terminate() {}
      postMessage(paper: { signing: string[][] }) {
        papers.push(paper)
        queueMicrotask(() => this.onmessage?.({ data: new ArrayBuffer(1) }))
      }
    }
    vi.stubGlobal('Worker', FakeWorker)
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    onTestFinished(() => void vi.unstubAllGlobals())
    fakeBackend(listed([settlement()]))
    const { user } = await open('master', 'settlements')
    await user.click(await button('Sheet to sign player1'))
    await screen.findByText('Settlement of player1')
    const sheet = within(screen.getByRole('dialog'))
    await user.click(sheet.getByRole('button', { name: 'PDF' }))
    await waitFor(() => expect(papers).toHaveLength(1))
    expect(papers[0]?.signing.map(([name]) => name)).toEqual(['Name: master0', 'Name: player1'])
  })
})
