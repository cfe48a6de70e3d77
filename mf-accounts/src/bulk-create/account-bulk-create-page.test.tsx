import {
  type AccountRow,
  accountApi,
  geoApi,
  type Run,
  type RunRow,
  runApi,
  runTexts,
  sessionApi,
} from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall, rejection } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, listAnswer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const heading = 'First Name\tLast Name\tCountry\tState\tCity\tAddress\tCommission\n'
const good = 'Ada\tBerg\tIN\tMH\tPune\t1 Long Road\t2.5\n'
const bad = 'Eve\t\tIN\tMH\tPune\t2 Long Road\tlots\n'
const third = 'Uma\tHill\tin\tMH\tPune\t3 Long Road\t\n'

type Body = { role: string; parentId?: string; rows: (AccountRow & { refId?: string })[] }
type Start = (key: string | null) => Response | { headers: Record<string, string> } | undefined

/** The server refuses every row named Uma. */
async function openBulk(respond: Start = () => undefined, path = 'player/bulkcreate') {
  const runs = new Map<string | null, Run>()
  let rows: Body['rows'] = []
  const results = (): RunRow[] =>
    rows.map(({ pin: _pin, password: _password, line, ...fields }) => {
      const row = { accountId: `p${line}`, line, fields: fields as NonNullable<RunRow['fields']> }
      if (fields.firstName === 'Uma') return { ...row, username: '', state: 'refused', message: 'Not this one.' }
      return { ...row, username: `PLA${line}`, uniqueId: `U${line}`, state: 'done' }
    })
  const backend = fakeBackend(
    on(geoApi.countries, answer([{ code: 'IN', name: 'India' }])),
    on(geoApi.states, answer([{ code: 'MH', name: 'Maharashtra' }])),
    on(accountApi.player.list, listAnswer()),
    on(sessionApi.fetchUserById, answer(makeAccount({ _id: 'master-0', username: 'master0', role: 'master' }))),
    on(runApi.createAccounts, ({ body, headers }: RecordedCall) => {
      const key = headers.get('idempotency-key')
      rows = (body as Body).rows
      const refused = rows.filter(({ firstName }) => firstName === 'Uma').length
      const done = rows.length - refused
      const run = runs.get(key) ?? { ...doneRun, _id: `run-${runs.size + 1}`, total: rows.length, done, refused }
      runs.set(key, run)
      const reply = respond(key)
      return reply instanceof Response ? reply : Response.json(answer(run), { status: 201, ...reply })
    }),
    on(runApi.list, ({ query }: RecordedCall) => ({ success: true, data: [runs.get(String(query.key)) ?? []].flat() })),
    on(runApi.read, ({ params }: RecordedCall) => ({
      success: true,
      data: results(),
      total: results().length,
      run: [...runs.values()].find(({ _id }) => _id === params.runId) ?? { ...doneRun, total: 1, done: 1 },
    })),
  )
  const page = await open('master', path)
  const paste = async (text: string) => {
    await page.user.click(await screen.findByRole('textbox', { name: 'Rows' }))
    await page.user.paste(text)
  }
  const calls = () => backend.callsOf(runApi.createAccounts)
  return {
    ...page,
    paste,
    backend,
    start: async (count: number) =>
      page.user.click(await screen.findByRole('button', { name: `Create accounts (${count})` })),
    bodies: () => calls().map(({ body }) => body as Body),
    keys: () => calls().map(({ headers }) => headers.get('idempotency-key')),
  }
}

const doneRun: Run = {
  _id: 'run-1',
  operation: 'create',
  role: 'player',
  state: 'done',
  total: 0,
  done: 0,
  refused: 0,
  note: '',
  startedAt: '2026-01-05T10:00:00.000Z',
}
const lost = () => rejection(503, 'OUTCOME_UNKNOWN', 'Not known.')
const replayed = () => ({ headers: { 'idempotent-replayed': 'true' } })
const startedBefore = /^Create 1 accounts: the start before was done after all/

