import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { accountApi } from '@cascade/contracts/accounts'
import { reportsApi } from '@cascade/contracts/reports'
import { demoPassword } from '@cascade/dev-stack'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '../support/api'
import { createAccount } from '../support/world'
import { type Bank, openBank } from './bank/bank'
import { type SuiteToBreak, startSuiteToBreak } from './suite-to-break'

let own: SuiteToBreak
let superadmin: Session
let bank: Bank

beforeAll(async () => {
  own = await startSuiteToBreak()
  superadmin = await own.api.login('superadmin')
  bank = openBank(own.api, superadmin)
  await bank.issue(10_000)
})
afterAll(() => own?.stop())

/** A client killed inside a transaction holds its wallets for a minute; the lane must not wait for that. */
const wellBelowMinuteMs = 30_000
const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

it('books every acknowledged transfer once when svc-accounts is killed under load', async () => {
  const admin = await createAccount(own.api, superadmin, 'admin', superadmin.user._id)
  const probe = await createAccount(own.api, superadmin, 'admin', superadmin.user._id)
  const load = bank.startLoad(admin._id, { callers: 8 })
  await pause(400)
  await own.suite.processes['svc-accounts']?.kill()
  const killedAt = Date.now()
  await own.suite.processes['svc-accounts']?.restart()
  expect(await bank.firstSuccessAfter(probe._id, killedAt, 'after-service')).toBeLessThan(wellBelowMinuteMs)
  await pause(300)
  await bank.expectEachOnce(admin._id, await load.stop())
})

it('books every acknowledged transfer once when the database server is killed under load', async () => {
  const admin = await createAccount(own.api, superadmin, 'admin', superadmin.user._id)
  const probe = await createAccount(own.api, superadmin, 'admin', superadmin.user._id)
  const load = bank.startLoad(admin._id, { callers: 8 })
  await pause(400)
  await own.suite.mongo.kill()
  const killedAt = Date.now()
  await own.suite.mongo.start()
  expect(await bank.firstSuccessAfter(probe._id, killedAt, 'after-database')).toBeLessThan(wellBelowMinuteMs)
  await pause(300)
  await bank.expectEachOnce(admin._id, await load.stop())
})

it('gives no wrong answer while every process is restarted in order, one after the other', async () => {
  const admin = await createAccount(own.api, superadmin, 'admin', superadmin.user._id)
  const load = bank.startLoad(admin._id, { callers: 4, pauseMs: 100 })
  for (const process of Object.values(own.suite.processes)) {
    await process.restart()
    await pause(200)
  }
  const attempts = await load.stop()
  // Booked, refused before anything was done, or not reached at all: never signed out, never an error of ours.
  expect([...new Set(attempts.map(({ status }) => status))].filter(status => ![200, 503, 0].includes(status))).toEqual(
    [],
  )
  await bank.expectEachOnce(admin._id, attempts)
})

it('keeps the report equal to the ledger while NATS is down, and after its store was wiped', async () => {
  const admin = await createAccount(own.api, superadmin, 'admin', superadmin.user._id)
  await bank.send(admin._id, 1, 'nats-up')
  await own.suite.nats.stop()
  await bank.send(admin._id, 2, 'nats-down')
  await expectReport(admin._id, [1, 2])

  await rm(join(own.folder, 'nats'), { recursive: true, force: true })
  await own.suite.nats.start()
  await bank.send(admin._id, 3, 'nats-wiped')
  await expectReport(admin._id, [1, 2, 3])
})

async function expectReport(id: string, amounts: readonly number[]) {
  await expect
    .poll(
      async () => {
        const { data } = await own.api.call(reportsApi.transactions, superadmin, { query: { id, type: 'one' } })
        return data.map(({ amount }) => amount).sort((a, b) => a - b)
      },
      { timeout: 30_000, interval: 250 },
    )
    .toEqual(amounts)
}

it('lets exactly 100 of 200 parallel transfers pass when the sender affords 100', async () => {
  const admin = await createAccount(own.api, superadmin, 'admin', superadmin.user._id)
  const below = await createAccount(own.api, superadmin, 'superareamanager', admin._id)
  await bank.send(admin._id, 100, 'hundred')
  const owner = await own.api.login(admin.username)
  const answers = await Promise.all(
    Array.from({ length: 200 }, () =>
      own.api.send('POST', accountApi.superareamanager.transfer.path, {
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
  expect(await bank.balanceOf(admin._id)).toBe(0)
  expect(await bank.balanceOf(below._id)).toBe(100)
  expect(await bank.differenceOf()).toBe(0)
})

it('books 50 identical requests with one key once and answers all of them alike', async () => {
  const admin = await createAccount(own.api, superadmin, 'admin', superadmin.user._id)
  const answers = await Promise.all(Array.from({ length: 50 }, () => bank.send(admin._id, 5, 'fifty')))
  const data = answers.map(({ body }) => (body.data as { transactionId: string }).transactionId)
  expect(new Set(data).size).toBe(1)
  expect(await bank.balanceOf(admin._id)).toBe(5)
  const other = await bank.send(admin._id, 6, 'fifty')
  expect(other.status).toBe(422)
  expect(await bank.balanceOf(admin._id)).toBe(5)
})
