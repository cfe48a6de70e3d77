import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { reportsApi } from '@cascade/contracts/reports'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '../support/api'
import { createAccount } from '../support/world'
import { type Bank, openBank } from './bank/bank'
import { type DisposableSuite, startDisposableSuite } from './disposable-suite'

let own: DisposableSuite
let superadmin: Session
let bank: Bank

beforeAll(async () => {
  own = await startDisposableSuite()
  superadmin = await own.api.login('superadmin')
  bank = openBank(own.api, superadmin)
  await bank.issue(10_000)
})
afterAll(() => own?.stop())

/** The database frees the locks of a killed transaction after a minute; the ledger must not wait that long. */
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

it('answers correctly while every process is restarted one after the other', async () => {
  const admin = await createAccount(own.api, superadmin, 'admin', superadmin.user._id)
  const load = bank.startLoad(admin._id, { callers: 4, pauseMs: 100 })
  for (const process of Object.values(own.suite.processes)) {
    await process.restart()
    await pause(200)
  }
  const attempts = await load.stop()
  // Booked, rejected before execution or not reached; never 401 or 500.
  expect([...new Set(attempts.map(({ status }) => status))].filter(status => ![200, 503, 0].includes(status))).toEqual(
    [],
  )
  await bank.expectEachOnce(admin._id, attempts)
})

it('the transaction report matches the ledger while NATS is down and after the NATS store is wiped', async () => {
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