describe('bulk create', () => {
  it('marks every invalid row before anything is created', async () => {
    const { paste, bodies } = await openBulk()
    await paste(heading + good + bad + third)
    expect(await screen.findByText('2 of 3 rows can be created')).toBeTruthy()
    expect(screen.getByText('Last Name is required')).toBeTruthy()
    expect(screen.getByText('Write digits only, without letters')).toBeTruthy()
    expect(screen.getByText('Last Name is required · Write digits only, without letters')).toBeTruthy()
    expect(screen.getByText('2.50 %')).toBeTruthy()
    expect(screen.getByText('Faults: 2')).toBeTruthy()
    expect(bodies()).toEqual([])
  })

  it('starts a run with the valid rows and shows its results with PINs and passwords in this tab', async () => {
    const { paste, start, bodies, router } = await openBulk()
    await paste(heading + good + bad + third)
    await start(2)
    expect(await screen.findByText('2 of 2 done')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/master/runs/run-1')
    const [body] = bodies()
    expect(body).toMatchObject({
      role: 'player',
      rows: [
        { line: 2, firstName: 'Ada' },
        { line: 4, firstName: 'Uma' },
      ],
    })
    const [ada] = body?.rows ?? []
    expect(ada).toMatchObject({ commission: 2.5, refId: 'master-0', userStatus: true })
    expect([String(ada?.pin), ada?.password]).toEqual([
      expect.stringMatching(/^[1-9]\d{5}$/),
      expect.stringMatching(/^\w{12}$/),
    ])
    for (const value of ['PLA2', 'U2', ada?.pin, ada?.password])
      expect(await screen.findByText(String(value))).toBeTruthy()
    expect(screen.getByText('Not this one.')).toBeTruthy()
    expect(screen.queryByText(String(body?.rows[1]?.password))).toBeNull()
    expect(screen.getByText(/^PINs and passwords are shown only in this tab/)).toBeTruthy()
  })

  it('shows the results without PINs and passwords in another tab', async () => {
    await openBulk(undefined, 'runs/run-1')
    expect(await screen.findByText('1 of 1 done')).toBeTruthy()
    expect(screen.getByText(/^PINs and passwords are shown only in the tab in which/)).toBeTruthy()
    expect(screen.queryByText('Password')).toBeNull()
  })

  it('copies the rows that were not created as a table that can be pasted again', async () => {
    const { paste, start, bodies, user } = await openBulk()
    await paste(`Note\t${heading}"two\nlines"\t${third}x\t${good}`)
    await start(2)
    await user.click(await screen.findByRole('button', { name: 'Copy rows to correct (1)' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toContain('Uma'))
    const copied = await navigator.clipboard.readText()
    const [sent] = bodies()[0]?.rows ?? []
    await user.click(screen.getByRole('button', { name: 'Start over' }))
    await paste(copied)
    await start(1)
    await waitFor(() => expect(bodies()).toHaveLength(2))
    expect(bodies()[1]?.rows).toEqual([{ ...sent, line: 2 }])
  })

  it('is started once with the same passwords if it is sent again after a lost response', async () => {
    let isLost = true
    const { paste, start, bodies, keys } = await openBulk(() => (isLost ? lost() : replayed()))
    await paste(heading + good)
    await start(1)
    expect(await screen.findByText(startedBefore)).toBeTruthy()
    isLost = false
    await start(1)
    expect(await screen.findByText('1 of 1 done')).toBeTruthy()
    expect(new Set(keys()).size).toBe(1)
    expect(new Set(bodies().map(({ rows }) => rows[0]?.password)).size).toBe(1)
    expect(await screen.findByText(String(bodies()[0]?.rows[0]?.password))).toBeTruthy()
  })

  it('hides its PINs and passwords if a start before a reload was done with other ones', async () => {
    const first = await openBulk(lost)
    await first.paste(heading + good)
    await first.start(1)
    expect(await screen.findByText(startedBefore)).toBeTruthy()
    first.unmount()
    const later = await openBulk(replayed)
    await later.paste(heading + good)
    await later.start(1)
    expect(await screen.findByText('1 of 1 done')).toBeTruthy()
    expect(later.keys()[0]).toBe(first.keys()[0])
    expect(screen.getByText(/^PINs and passwords are shown only in the tab in which/)).toBeTruthy()
    expect(screen.queryByText(String(later.bodies()[0]?.rows[0]?.password))).toBeNull()
  })

  it('shows why it was not started', async () => {
    const { paste, start } = await openBulk(() => rejection(409, 'CONFLICT', runTexts.creating))
    await paste(heading + good)
    await start(1)
    expect(await screen.findByText(runTexts.creating)).toBeTruthy()
  })

  it('shows and sends the parsed number, and skips rows with ambiguous numbers', async () => {
    const { paste, start, bodies } = await openBulk()
    const rows = ['６,5', '12.5%', '०७', '1.2E+1', '(3)'].map((text, at) => `A${at}\tB\tIN\tMH\tPune\tRoad\t${text}\n`)
    await paste(heading + rows.join(''))
    expect(await screen.findByText('2 of 5 rows can be created')).toBeTruthy()
    for (const value of ['12.50 %', '7.00 %', '６,5', '1.2E+1', '(3)']) expect(screen.getByText(value)).toBeTruthy()
    await start(2)
    expect(await screen.findByText('2 of 2 done')).toBeTruthy()
    expect(bodies()[0]?.rows.map(({ commission }) => commission)).toEqual([12.5, 7])
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
