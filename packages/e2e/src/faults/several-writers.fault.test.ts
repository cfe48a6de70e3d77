import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Suite, startSuite } from '@cascade/dev-stack'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, apiAt, type Session } from '../support/api'
import { createAccount } from '../support/world'
import { type Attempt, type Bank, openBank, othersIn } from './bank/bank'
import { openRows, type Rows } from './play/ledger-rows'
import { type Balanced, startBalanced } from './play/round-robin'

const instances = 3
const load = { callers: 8, pauseMs: 40 }
/** Refused before anything was done, or the transfer is named; and connections that a killed process took with it. */
const harmless = ['0 ', '503 OUTCOME_UNKNOWN', '503 UNAVAILABLE']

let folder: string
let suite: Suite
let api: Api
let superadmin: Session
let bank: Bank
let balanced: Balanced
let rows: Rows

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-writers-'))
  balanced = await startBalanced({ accounts: instances })
  suite = await startSuite({
    ...{ dataDir: folder, port: 0, seed: 'none', build: false, logLevel: 'fatal' },
    ...balanced.options,
  })
  api = apiAt(suite.url)
  superadmin = await api.login('superadmin')
  bank = openBank(api, superadmin)
  await bank.issue(100_000)
  rows = await openRows(suite.mongo.uri)
}, 240_000)
afterAll(async () => {
  await rows?.close()
  await suite?.stop()
  await balanced?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The instance that writes now, as it has told the others. */
async function writer() {
  const url = await rows.writerUrl()
  const found = Object.values(suite.processes).find(({ port }) => url === `http://127.0.0.1:${port}`)
  if (!found) throw new Error(`Nobody is the writer at ${url}`)
  return found
}

const newAdmin = () => createAccount(api, superadmin, 'admin', superadmin.user._id)
const say = (text: string) => process.stdout.write(`  ${text}\n`)

async function expectAllIsRight(toUserId: string, attempts: readonly Attempt[]) {
  expect(othersIn(attempts).filter(other => !harmless.includes(other))).toEqual([])
  await bank.expectEachOnce(toUserId, attempts)
  await rows.expectEntriesChain()
}

it('books each transfer once over three instances, of which the writer is killed under load', async () => {
  const admin = await newAdmin()
  const transfers = bank.startLoad(admin._id, load)
  await transfers.goesOn(50)
  const killed = await writer()
  await killed.kill()
  say(`killed: a transfer is booked again after ${await transfers.goesOn(1)} ms`)
  expect(await rows.writerUrl()).not.toBe(`http://127.0.0.1:${killed.port}`)
  await killed.restart()
  await transfers.goesOn(50)
  await expectAllIsRight(admin._id, await transfers.stop())
})

it('gets no commit from a writer that was stopped, and goes on when its lease was over', async () => {
  const admin = await newAdmin()
  const transfers = bank.startLoad(admin._id, load)
  await transfers.goesOn(50)
  const stopped = await writer()
  const { pid } = stopped
  if (pid === undefined) throw new Error('The writer does not run')
  process.kill(pid, 'SIGSTOP')
  try {
    const since = Date.now()
    await expect.poll(() => rows.writerUrl(), { timeout: 60_000 }).not.toBe(`http://127.0.0.1:${stopped.port}`)
    await transfers.goesOn(50)
    say(`stopped: 50 transfers are booked after ${Date.now() - since} ms`)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await transfers.goesOn(50)
  // It follows now: what comes to it is handed over to whoever writes.
  expect(await rows.writerUrl()).not.toBe(`http://127.0.0.1:${stopped.port}`)
  await expectAllIsRight(admin._id, await transfers.stop())
})

it('loses nothing while all instances are restarted, one after the other', async () => {
  const admin = await newAdmin()
  const transfers = bank.startLoad(admin._id, load)
  await transfers.goesOn(20)
  for (const name of Object.keys(suite.processes).filter(room => room.startsWith('svc-accounts'))) {
    await suite.processes[name]?.restart()
    await transfers.goesOn(20)
  }
  await expectAllIsRight(admin._id, await transfers.stop())
})
