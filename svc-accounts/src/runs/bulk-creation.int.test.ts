import { type CreationInput, type RunRow, runTexts } from '@cascade/contracts/accounts'
import type { Actor } from '@cascade/service-kit'
import { afterAll, describe, expect, it } from 'vitest'
import type { AccountsDeps } from '../deps'
import { withIdleRuns } from '../testing/idle-runs'
import { makeChain, makeTwoTrees } from '../testing/make-accounts'
import { startCreation } from './bulk-creation'
import type { Run } from './run-store'
import { processNextRows } from './run-worker'

const { world, chain, other, ...made } = await makeTwoTrees()
let { admin } = made
afterAll(() => world.close())

const address = { country: 'IN', state: 'MH', city: 'Pune', address: '1 Long Road' }
const secret = (line: number) => ({ pin: 900_000 + line, password: `Waiting-room-${line}` })
const rowOf = (line: number, fields: object = {}) => ({
  ...{ line, firstName: 'Asha', lastName: 'Rao', ...address, refId: chain.master._id },
  ...secret(line),
  ...fields,
})
const rowsOf = (count: number, fields?: object) => Array.from({ length: count }, (_, at) => rowOf(at + 1, fields))

type Start = { rows?: object[]; role?: string; as?: Actor; key?: string; parentId?: string }
const start = ({ rows = rowsOf(1), role = 'player', as = admin, key, parentId }: Start = {}) =>
  world.call('POST /runs/accounts', {
    as,
    body: { role, parentId, rows },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })

async function resultsOf(id: string) {
  const read = async () => (await world.call(`GET /runs/${id}?page=1&size=500`, { as: admin })).body
  await expect.poll(async () => (await read()).run.state, { timeout: 30_000 }).not.toBe('running')
  const { data, run } = await read()
  const rowAt = (at: number) => data[at] as RunRow
  return { data: data as RunRow[], rowAt, run }
}

const countPlayers = (lastName: string) => world.db.collection('accounts').countDocuments({ lastName })
const storedText = async (db = world.db) =>
  JSON.stringify(
    [await db.collection('runs').find().toArray(), await db.collection('run_parts').find().toArray()],
    (_key, value) => (typeof value === 'bigint' ? String(value) : value),
  )

describe('a bulk creation', () => {
  it('creates each row like a single create and says why it rejects one', async () => {
    const rows = [
      rowOf(2, { email: 'asha@bulk.test' }),
      rowOf(3, { email: 'ASHA@bulk.test' }),
      rowOf(5, { refId: other.master._id }),
      rowOf(6, { refId: chain.admin._id }),
      rowOf(7, { password: 'password' }),
      rowOf(8, { firstName: 'Uma', userStatus: false, commission: 2.5 }),
    ]
    const begun = await start({ rows })
    expect([begun.status, begun.body.data]).toMatchObject([201, { operation: 'create', total: 6, done: 0 }])
    const { data, rowAt, run } = await resultsOf(begun.body.data._id)
    expect(run).toMatchObject({ state: 'done', done: 2, refused: 4 })
    expect(data.map(({ line, state, message = '' }) => [line, state, message])).toEqual([
      [2, 'done', ''],
      [3, 'refused', 'User with this email already exists.'],
      [5, 'refused', 'Not found.'],
      [6, 'refused', 'The reference must be one level up.'],
      [7, 'refused', 'This password is too common. Please choose another one.'],
      [8, 'done', ''],
    ])
    expect(rowAt(1).fields).toEqual({ ...rows[1], pin: undefined, password: undefined, line: undefined })
    expect((await world.login(rowAt(0).username, secret(2).password)).status).toBe(200)
    const uma = await world.call(`GET /player/${rowAt(5).accountId}`, { as: admin })
    const { username, uniqueId } = rowAt(5)
    expect(uma.body.data).toMatchObject({ firstName: 'Uma', username, uniqueId, userStatus: false, commission: 2.5 })
    const activities = (await world.events('accounts.run.acted.v1')).flatMap(event => event.activities)
    expect(activities.map(({ data: { operation, status, object } }) => [operation, status, object?.username])).toEqual(
      data.map(({ state, username }) => [
        'accounts.player.create',
        expect.any(Number),
        state === 'done' ? username : undefined,
      ]),
    )
  })

  it('stores secrets encrypted, and only until their rows are processed or it is stopped', async () => {
    const { deps, idle } = await withIdleRuns(world)
    const run = await begin(deps, rowsOf(30, { lastName: 'Secret' }))
    expect(await storedText(idle)).toContain('"sealed":"')
    expect(await storedText(idle)).not.toMatch(/Waiting-room|90000/)
    await processNextRows(deps, run)
    expect((await storedText(idle)).match(/"sealed"/g)).toHaveLength(20)
    await deps.transaction(tx => deps.runs.stop(run, { why: runTexts.stopped, at: new Date() }, tx))
    expect(await storedText(idle)).not.toContain('sealed')
    const stopped = (await deps.runs.find(run._id)) as Run
    expect(stopped).toMatchObject({ state: 'stopped', why: runTexts.stopped })
    expect((await deps.runs.rows(stopped, 'waiting', { skip: 0, limit: 500 })).total).toBe(20)
    expect(await countPlayers('Secret')).toBe(10)
  })

  it('rejects rows whose secrets were encrypted under a replaced key', async () => {
    const { deps } = await withIdleRuns(world)
    const run = await begin(deps, rowsOf(2, { lastName: 'Rotated' }))
    await processNextRows({ ...deps, secretSeal: { ...deps.secretSeal, open: () => undefined } }, run)
    const { rows } = await deps.runs.rows((await deps.runs.find(run._id)) as Run, 'refused', { skip: 0, limit: 9 })
    expect(rows.map(({ message }) => message)).toEqual([runTexts.unreadable, runTexts.unreadable])
    expect(await countPlayers('Rotated')).toBe(0)
  })
})

