import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { accountApi, type CreatedAccount, type Run, type RunRow, runApi } from '@cascade/contracts/accounts'
import { reportsApi } from '@cascade/contracts/reports'
import { demoPassword } from '@cascade/dev'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../support/api'
import { createAccount, createBranch } from '../support/world'
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

describe('the suite', () => {
  it('books every acknowledged transfer once when svc-accounts is killed under load', async () => {
    const admin = await createAccount(own.api, superadmin, 'admin', superadmin.user._id)
    const probe = await createAccount(own.api, superadmin, 'admin', superadmin.user._id)
    const load = bank.startLoad(admin._id, { callers: 8 })
    await load.waitForMore(20)
    await own.suite.processes['svc-accounts']?.kill()
    await own.suite.processes['svc-accounts']?.restart()
    await bank.waitForSuccess(probe._id, wellBelowMinuteMs)
    await load.waitForMore(20)
    await bank.expectEachOnce(admin._id, await load.stop())
  })

  it('books every acknowledged transfer once when the database server is killed under load', async () => {
    const admin = await createAccount(own.api, superadmin, 'admin', superadmin.user._id)
    const probe = await createAccount(own.api, superadmin, 'admin', superadmin.user._id)
    const load = bank.startLoad(admin._id, { callers: 8 })
    await load.waitForMore(20)
    await own.suite.mongo.kill()
    await own.suite.mongo.start()
    await bank.waitForSuccess(probe._id, wellBelowMinuteMs)
    await load.waitForMore(20)
    await bank.expectEachOnce(admin._id, await load.stop())
  })

  it('answers correctly while every process is restarted one after the other', async () => {
    const admin = await createAccount(own.api, superadmin, 'admin', superadmin.user._id)
    const load = bank.startLoad(admin._id, { callers: 4, pauseMs: 100 })
    for (const process of Object.values(own.suite.processes)) {
      await process.restart()
      await load.waitForMore(8)
    }
    const attempts = await load.stop()
    // Booked, rejected before execution or not reached; never 401 or 500.
    expect(
      [...new Set(attempts.map(({ status }) => status))].filter(status => ![200, 503, 0].includes(status)),
    ).toEqual([])
    await bank.expectEachOnce(admin._id, attempts)
  })

  const accountCount = 140
  const kills = 2
  const each = 2.5
  const runPatience = { timeout: 90_000, interval: 50 }

  /** Players below one master, three of them suspended: near both ends and in the middle. */
  async function makePlayers() {
    const { master } = await createBranch(own.api, superadmin)
    const created: CreatedAccount[] = []
    const make = async () => {
      // On a busy machine a response can time out; such an account is not used.
      while (created.length < accountCount) {
        await createAccount(own.api, superadmin, 'player', master._id).then(
          account => created.push(account),
          () => undefined,
        )
      }
    }
    await Promise.all(Array.from({ length: 3 }, make))
    const ids = created.slice(0, accountCount).map(({ _id }) => _id)
    const suspended = new Set([3, accountCount / 2, accountCount - 2].flatMap(at => ids[at] ?? []))
    for (const userId of suspended) {
      await own.api.call(accountApi.player.toggle, superadmin, { params: { userId, action: 'deactivate' } })
    }
    return { ids, suspended }
  }

  async function readRun(runId: string): Promise<{ run: Run; rows: RunRow[] }> {
    const query = { page: 1, size: 1_000 }
    const { run, data } = await own.api.call(runApi.read, superadmin, { params: { runId }, query })
    return { run, rows: data }
  }

  it('resumes a bulk credit run after each kill of svc-accounts and credits each account once', {
    timeout: 400_000,
  }, async () => {
    const { ids, suspended } = await makePlayers()
    const booked = accountCount - suspended.size
    const countCredited = async () => (await own.rows.wallets(ids)).filter(({ balance }) => balance > 0n).length
    const ownBalance = async () => (await own.rows.wallets([superadmin.user._id]))[0]?.balance as bigint
    const before = await ownBalance()
    const accounts = own.suite.processes['svc-accounts']
    const body = {
      operation: 'give-credit' as const,
      role: 'player' as const,
      userIds: ids,
      count: accountCount,
      amount: each,
      password: demoPassword,
    }
    const { data: started } = await own.api.call(runApi.start, superadmin, { body })
    for (let killed = 0; killed < kills; killed++) {
      const credited = await countCredited()
      await expect.poll(countCredited, runPatience).toBeGreaterThan(credited + 10)
      await accounts?.kill()
      expect(await countCredited()).toBeLessThan(booked)
      await accounts?.restart()
    }
    await expect
      .poll(async () => (await readRun(started._id).catch(() => undefined))?.run.state, runPatience)
      .toBe('done')

    const { run, rows } = await readRun(started._id)
    expect(run).toMatchObject({ total: accountCount, done: booked, refused: suspended.size })
    expect(rows.filter(({ state }) => state === 'refused').map(({ accountId }) => accountId)).toEqual([...suspended])
    expect(rows.filter(({ state, message }) => state === 'refused' && !message)).toEqual([])
    expect(rows.filter(({ state }) => state === 'done')).toHaveLength(booked)
    const wrong = (await own.rows.wallets(ids)).filter(
      ({ _id, balance }) => balance !== (suspended.has(_id) ? 0n : 250n),
    )
    expect(wrong).toEqual([])
    expect(await ownBalance()).toBe(before - 250n * BigInt(booked))
    await own.rows.expectEntriesChain()
    await own.rows.expectConserved()
  })

  it('has a transaction report that matches the ledger while NATS is down and after the NATS store is wiped', async () => {
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
