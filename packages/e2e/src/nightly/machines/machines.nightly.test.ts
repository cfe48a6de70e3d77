import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { firingAlerts } from '@cascade/dev/alerts'
import { createRandom } from '@cascade/load/random'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Bank, failuresIn, openBank } from '../../faults/bank/bank'
import { createChainReader } from '../../faults/play/audit'
import { type Attempt, learnOutcomes, startBettors } from '../../faults/play/bettors'
import { makePlayWorld, type PlayWorld, signInAgain } from '../../faults/play/play-world'
import { type Api, apiAt } from '../../support/api'
import { createAccount } from '../../support/world'
import { type Books, openBooks } from '../soak/books'
import { type Caller, createCaller, openSockets, startPages } from './clients'
import { type Installation, startInstallation } from './installation'
import { readState } from './state'
import { faults, rollingRestart, rollingUpgrade, type Step } from './steps'
import { lineOf, type Row, tableOf } from './table'

/** True for `npm run test:nightly -- machines`; otherwise only the rolling restart runs. */
const isWhole = process.env.MACHINES === 'all'
const only = process.env.MACHINES_ONLY
const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
const random = createRandom(seed)
const patience = { timeout: 120_000, interval: 100 }
const limitMs = 300_000
const playersPerAdmin = 6
const betPauseMs = 400
const transfersLoad = { callers: 2, pauseMs: 300 }
const recoveredWithinMs = 15_000

const rows: Row[] = []
let steps = 0
/** Alerts of any new installation, which has no verification and no backup yet. */
const baselineAlerts = new Set<string>()
let own: Installation
let api: Api
let caller: Caller
let world: PlayWorld
let bank: Bank
let books: Books
let chains: ReturnType<typeof createChainReader>
let sockets: ReturnType<typeof openSockets>
let pages: ReturnType<typeof startPages>

const say = (text: string) => process.stdout.write(`  ${text}\n`)
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

beforeAll(async () => {
  own = await startInstallation({ hasDisks: isWhole })
  const [url = ''] = own.gatewayUrls
  caller = createCaller(own.gatewayUrls)
  api = apiAt(url, { fetch: caller.fetch })
  world = await makePlayWorld(api, playersPerAdmin)
  bank = openBank(api, world.superadmin)
  await bank.issue(1_000_000)
  books = openBooks(api, world, own.rows)
  chains = createChainReader(api, world)
  sockets = openSockets(own.gatewayUrls, world)
  pages = startPages(caller, url, 500)
  if (isWhole) for (const name of await firingAlerts((await readState(own)).metrics)) baselineAlerts.add(name)
}, 240_000)
afterAll(async () => {
  sockets?.stop()
  await pages?.stop()
  await own?.stop()
  process.stdout.write(`\nSEED=${seed}\n${tableOf(rows)}\n`)
  if (process.env.MACHINES_TABLE) writeFileSync(process.env.MACHINES_TABLE, tableOf(rows))
}, 60_000)

if (isWhole) {
  it('the installation survives every machine fault', { timeout: limitMs * 12 }, async () => {
    const all = [rollingRestart(own), rollingUpgrade(own, process.env.MACHINES_OLDER ?? ''), ...faults(own)]
    const wrong: string[] = []
    for (const step of all.filter(({ what }) => only === undefined || new RegExp(only).test(what))) {
      await runStep(step).catch((error: Error & { actual?: unknown }) => {
        wrong.push(`${step.what}: ${error.message} ${JSON.stringify(error.actual)?.slice(0, 1_500)} ${error.stack}`)
        say(wrong.at(-1) ?? '')
      })
    }
    expect(wrong).toEqual([])
  })
} else {
  it(
    'the installation loses no bet or transfer while every process is restarted one after the other',
    { timeout: limitMs },
    () => runStep(rollingRestart(own)),
  )
}

async function runStep(step: Step) {
  await signInAgain(api, world)
  const admin = await createAccount(api, world.superadmin, 'admin', world.superadmin.user._id)
  const bets = startBettors(api, world, random, { pauseMs: betPauseMs, name: `step-${steps++}` })
  const money = bank.startLoad(admin._id, transfersLoad)
  const waitForMore = async () => {
    const since = Date.now()
    const target = bets.booked() + 5
    const more = expect.poll(() => bets.booked(), { ...patience, message: 'no more bets are booked' })
    const socketsActive = expect.poll(() => sockets.heardSince(since), { ...patience, message: 'sockets stay silent' })
    await Promise.all([more.toBeGreaterThanOrEqual(target), money.waitForMore(1), socketsActive.toBe(sockets.count)])
    return Date.now() - since
  }
  await waitForMore()
  caller.take()
  say(step.what)
  const repair = await step.apply()
  await pause(step.lastsMs)
  const { readiness, metrics } = await readState(own)
  await repair()
  const wentOnMs = await waitForMore()
  await bets.stop()
  const attempts = await money.stop()
  const results = caller.take()

  await learnOutcomes(
    api,
    bets.attempts.filter(({ outcome }) => outcome === 'unknown'),
  )
  const booked = bets.attempts.filter(({ outcome }) => outcome === 'booked')
  const alerts = isWhole ? (await firingAlerts(metrics)).filter(name => !baselineAlerts.has(name)) : []
  const row = { what: step.what, results, bets: booked.length, transfers: attempts.length, wentOnMs, readiness, alerts }
  say(lineOf(row))
  const others = failuresIn(attempts)
  if (others.length > 0) say(`unsuccessful transfers: ${others.join(', ')}`)
  if (results.failed.length > 0) say(`failed: ${[...new Set(results.failed)].join(', ')}`)
  if (!isWhole) await expectTickets(booked)
  else {
    // First, even if a later check fails: the books of the next step build on these.
    await books.close(booked)
    await chains.expectContinues()
  }
  await bank.expectEachOnce(admin._id, attempts)
  await bank.expectRejectedLeavesNoTrace(admin._id, own.rows)
  // Retry: rows are not read atomically while draws may still settle.
  await vi.waitFor(() => own.rows.expectEntriesChain(), patience)
  if (step.isHidden) expect(results.failed).toEqual([])
  if (isWhole) expect(wentOnMs).toBeLessThan(recoveredWithinMs)
  rows.push(row)
  say('all checks passed')
}

/** Expects exactly one ticket per acknowledged bet, without waiting for settlement. */
async function expectTickets(booked: readonly Attempt[]) {
  const acknowledged = booked.map(({ placed }) => placed?.ticketId ?? '').sort()
  await expect.poll(async () => (await own.rows.ticketIds()).sort(), patience).toEqual(acknowledged)
  await vi.waitFor(() => books.expectConserved(), patience)
}
