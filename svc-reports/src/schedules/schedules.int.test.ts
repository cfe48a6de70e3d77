import { join } from 'node:path'
import { standardRightsOf } from '@cascade/contracts'
import type { AccountSnapshot } from '@cascade/contracts/accounts'
import { type Schedule, type ScheduleInput, schedulesMax } from '@cascade/contracts/reports'
import { accountCreated, actorOf, makeAccount } from '@cascade/service-kit/testing'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makeTransfer, transferRecorded } from '../testing/make-transfer'
import { startWorld } from '../testing/world'
import { createScheduleStore } from './schedule-store'
import { sendReport } from './send-reports'

const fileWorker = join(import.meta.dirname, '../testing/file-worker.mjs')
const world = await startWorld({ zone: 'Europe/Berlin', settings: () => ({ fileWorker }) })
const { admin, manager, rivalManager } = world.tree
await world.caughtUp()
afterAll(() => world.stop())
afterEach(async () => {
  for (const { _id } of await list()) await call(`DELETE /schedules/${_id}`)
})

const call = (line: string, { as = admin, ...body }: Partial<ScheduleInput> & { as?: AccountSnapshot } = {}) =>
  world.call(actorOf(as), line, Object.keys(body).length > 0 ? body : undefined)
const daily = { report: 'turnover', query: {}, frequency: 'daily', at: '07:00', format: 'csv' } as const
const add = async (input: object = {}) => {
  const { status, body } = await call('POST /schedules', { ...daily, ...input } as ScheduleInput)
  expect(status).toBe(201)
  return body.data as Schedule
}
const list = async (as = admin) => (await call('GET /schedules', { as })).body.data as Schedule[]

/** A worker whose clock is ahead: that of the service has nothing to do. */
function startWorker() {
  const deps = world.deps()
  let at = new Date()
  const now = () => at
  const schedules = createScheduleStore(deps.db, { now, newId: deps.newId })
  const worker = { ...deps, now, schedules }
  return {
    worker,
    setClock: (to: number) => {
      at = new Date(to)
    },
    send: (changed: object = {}) => sendReport({ ...worker, ...changed }, new AbortController().signal),
  }
}
const { worker, setClock, send } = startWorker()
const isDue = (schedule: Schedule) => setClock(Date.parse(schedule.nextAt))
const mailsOf = ({ _id, nextAt }: Schedule) =>
  world.mails.accepted.filter(({ id }) => id === `${_id}.${Date.parse(nextAt)}`)
const minutes = (count: number) => setClock(worker.now().getTime() + count * 60_000)

describe('a schedule', () => {
  it('is added, changed and removed by its owner only', async () => {
    const schedule = await add({ query: { id: manager.accountId, q: 'north' } })
    expect(await list()).toEqual([schedule])
    expect(await list(manager)).toEqual([])
    const line = `PUT /schedules/${schedule._id}`
    expect((await call(line, { as: manager, ...daily })).status).toBe(404)
    expect((await call(`DELETE /schedules/${schedule._id}`, { as: manager })).status).toBe(404)
    const { body } = await call(line, { ...daily, frequency: 'monthly', format: 'pdf' })
    expect(body.data).toMatchObject({ frequency: 'monthly', format: 'pdf', query: {}, last: null })
    expect((await call(`DELETE /schedules/${schedule._id}`)).status).toBe(200)
    expect(await list()).toEqual([])
  })

  it.each([
    [404, { query: { id: rivalManager.accountId } }],
    [404, { report: 'activities', query: { userId: rivalManager.accountId } }],
    [400, { at: '24:00' }],
    [400, { query: { startDate: '2026-01-05' } }],
    [400, { query: { kind: 'transfer' } }],
  ])('is rejected with %s for %j', async (status, input) => {
    expect((await call('POST /schedules', { ...daily, ...input } as ScheduleInput)).status).toBe(status)
  })

  it('is rejected beyond the limit of an account', async () => {
    for (let count = 0; count < schedulesMax; count++) await add()
    expect((await call('POST /schedules', daily)).status).toBe(422)
  })
})