/** Starts without a worker. */
function begin(deps: AccountsDeps, rows: object[]): Promise<Run> {
  const ctx = {
    actor: admin,
    requestId: 'r',
    idempotencyKey: undefined,
    ifMatch: undefined,
    setHeader: () => undefined,
  }
  return startCreation(deps, { ctx, input: { role: 'player', rows } as CreationInput })
}

describe('an interrupted bulk creation', () => {
  it('creates each account once, whether it is killed between two rows or before their results are stored', async () => {
    const { deps } = await withIdleRuns(world)
    const run = await begin(deps, rowsOf(12, { lastName: 'Killed' }))
    let inserts = 0
    const insert: typeof deps.accounts.insert = (...input) =>
      ++inserts === 4 ? Promise.reject(new Error('killed')) : deps.accounts.insert(...input)
    await expect(processNextRows({ ...deps, accounts: { ...deps.accounts, insert } }, run)).rejects.toThrow('killed')
    expect(await countPlayers('Killed')).toBe(3)
    const advance = () => Promise.reject(new Error('killed'))
    await expect(processNextRows({ ...deps, runs: { ...deps.runs, advance } }, run)).rejects.toThrow('killed')
    expect(await countPlayers('Killed')).toBe(10)
    await processNextRows(deps, run)
    await processNextRows(deps, (await deps.runs.find(run._id)) as Run)
    const ended = (await deps.runs.find(run._id)) as Run
    expect(ended).toMatchObject({ state: 'done', refusedIn: [0, 0] })
    const { rows } = await deps.runs.rows(ended, 'done', { skip: 0, limit: 500 })
    expect(new Set(rows.map(({ username }) => username)).size).toBe(12)
    expect(await countPlayers('Killed')).toBe(12)
  })

  it('creates each account once with two workers, also where an email is unique', async () => {
    const { deps } = await withIdleRuns(world)
    const rows = rowsOf(10).map(row => ({ ...row, lastName: 'Twice', email: `twice${row.line}@bulk.test` }))
    const run = await begin(deps, rows)
    const workers = await Promise.allSettled([processNextRows(deps, run), processNextRows(deps, run)])
    expect(workers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await deps.runs.find(run._id)).toMatchObject({ state: 'done', refusedIn: [0] })
    expect(await countPlayers('Twice')).toBe(10)
  })

  it('lets a former worker create no account after the rows have their results', async () => {
    const { deps } = await withIdleRuns(world)
    const { master } = await makeChain(world)
    const parent = { refId: master._id, lastName: 'Late' }
    const ctx = { actor: world.superadmin, requestId: 'r', idempotencyKey: undefined, ifMatch: undefined }
    const input = { role: 'player', rows: rowsOf(2, parent) } as CreationInput
    const run = await startCreation(deps, { ctx: { ...ctx, setHeader: () => undefined }, input })
    await world.call(`PATCH /master/toggle-status/${master._id}/deactivate`)
    await processNextRows(deps, run)
    expect(await deps.runs.find(run._id)).toMatchObject({ state: 'done', refusedIn: [2] })
    await world.call(`PATCH /master/toggle-status/${master._id}/activate`)
    await expect(processNextRows(deps, run)).rejects.toThrow('another process')
    expect(await countPlayers('Late')).toBe(0)
  })

  it('stops when its starter is suspended', async () => {
    const { deps } = await withIdleRuns(world)
    const run = await begin(deps, rowsOf(2, { lastName: 'Gone' }))
    await world.call(`PATCH /admins/toggle-status/${chain.admin._id}/deactivate`)
    await processNextRows(deps, run)
    expect(await deps.runs.find(run._id)).toMatchObject({ state: 'stopped', why: runTexts.actorGone })
    expect(await countPlayers('Gone')).toBe(0)
    await world.call(`PATCH /admins/toggle-status/${chain.admin._id}/activate`)
    admin = await world.actorOf(chain.admin.username)
  })
})

