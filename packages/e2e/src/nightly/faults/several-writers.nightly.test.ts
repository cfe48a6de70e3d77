import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Attempt, type Bank, failuresIn, openBank } from '../../faults/bank/bank'
import { type DisposableSuite, startDisposableSuite } from '../../faults/disposable-suite'
import type { Session } from '../../support/api'
import { createAccount } from '../../support/world'

const instances = 3
const load = { callers: 8, pauseMs: 40 }
/** Not executed, unknown outcome with the transfer id, or a connection lost with a killed process. */
const harmless = ['0 ', '503 OUTCOME_UNKNOWN', '503 UNAVAILABLE']

let own: DisposableSuite
let superadmin: Session
let bank: Bank

beforeAll(async () => {
  own = await startDisposableSuite({ instances: { accounts: instances } })
  superadmin = await own.api.login('superadmin')
  bank = openBank(own.api, superadmin)
  await bank.issue(100_000)
}, 240_000)
afterAll(() => own?.stop())

/** The current ledger leader, by its lease. */
async function ledgerLeader() {
  const url = await own.rows.writerUrl()
  const found = Object.values(own.suite.processes).find(({ port }) => url === `http://127.0.0.1:${port}`)
  if (!found) throw new Error(`no process listens at the leader address ${url}`)
  return found
}

const waitForNewLeader = ({ port }: { port: number }) =>
  expect.poll(() => own.rows.writerUrl(), { timeout: 60_000 }).not.toBe(`http://127.0.0.1:${port}`)

const newAdmin = () => createAccount(own.api, superadmin, 'admin', superadmin.user._id)
const say = (text: string) => process.stdout.write(`  ${text}\n`)

async function expectAllIsRight(toUserId: string, attempts: readonly Attempt[]) {
  expect(failuresIn(attempts).filter(other => !harmless.includes(other))).toEqual([])
  await bank.expectEachOnce(toUserId, attempts)
  await own.rows.expectEntriesChain()
}

describe('the ledger of three instances', () => {
  it('books each transfer once when its leader is killed under load', async () => {
    const admin = await newAdmin()
    const transfers = bank.startLoad(admin._id, load)
    await transfers.waitForMore(50)
    const killed = await ledgerLeader()
    const since = Date.now()
    await killed.kill()
    try {
      await waitForNewLeader(killed)
      await transfers.waitForMore(1)
      say(`leader killed: next transfer booked after ${Date.now() - since} ms`)
    } finally {
      await killed.restart()
    }
    await transfers.waitForMore(50)
    await expectAllIsRight(admin._id, await transfers.stop())
  })

  it('elects a new leader when the old one is paused, and the old one commits nothing after it resumes', async () => {
    const admin = await newAdmin()
    const transfers = bank.startLoad(admin._id, load)
    await transfers.waitForMore(50)
    const stopped = await ledgerLeader()
    const { pid } = stopped
    if (pid === undefined) throw new Error('the leader is not running')
    process.kill(pid, 'SIGSTOP')
    try {
      const since = Date.now()
      await waitForNewLeader(stopped)
      await transfers.waitForMore(50)
      say(`leader paused: 50 transfers booked after ${Date.now() - since} ms`)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await transfers.waitForMore(50)
    // It is a follower now and forwards requests to the leader.
    expect(await own.rows.writerUrl()).not.toBe(`http://127.0.0.1:${stopped.port}`)
    await expectAllIsRight(admin._id, await transfers.stop())
  })

  it('loses no transfer while all instances are restarted one after the other', async () => {
    const admin = await newAdmin()
    const transfers = bank.startLoad(admin._id, load)
    await transfers.waitForMore(20)
    for (const name of Object.keys(own.suite.processes).filter(room => room.startsWith('svc-accounts'))) {
      await own.suite.processes[name]?.restart()
      await transfers.waitForMore(20)
    }
    await expectAllIsRight(admin._id, await transfers.stop())
  })
})
