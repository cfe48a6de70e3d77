import { creditTexts, type RunInput, runTexts } from '@cascade/contracts/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { insertAccounts } from '../lifecycle/create-account'
import { newAccount } from '../lifecycle/new-account'
import { withIdleRuns } from '../testing/idle-runs'
import { balanceOf, fund, type Made, makeChain, makeTwoTrees } from '../testing/make-accounts'
import { type AnswerBody, testPassword } from '../testing/world'
import type { Run } from './run-store'
import { processNextRows } from './run-worker'
import { startRun } from './start-run'

const { world, chain, other } = await makeTwoTrees()
const players = [chain.player, ...(await makeCrowd(59))]
await fund(world, chain.admin, 100_000)
afterAll(() => world.close())

/** Players below the master, without passwords because hashing would dominate the test time. */
async function makeCrowd(count: number, { _id }: Pick<Made, '_id'> = chain.master): Promise<Made[]> {
  const master = await world.deps.accounts.find(_id)
  if (!master) throw new Error('no master')
  const accounts = Array.from({ length: count }, () => {
    const newId = world.deps.newId()
    const born = { _id: newId, uniqueId: `u${newId}`, username: `crowd${newId}`, at: new Date() }
    return newAccount('player', master, { firstName: 'Asha', lastName: 'Rao' }, born)
  })
  const rows = accounts.map(account => ({ account }))
  await world.deps.transaction(tx => insertAccounts(world.deps, rows, tx))
  return accounts.map(({ _id, username, uniqueId }) => ({ _id, username, uniqueId, role: 'player' }))
}

const admin = () => world.actorOf(chain.admin.username)

type Start = Record<string, unknown>
async function start(input: Start, options: { as?: Awaited<ReturnType<typeof admin>>; key?: string } = {}) {
  const { as = await admin(), key } = options
  const body = { role: 'player', ...input }
  return world.call('POST /runs', { as, body, ...(key ? { headers: { 'idempotency-key': key } } : {}) })
}

const readRun = async (id: string, query = '') =>
  (await world.call(`GET /runs/${id}${query}`, { as: await admin() })).body as AnswerBody

async function ended(id: string) {
  await expect.poll(async () => (await readRun(id)).run.state, { timeout: 30_000 }).not.toBe('running')
  return (await readRun(id)).run
}

/** Waits for the end of a run of any actor. */
async function endOf(id: string): Promise<Run> {
  const isOver = async () => (await world.deps.runs.find(id))?.state !== 'running'
  await expect.poll(isOver, { timeout: 30_000 }).toBe(true)
  return (await world.deps.runs.find(id)) as Run
}

const ids = (count: number) => players.slice(0, count).map(({ _id }) => _id)
const credit = (amount: number, of = players) => ({
  operation: 'give-credit',
  userIds: of.map(({ _id }) => _id),
  count: of.length,
  amount,
  password: testPassword,
})