describe('a due report', () => {
  it('is mailed once by two workers, and then due on the next day', async () => {
    const schedule = await add()
    isDue(schedule)
    await Promise.all([send(), send()])
    await send()
    const [mail, ...others] = mailsOf(schedule)
    expect(others).toEqual([])
    const day = new Date(Date.parse(schedule.nextAt) - 86_400_000).toISOString().slice(0, 10)
    expect(mail).toMatchObject({ accountId: admin.accountId, subject: `Turnover Report, ${day}` })
    expect(mail?.file.name).toBe(`turnover-${day}.csv`)
    const lines = Buffer.from(String(mail?.file.content), 'base64').toString().split('\r\n')
    expect(lines[1]).toBe(`1,"${manager.username}",0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00`)
    const [after] = await list()
    expect(after).toMatchObject({ last: { from: day, to: day, state: 'sent' } })
    expect(String(after?.nextAt) > schedule.nextAt).toBe(true)
  })

  it('is repeated with the same id by another worker if the process dies before it notes the mail', async () => {
    const schedule = await add()
    isDue(schedule)
    const dies = { ...worker.schedules, finish: () => Promise.reject(new Error('The process died')) }
    await expect(send({ schedules: dies })).rejects.toThrow('died')
    await send()
    expect(mailsOf(schedule)).toHaveLength(1)
    minutes(5)
    await send()
    expect(mailsOf(schedule)).toHaveLength(2)
    expect(await list()).toMatchObject([{ last: { state: 'sent' } }])
  })

  it('is sent after a rejection, and after an hour of them reported as failed', async () => {
    const [first, second] = [await add(), await add({ frequency: 'weekly' })]
    isDue(first)
    world.mails.accepts = () => false
    await send()
    expect(await list()).toMatchObject([{ last: null }, { last: null }])
    world.mails.accepts = () => true
    minutes(1)
    await send()
    expect(mailsOf(first)).toHaveLength(1)

    world.mails.accepts = ({ id }) => !id.startsWith(second._id)
    isDue(second)
    const start = worker.now().getTime()
    while ((await list())[1]?.last === null) {
      await send()
      minutes(1)
    }
    expect(worker.now().getTime() - start).toBeGreaterThan(3_600_000)
    world.mails.accepts = () => true
    const [, after] = await list()
    expect(after).toMatchObject({ last: { state: 'failed' } })
    expect(String(after?.nextAt) > second.nextAt).toBe(true)
    const { from, to } = after?.last ?? {}
    const event = await worker.db.collection('outbox').findOne({ type: 'reports.schedule.failed.v1' })
    const { data } = { data: {}, ...event }
    expect(data).toEqual({ ...data, accountId: admin.accountId, report: 'Turnover Report', from, to })
  })

  it.each([
    ['xlsx', 'PK'],
    ['pdf', '%PDF'],
    ['csv', '\ufeff"Username"'],
  ] as const)('is a file of the format %s', async (format, start) => {
    const schedule = await add({ report: 'activities', frequency: 'monthly', format })
    isDue(schedule)
    await send()
    const [mail] = mailsOf(schedule)
    expect(Buffer.from(String(mail?.file.content), 'base64').toString()).toMatch(new RegExp(`^${start}`))
  })

  it('has the transactions of each day of its period, newest first', async () => {
    const days = ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01']
    for (const bizDate of days)
      await world.producer.emit(transferRecorded(makeTransfer(admin, manager, { bizDate, note: bizDate })))
    await world.caughtUp()
    const schedule = await add({ report: 'transactions', query: { type: 'all' }, frequency: 'monthly' })
    const nextAt = new Date('2026-04-01T05:00:00.000Z')
    await worker.db.collection('schedules').updateOne({ accountId: admin.accountId }, { $set: { nextAt } })
    isDue(schedule)
    await send()
    const [mail] = mailsOf({ ...schedule, nextAt: nextAt.toISOString() })
    expect(mail?.subject).toBe('Transaction Report, 2026-03-01 – 2026-03-31')
    const text = Buffer.from(String(mail?.file.content), 'base64').toString()
    expect(days.filter(day => text.includes(day))).toEqual(['2026-03-01', '2026-03-31'])
    expect(text.indexOf('2026-03-31')).toBeLessThan(text.indexOf('2026-03-01'))
  })
})

describe('the schedules of an account', () => {
  it('send nothing while it is suspended, and are removed with it', async () => {
    const account = makeAccount({ role: 'superareamanager', parent: admin })
    await world.producer.emit(accountCreated(account))
    const { body } = await call('POST /schedules', { as: account, ...daily })
    const schedule = body.data as Schedule
    const change = async (fields: object) => {
      await world.producer.emit({ type: 'accounts.account.updated.v1', data: { ...account, ...fields } })
      await world.caughtUp()
    }
    await change({ active: false, version: 2 })
    isDue(schedule)
    await send()
    const [after] = await list(account)
    expect(after).toMatchObject({ last: null })
    expect(after?.nextAt).not.toBe(schedule.nextAt)
    await change({ deleted: true, version: 3 })
    isDue(after as Schedule)
    await send()
    expect(await list(account)).toEqual([])
    expect(mailsOf(schedule)).toEqual([])
  })
})

describe('the schedules of a person', () => {
  it('are not those of the account, are mailed to the person, and are removed with it', async () => {
    const person = { id: 'person-1', name: 'Ben Ode', rights: [...standardRightsOf('cashier', 'admin')] }
    const asPerson = async (line: string, body?: object) =>
      (await world.call({ ...actorOf(admin), person }, line, body)).body.data
    const [own, schedule] = [await add(), (await asPerson('POST /schedules', daily)) as Schedule]
    expect(await list()).toEqual([own])
    expect(await asPerson('GET /schedules')).toEqual([schedule])
    isDue(schedule)
    await send()
    await send()
    expect(mailsOf(schedule)).toMatchObject([{ accountId: person.id }])
    world.mails.removedLogins.push(person.id)
    minutes(24 * 60)
    await send()
    await send()
    expect(await asPerson('GET /schedules')).toEqual([])
    expect(await list()).toHaveLength(1)
  })
})
