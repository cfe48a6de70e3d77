import { accountApi, type CreateAccountInput, geoApi, sessionApi } from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall, rejection } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, listAnswer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const heading = 'First Name\tLast Name\tCountry\tState\tCity\tAddress\tCommission\n'
const good = 'Ada\tBerg\tIN\tMH\tPune\t1 Long Road\t2.5\n'
const bad = 'Eve\t\tIN\tMH\tPune\t2 Long Road\tlots\n'
const third = 'Uma\tHill\tin\tMH\tPune\t3 Long Road\t\n'

async function openBulk(lost: (key: string | null) => boolean = () => false) {
  const numbers = new Map<string | null, number>()
  const backend = fakeBackend(
    on(geoApi.countries, answer([{ code: 'IN', name: 'India' }])),
    on(geoApi.states, answer([{ code: 'MH', name: 'Maharashtra' }])),
    on(accountApi.player.list, listAnswer()),
    on(accountApi.player.create, ({ body, headers }: RecordedCall) => {
      if ((body as CreateAccountInput).firstName === 'Uma') return rejection(409, 'CONFLICT', 'Not this one.')
      const key = headers.get('idempotency-key')
      const isReplayed = numbers.has(key)
      const number = numbers.get(key) ?? numbers.size + 1
      numbers.set(key, number)
      if (lost(key)) return rejection(503, 'OUTCOME_UNKNOWN', 'Not known.')
      const account = makeAccount({ _id: `p${number}`, username: `PLA${number}` })
      const created = answer({ ...account, ...(isReplayed ? {} : { pin: 135790 }) })
      return Response.json(created, { status: 201, headers: isReplayed ? { 'idempotent-replayed': 'true' } : {} })
    }),
  )
  const page = await open('master', 'player/bulkcreate')
  const box = await screen.findByLabelText('Rows')
  const paste = async (text: string) => {
    await page.user.click(box)
    await page.user.paste(text)
  }
  const sent = () => backend.callsOf(accountApi.player.create)
  const bodies = () => sent().map(({ body }) => body as CreateAccountInput)
  return {
    backend,
    paste,
    sent,
    bodies,
    keys: () => sent().map(({ headers }) => headers.get('idempotency-key')),
    ...page,
  }
}