describe('a run', () => {
  it('processes all accounts of a filter and publishes an audit entry for each', async () => {
    const begun = await start({ operation: 'suspend', filter: { status: 'active' }, count: 60 })
    expect([begun.status, begun.body.data.state, begun.body.data.total]).toEqual([201, 'running', 60])
    const run = await ended(begun.body.data._id)
    expect([run.state, run.done, run.refused]).toEqual(['done', 60, 0])
    const suspended = await world.call('GET /player/all?status=deactive&page=1&size=1', { as: await admin() })
    expect(suspended.body.total).toBe(60)
    const activities = (await world.events('accounts.run.acted.v1')).flatMap(event => event.activities)
    expect(activities).toHaveLength(60)
    expect(activities[0].data).toMatchObject({ username: chain.admin.username, operation: 'accounts.player.toggle' })
    const own = await world.call('GET /runs', { as: await admin() })
    expect(own.body.data.map(({ _id }: { _id: string }) => _id)).toEqual([run._id])

    const back = await start({ operation: 'activate', userIds: ids(60), count: 60 })
    expect(await ended(back.body.data._id)).toMatchObject({ state: 'done', done: 60 })
  })

  it('continues after its actor signs out, and gives each account the amount', async () => {
    const as = await admin()
    const [gone] = players.splice(-1)
    await world.call(`DELETE /player/${gone?._id}`)
    const begun = await start({ ...credit(2), note: 'Diwali' }, { as })
    await world.db.collection<{ _id: string }>('sessions').deleteOne({ _id: as.sessionId })
    expect(await ended(begun.body.data._id)).toMatchObject({ state: 'done', done: 59, amount: 2, note: 'Diwali' })
    expect(await balanceOf(world, chain.player._id)).toBe(2)
    expect(await world.ledgerFaults()).toEqual([])
  })

  it('rejects the row of a suspended account, and pages rows by state', async () => {
    const target = players[3] as Made
    await world.call(`PATCH /player/toggle-status/${target._id}/deactivate`)
    const run = await ended((await start(credit(1))).body.data._id)
    expect([run.done, run.refused]).toEqual([58, 1])
    const page = await readRun(run._id, '?state=refused')
    expect(page.data).toMatchObject([{ accountId: target._id, username: target.username, state: 'refused' }])
    expect(page.data[0].message).toBeTruthy()
    const last = await readRun(run._id, '?state=done&page=2&size=40')
    expect([last.total, last.data.length, last.data[0].state]).toEqual([58, 18, 'done'])
    await world.call(`PATCH /player/toggle-status/${target._id}/activate`)
  })

  it('is started once per key, and visible to its actor only', async () => {
    const [first, again] = await Promise.all([start(credit(1), { key: 'one' }), start(credit(1), { key: 'one' })])
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.data._id).toBe(first.body.data._id)
    expect((await start(credit(3), { key: 'one' })).body.code).toBe('UNPROCESSABLE')
    await ended(first.body.data._id)
    expect(await balanceOf(world, chain.player._id)).toBe(4)
    const started = async (key: string, as: Awaited<ReturnType<typeof admin>>) =>
      (await world.call(`GET /runs?key=${key}`, { as })).body.data.map(({ _id }: { _id: string }) => _id)
    const stranger = await world.actorOf(other.admin.username)
    expect(await started('one', await admin())).toEqual([first.body.data._id])
    expect([await started('two', await admin()), await started('one', stranger)]).toEqual([[], []])
    for (const line of [`GET /runs/${first.body.data._id}`, `POST /runs/${first.body.data._id}/stop`]) {
      expect((await world.call(line, { as: stranger, body: line.startsWith('GET') ? undefined : {} })).status).toBe(404)
    }
  })

  it('stops on demand and leaves the remaining rows waiting', async () => {
    const { _id } = (await start({ operation: 'log-out', userIds: ids(59), count: 59 })).body.data
    const stopped = await world.call(`POST /runs/${_id}/stop`, { as: await admin(), body: {} })
    expect(stopped.body.data).toMatchObject({ state: 'stopped', why: runTexts.stopped })
    await expect.poll(async () => (await readRun(_id, '?state=waiting')).total).toBeGreaterThan(0)
    const { run } = await readRun(_id)
    expect(run.done + run.refused).toBeLessThan(59)
  })

  it('stops when the balance is exhausted and when its actor is suspended', async () => {
    const as = await world.actorOf(chain.master.username)
    await fund(world, chain.master, 80)
    const both = await Promise.all([start(credit(1), { as }), start(credit(1), { as })])
    const ends = await Promise.all(both.map(({ body }) => endOf(body.data._id)))
    expect(ends.map(({ why }) => why)).toContain(creditTexts.insufficient)
    expect(await balanceOf(world, chain.master._id)).toBe(0)

    await fund(world, chain.master, 80)
    const begun = await start(credit(1), { as })
    await world.call(`PATCH /master/toggle-status/${chain.master._id}/deactivate`)
    expect((await endOf(begun.body.data._id)).why).toBe(runTexts.actorGone)
    await world.call(`PATCH /master/toggle-status/${chain.master._id}/activate`)
  })

  it('books each row once despite crashed and concurrent workers', async () => {
    const before = await balanceOf(world, chain.player._id)
    const { _id } = (await start(credit(5))).body.data
    const run = (await world.deps.runs.find(_id)) as Run
    const dying = { ...world.deps, transaction: () => Promise.reject(new Error('killed')) }
    const workers = await Promise.allSettled([
      processNextRows(dying, run),
      processNextRows(dying, run),
      processNextRows(world.deps, run),
    ])
    expect(workers.slice(0, 2).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await ended(_id)).toMatchObject({ state: 'done', done: 59 })
    expect(await balanceOf(world, chain.player._id)).toBe(before + 5)
    const booked = (await world.transferEvents()).filter(event => (event as { amount: string }).amount === '500')
    expect(booked).toHaveLength(59)
    expect(await world.ledgerFaults()).toEqual([])
  })
})