describe('the start of a bulk creation', () => {
  it('is idempotent per key, and hidden from other accounts', async () => {
    const rows = rowsOf(3, { lastName: 'Keyed' })
    const [first, again] = await Promise.all([start({ rows, key: 'bulk' }), start({ rows, key: 'bulk' })])
    expect(again.body.data._id).toBe(first.body.data._id)
    expect((await start({ rows: rowsOf(2), key: 'bulk' })).body.code).toBe('UNPROCESSABLE')
    const { run } = await resultsOf(first.body.data._id)
    expect(run).toMatchObject({ state: 'done', done: 3 })
    expect(await countPlayers('Keyed')).toBe(3)
    const stranger = await world.actorOf(other.admin.username)
    expect((await world.call(`GET /runs/${run._id}`, { as: stranger })).status).toBe(404)
  })

  it('creates all rows below the parent of the request', async () => {
    const rows = rowsOf(2, { refId: undefined })
    const { rowAt } = await resultsOf((await start({ rows, parentId: chain.master._id })).body.data._id)
    const created = await world.call(`GET /player/${rowAt(1).accountId}`, { as: admin })
    expect(created.body.data.refId._id).toBe(chain.master._id)
  })

  it('is rejected while another one of the same account is running', async () => {
    const { deps } = await withIdleRuns(world)
    await begin(deps, rowsOf(2))
    await expect(begin(deps, rowsOf(2))).rejects.toThrow(runTexts.creating)
  })

  const cases: readonly [string, () => Start, string][] = [
    ['below a foreign parent', () => ({ parentId: other.master._id }), 'NOT_FOUND'],
    [
      'of a level above the caller',
      () => ({ role: 'admin', rows: [rowOf(1, { email: 'a@bulk.test', ...noAddress })] }),
      'FORBIDDEN',
    ],
    ['without rows', () => ({ rows: [] }), 'VALIDATION'],
    ['of 501 rows', () => ({ rows: rowsOf(501) }), 'VALIDATION'],
    ['without a PIN', () => ({ rows: [rowOf(1, { pin: undefined })] }), 'VALIDATION'],
    ['with an invalid field', () => ({ rows: [rowOf(1), rowOf(2, { commission: 101 })] }), 'VALIDATION'],
    ['with games', () => ({ rows: [rowOf(1, { games: [] })] }), 'VALIDATION'],
    ['of superadmins', () => ({ role: 'superadmin', as: world.superadmin }), 'VALIDATION'],
  ]
  const noAddress = { country: undefined, state: undefined, city: undefined, address: undefined, refId: undefined }
  it.each(cases)('is rejected %s', async (_, input, code) => {
    const before = await world.db.collection('runs').countDocuments()
    expect((await start(input())).body.code).toBe(code)
    expect(await world.db.collection('runs').countDocuments()).toBe(before)
  })

  it('accepts 500 rows with the longest texts', async () => {
    const long = {
      address: 'अ'.repeat(300),
      city: 'अ'.repeat(100),
      note: 'a'.repeat(1000),
      occupation: 'a'.repeat(100),
    }
    const begun = await start({ rows: rowsOf(500, long) })
    expect(begun.body.data).toMatchObject({ total: 500 })
    await world.call(`POST /runs/${begun.body.data._id}/stop`, { as: admin, body: {} })
    await resultsOf(begun.body.data._id)
  })
})