describe('bulk create', () => {
  it('marks every invalid row before anything is created', async () => {
    const { paste, sent } = await openBulk()
    await paste(heading + good + bad + third)
    expect(await screen.findByText('2 of 3 rows can be created')).toBeTruthy()
    expect(screen.getByText('Last Name is required')).toBeTruthy()
    expect(screen.getByText('Write digits only, without letters')).toBeTruthy()
    expect(screen.getByText('Last Name is required · Write digits only, without letters')).toBeTruthy()
    expect(screen.getByText('2.50 %')).toBeTruthy()
    expect(screen.getByText('Faults: 2')).toBeTruthy()
    expect(sent()).toHaveLength(0)
  })

  it('creates the valid rows one by one and shows generated values and rejections', async () => {
    const { paste, sent, bodies, user } = await openBulk()
    await paste(heading + good + bad + third)
    await user.click(await screen.findByRole('button', { name: 'Create accounts (2)' }))
    expect(await screen.findByText('2 of 2 done')).toBeTruthy()
    expect(screen.getByText('PLA1')).toBeTruthy()
    expect(screen.getByText('135790')).toBeTruthy()
    expect(screen.getByText('Not this one.')).toBeTruthy()
    const [first] = bodies()
    expect(first).toMatchObject({ firstName: 'Ada', commission: 2.5, refId: 'master-0', userStatus: true })
    expect(first?.password).toMatch(/^\w{12}$/)
    expect(screen.getByText(String(first?.password))).toBeTruthy()
    expect(new Set(sent().map(call => call.headers.get('idempotency-key'))).size).toBe(2)
  })

  it('retries a row without a response with the same key and password', async () => {
    let isLost = true
    const { paste, bodies, keys, user } = await openBulk(() => isLost)
    await paste(heading + good)
    await user.click(await screen.findByRole('button', { name: 'Create accounts (1)' }))
    expect(await screen.findByText('No response; it may have been created')).toBeTruthy()
    isLost = false
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByText('1 of 1 done')).toBeTruthy()
    expect(new Set(keys()).size).toBe(1)
    expect(screen.getByText(String(bodies()[0]?.password))).toBeTruthy()
  })

  it('creates identical rows as separate accounts, and each only once after an interrupted run', async () => {
    let isLost = true
    const first = await openBulk(() => isLost)
    await first.paste(heading + good + good)
    await first.user.click(await screen.findByRole('button', { name: 'Create accounts (2)' }))
    expect(await screen.findAllByText('No response; it may have been created')).toHaveLength(2)
    expect(new Set(first.keys()).size).toBe(2)
    first.unmount()

    isLost = false
    const later = await openBulk()
    expect(await screen.findByText(/^The last bulk creation here did not come to its end/)).toBeTruthy()
    await later.paste(heading + good + good)
    await later.user.click(await screen.findByRole('button', { name: 'Create accounts (2)' }))
    expect(await screen.findByText('2 of 2 done')).toBeTruthy()
    expect(later.keys()).toEqual(first.keys())

    // After a completed run the same rows are a new request.
    await later.user.click(screen.getByRole('button', { name: 'Start over' }))
    expect(screen.queryByText(/^The last bulk creation here/)).toBeNull()
    await later.user.click(await screen.findByRole('button', { name: 'Create accounts (2)' }))
    await waitFor(() => expect(new Set(later.keys()).size).toBe(4))
  })

  it('hides a generated password if an earlier run created the account with another one', async () => {
    const first = await openBulk(() => true)
    await first.paste(heading + good)
    await first.user.click(await screen.findByRole('button', { name: 'Create accounts (1)' }))
    expect(await screen.findByText('No response; it may have been created')).toBeTruthy()
    first.unmount()
    let tries = 0
    const { paste, bodies, user } = await openBulk(() => tries++ === 0)
    await paste(heading + good)
    await user.click(await screen.findByRole('button', { name: 'Create accounts (1)' }))
    await user.click(await screen.findByRole('button', { name: 'Check again' }))
    expect(await screen.findByText('Created before; password and PIN are those of then')).toBeTruthy()
    expect(screen.queryByText(String(bodies().at(-1)?.password))).toBeNull()
  })

  it('shows and sends the parsed number, and skips rows with ambiguous numbers', async () => {
    const { paste, bodies, user } = await openBulk()
    const rows = ['６,5', '12.5%', '०७', '1.2E+1', '(3)'].map((text, at) => `A${at}\tB\tIN\tMH\tPune\tRoad\t${text}\n`)
    await paste(heading + rows.join(''))
    expect(await screen.findByText('2 of 5 rows can be created')).toBeTruthy()
    for (const value of ['12.50 %', '7.00 %', '６,5', '1.2E+1', '(3)']) expect(screen.getByText(value)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Create accounts (2)' }))
    expect(await screen.findByText('2 of 2 done')).toBeTruthy()
    expect(bodies().map(({ commission }) => commission)).toEqual([12.5, 7])
  })

  it('reports an unknown column', async () => {
    const { paste } = await openBulk()
    await paste(`Shoe size\t${heading}44\t${good}`)
    expect(await screen.findByText('Unknown column: Shoe size')).toBeTruthy()
    await waitFor(() => expect(screen.getByText('1 of 1 rows can be created')).toBeTruthy())
  })

  it('marks an email or phone that another account uses', async () => {
    const backend = fakeBackend(
      on(geoApi.countries, answer([])),
      on(accountApi.areamanager.list, listAnswer()),
      on(sessionApi.takenContacts, ({ query }: RecordedCall) =>
        answer(query.emails ? { emails: ['ada@example.test'], phones: [] } : { emails: [], phones: ['919812345678'] }),
      ),
    )
    const { user } = await open('superadmin', 'master/bulkcreate')
    await user.click(await screen.findByLabelText('Rows'))
    await user.paste('Email\tPhone\nAda@example.test\t1\neve@example.test\t+91 98123-45678\nnobody\t2\n')
    expect(await screen.findAllByText('Another account has it already')).toHaveLength(2)
    expect(backend.callsOf(sessionApi.takenContacts).map(({ query }) => query)).toEqual([
      { emails: 'ada@example.test,eve@example.test' },
      { phones: '1,919812345678,2' },
    ])
  })
})