describe('runs of one actor', () => {
  it('book each row once after a crash, even if the balance does not cover a second booking', async () => {
    const { master } = await makeChain(world)
    const crowd = await makeCrowd(10, master)
    await fund(world, master, 50)
    const { deps } = await withIdleRuns(world)
    const actor = await world.actorOf(master.username)
    const ctx = { actor, requestId: 'r', idempotencyKey: undefined, ifMatch: undefined, setHeader: () => undefined }
    const input = credit(5, crowd) as RunInput
    const run = await startRun(deps, { ctx, input: { ...input, role: 'player' } })
    const crashing = { ...deps, transaction: () => Promise.reject(new Error('killed')) }
    await expect(processNextRows(crashing, run)).rejects.toThrow('killed')
    await processNextRows(deps, run)
    expect(await deps.runs.find(run._id)).toMatchObject({ state: 'done', refusedIn: [0] })
    expect(await balanceOf(world, master._id)).toBe(0)
    expect(await Promise.all(crowd.map(({ _id }) => balanceOf(world, _id)))).toEqual(Array(10).fill(5))
  })

  it('are limited to three at a time', async () => {
    const { idle, deps } = await withIdleRuns(world)
    const ctx = { actor: await admin(), idempotencyKey: undefined, ifMatch: undefined, setHeader: () => undefined }
    const input: RunInput = { operation: 'suspend', role: 'player', userIds: ids(2), count: 2 }
    const begun = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) => startRun(deps, { ctx: { ...ctx, requestId: `r${at}` }, input })),
    )
    const errors = begun.flatMap(each => (each.status === 'rejected' ? [each.reason.message] : []))
    expect(errors).toEqual(Array(3).fill(runTexts.busy))
    expect(await idle.collection('runs').countDocuments()).toBe(3)
  })

  it('are limited to a hundred per hour, without counting retries', async () => {
    const as = await world.actorOf(other.admin.username)
    for (let at = 0; at < 99; at++) await world.deps.attempts.countUse('run', as.accountId)
    const begin = (key: string) => start({ operation: 'log-out', userIds: [other.player._id], count: 1 }, { as, key })
    expect([(await begin('a')).status, (await begin('b')).status, (await begin('a')).status]).toEqual([201, 429, 201])
  })
})

describe('a run is not started', () => {
  const cases: readonly [string, () => Start | Promise<Start>, string][] = [
    [
      'for accounts of another tree',
      () => ({ operation: 'suspend', userIds: [other.player._id], count: 1 }),
      'NOT_FOUND',
    ],
    [
      'below a foreign parent',
      () => ({ operation: 'suspend', parentId: other.master._id, filter: {}, count: 1 }),
      'NOT_FOUND',
    ],
    ['for another count than confirmed', () => ({ operation: 'suspend', filter: {}, count: 5 }), 'CONFLICT'],
    ['for more than 10,000 accounts', () => ({ operation: 'suspend', filter: {}, count: 10_001 }), 'VALIDATION'],
    [
      'with both accounts and a filter',
      () => ({ operation: 'suspend', filter: {}, userIds: ids(1), count: 1 }),
      'VALIDATION',
    ],
    ['with neither accounts nor a filter', () => ({ operation: 'suspend', count: 1 }), 'VALIDATION'],
    ['with a wrong password', () => ({ ...credit(1), password: 'mistyped' }), 'VALIDATION'],
    ['for credit without an amount', () => ({ ...credit(1), amount: undefined }), 'VALIDATION'],
    ['for more credit than the balance', () => credit(99_999), 'VALIDATION'],
    [
      'for signing out masters',
      () => ({ operation: 'log-out', role: 'master', userIds: [chain.master._id], count: 1 }),
      'VALIDATION',
    ],
    [
      'for a level above the actor',
      () => ({ operation: 'suspend', role: 'admin', userIds: [chain.admin._id], count: 1 }),
      'FORBIDDEN',
    ],
    ['with an unknown field', () => ({ operation: 'suspend', userIds: ids(1), count: 1, sure: true }), 'VALIDATION'],
  ]
  it.each(cases)('%s', async (_, input, code) => {
    const before = await world.db.collection('runs').countDocuments()
    expect((await start(await input())).body.code).toBe(code)
    expect(await world.db.collection('runs').countDocuments()).toBe(before)
  })
})
