import { reportsApi } from '@cascade/contracts/reports'
import { startTcpProxy, type TcpProxy } from '@cascade/dev/proxies'
import { createRandom } from '@cascade/load/random'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../support/world'
import { type Bank, failuresIn, openBank } from '../bank/bank'
import { type DisposableSuite, startDisposableSuite } from '../disposable-suite'
import { learnOutcomes, startBettors } from '../play/bettors'
import { makePlayWorld, type PlayWorld } from '../play/play-world'

let own: DisposableSuite
let proxy: TcpProxy
let world: PlayWorld
let bank: Bank

beforeAll(async () => {
  own = await startDisposableSuite({
    async databaseVia(uri) {
      proxy = await startTcpProxy(uri)
      return proxy.uri
    },
  })
  world = await makePlayWorld(own.api, 6)
  bank = openBank(own.api, world.superadmin)
  await bank.issue(1_000_000)
})
afterAll(async () => {
  await own?.stop()
  await proxy?.cut()
})

/** Several for each caller. */
const faultCountMin = 100
/** Number of transfers in the report, which follows the ledger events. */
const reportedTransfersOf = async (id: string) =>
  (await own.api.call(reportsApi.transactions, world.superadmin, { query: { id, type: 'one' } })).total

/** Besides success: rate limited, unavailable or outcome unknown, no response. */
const allowed = ['429', '503', '0']

describe('a suite behind a faulty line to its database', () => {
  it.each([
    { fault: 'random resets and lost commit replies', faults: { reset: 0.02, loseCommitReply: 0.05 } },
    { fault: 'connections that went silent', faults: { silence: 0.1 } },
    { fault: 'writes that stall', faults: { stall: 0.1 } },
  ])('books transfers and bets exactly once and recovers after $fault', async ({ fault, faults }) => {
    const admin = await createAccount(own.api, world.superadmin, 'admin', world.superadmin.user._id)
    const transfers = bank.startLoad(admin._id, { callers: 20, pauseMs: 50 })
    const bets = startBettors(own.api, world, createRandom(1), { pauseMs: 50, name: `bets-${admin._id}` })
    await transfers.waitForMore(20)
    const faultCount = proxy.faultCount()
    proxy.break(faults)
    await expect.poll(proxy.faultCount).toBeGreaterThan(faultCount + faultCountMin)
    proxy.heal()
    const [tookMs] = await Promise.all([
      transfers.waitForMore(40),
      expect.poll(bets.booked).toBeGreaterThan(bets.booked() + 20),
    ])
    process.stdout.write(`  after ${fault}: 40 transfers within ${tookMs} ms of the repair\n`)
    await bets.stop()
    const attempts = await transfers.stop()
    expect(failuresIn(attempts).filter(answer => !allowed.some(status => answer.startsWith(status)))).toEqual([])
    await bank.expectEachOnce(admin._id, attempts)
    await learnOutcomes(own.api, bets.attempts)
    await expect.poll(() => reportedTransfersOf(admin._id)).toBe(attempts.length)
  })
})
