import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountApi, ledgerApi, sessionApi } from '@cascade/contracts/accounts'
import { reportsApi } from '@cascade/contracts/reports'
import { demoPassword, type Suite, startSuite } from '@cascade/dev-stack'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, apiAt, type Session } from '../support/api'
import { createAccount } from '../support/world'

let folder: string
let suite: Suite
let api: Api
let superadmin: Session

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-faults-'))
  suite = await startSuite({ dataDir: folder, port: 0, seed: 'none', build: false, logLevel: 'fatal' })
  api = apiAt(suite.url)
  superadmin = await api.login('superadmin')
  await issue(10_000)
})
afterAll(async () => {
  await suite?.stop()
  await rm(folder, { recursive: true, force: true })
})

const issue = (points: number) => send(superadmin.user._id, points, `issue-${points}`, 'superadmin')

/** One transfer by the superadmin; answers its HTTP status, 0 when no answer came. */
async function send(toUserId: string, points: number, key: string, level: 'admin' | 'superadmin' = 'admin') {
  return api
    .send('POST', accountApi[level].transfer.path, {
      token: superadmin.token,
      body: { toUserId, transferAmount: points, password: demoPassword },
      headers: { 'idempotency-key': key },
    })
    .catch(() => ({ status: 0, body: {} as Record<string, unknown> }))
}

const balanceOf = async (id: string) =>
  (await api.call(sessionApi.userauth, superadmin, { params: { id } })).user.walletBalance
const differenceOf = async () => (await api.call(ledgerApi.conservation, superadmin)).data.difference

type Attempt = { key: string; status: number }

/** Callers that transfer 1.00 each, over and over, until `until` says stop; every attempt has a key of its own. */
async function load(toUserId: string, callers: number, until: () => boolean, pauseMs = 0): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  const run = async (caller: number) => {
    for (let n = 0; !until() && n < 2_000; n++) {
      const key = `load-${toUserId}-${caller}-${n}`
      const { status } = await send(toUserId, 1, key)
      attempts.push({ key, status })
      await pause(status === 200 ? pauseMs : 50)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => run(caller)))
  return attempts
}

/** Heals first, then asks with each key again: an acknowledged transfer must replay, the others may now happen once. */
async function expectEachOnce(toUserId: string, attempts: readonly Attempt[]) {
  const before = await balanceOf(toUserId)
  const acknowledged = attempts.filter(({ status }) => status === 200)
  const unknown = attempts.filter(({ status }) => status === 0 || status >= 500)
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(before).toBeGreaterThanOrEqual(acknowledged.length)
  expect(before).toBeLessThanOrEqual(acknowledged.length + unknown.length)
  for (const { key } of attempts) {
    const again = await send(toUserId, 1, key)
    expect(again.status).toBe(200)
  }
  expect(await balanceOf(toUserId)).toBe(new Set(attempts.map(({ key }) => key)).size)
  expect(await differenceOf()).toBe(0)
}

async function firstSuccessAfter(toUserId: string, since: number, label: string): Promise<number> {
  for (let n = 0; n < 400; n++) {
    const { status } = await send(toUserId, 0.01, `${label}-${toUserId}-${n}`)
    if (status === 200) return Date.now() - since
    await pause(50)
  }
  return Number.POSITIVE_INFINITY
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

it('books every acknowledged transfer once when svc-accounts is killed under load', async () => {
  const admin = await createAccount(api, superadmin, 'admin', superadmin.user._id)
  const probe = await createAccount(api, superadmin, 'admin', superadmin.user._id)
  let done = false
  const loading = load(admin._id, 8, () => done)
  await pause(400)
  await suite.processes['svc-accounts']?.kill()
  const killedAt = Date.now()
  await suite.processes['svc-accounts']?.restart()
  // A client killed inside a transaction would hold its wallets for a minute; the lane must not wait for that.
  expect(await firstSuccessAfter(probe._id, killedAt, 'after-service')).toBeLessThan(10_000)
  await pause(300)
  done = true
  await expectEachOnce(admin._id, await loading)
})

it('books every acknowledged transfer once when the database server is killed under load', async () => {
  const admin = await createAccount(api, superadmin, 'admin', superadmin.user._id)
  const probe = await createAccount(api, superadmin, 'admin', superadmin.user._id)
  let done = false
  const loading = load(admin._id, 8, () => done)
  await pause(400)
  await suite.mongo.kill()
  const killedAt = Date.now()
  await suite.mongo.start()
  expect(await firstSuccessAfter(probe._id, killedAt, 'after-database')).toBeLessThan(10_000)
  await pause(300)
  done = true
  await expectEachOnce(admin._id, await loading)
})

it('gives no wrong answer while every process is restarted in order, one after the other', async () => {
  const admin = await createAccount(api, superadmin, 'admin', superadmin.user._id)
  let done = false
  const loading = load(admin._id, 4, () => done, 100)
  for (const process of Object.values(suite.processes)) {
    await process.restart()
    await pause(200)
  }
  done = true
  const attempts = await loading
  // Booked, refused before anything was done, or not reached at all: never signed out, never an error of ours.
  expect([...new Set(attempts.map(({ status }) => status))].filter(status => ![200, 503, 0].includes(status))).toEqual(
    [],
  )
  await expectEachOnce(admin._id, attempts)
})

it('keeps the report equal to the ledger while NATS is down, and after its store was wiped', async () => {
  const admin = await createAccount(api, superadmin, 'admin', superadmin.user._id)
  await send(admin._id, 1, 'nats-up')
  await suite.nats.stop()
  await send(admin._id, 2, 'nats-down')
  await expectReport(admin._id, [1, 2])

  await rm(join(folder, 'nats'), { recursive: true, force: true })
  await suite.nats.start()
  await send(admin._id, 3, 'nats-wiped')
  await expectReport(admin._id, [1, 2, 3])
})

async function expectReport(id: string, amounts: readonly number[]) {
  await expect
    .poll(
      async () => {
        const { data } = await api.call(reportsApi.transactions, superadmin, { query: { id, type: 'one' } })
        return data.map(({ amount }) => amount).sort((a, b) => a - b)
      },
      { timeout: 30_000, interval: 250 },
    )
    .toEqual(amounts)
}

it('lets exactly 100 of 200 parallel transfers pass when the sender affords 100', async () => {
  const admin = await createAccount(api, superadmin, 'admin', superadmin.user._id)
  const below = await createAccount(api, superadmin, 'superareamanager', admin._id)
  await send(admin._id, 100, 'hundred')
  const owner = await api.login(admin.username)
  const answers = await Promise.all(
    Array.from({ length: 200 }, () =>
      api.send('POST', accountApi.superareamanager.transfer.path, {
        token: owner.token,
        body: { toUserId: below._id, transferAmount: 1, password: demoPassword },
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const { status, body } of refused) {
    expect({ status, message: body.message }).toEqual({ status: 400, message: 'Insufficient balance.' })
  }
  expect(await balanceOf(admin._id)).toBe(0)
  expect(await balanceOf(below._id)).toBe(100)
  expect(await differenceOf()).toBe(0)
})

it('books 50 identical requests with one key once and answers all of them alike', async () => {
  const admin = await createAccount(api, superadmin, 'admin', superadmin.user._id)
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(admin._id, 5, 'fifty')))
  const data = answers.map(({ body }) => (body.data as { transactionId: string }).transactionId)
  expect(new Set(data).size).toBe(1)
  expect(await balanceOf(admin._id)).toBe(5)
  const other = await send(admin._id, 6, 'fifty')
  expect(other.status).toBe(422)
  expect(await balanceOf(admin._id)).toBe(5)
})
