import { accountApi, type CreatedAccount, type Run, type RunRow, runApi } from '@cascade/contracts/accounts'
import { demoPassword } from '@cascade/dev'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '../support/api'
import { createAccount, createBranch, fund } from '../support/world'
import { type DisposableSuite, startDisposableSuite } from './disposable-suite'

const accountCount = 260
const kills = 2
const each = 2.5
const patience = { timeout: 90_000, interval: 50 }

let own: DisposableSuite
let superadmin: Session
let players: CreatedAccount[]
let suspended: Set<string>

beforeAll(async () => {
  own = await startDisposableSuite()
  superadmin = await own.api.login('superadmin')
  await fund(own.api, superadmin, 'superadmin' as never, superadmin.user._id, 10_000)
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
  players = created.slice(0, accountCount)
  suspended = new Set([3, accountCount / 2, accountCount - 2].flatMap(at => players[at]?._id ?? []))
  for (const userId of suspended) {
    await own.api.call(accountApi.player.toggle, superadmin, { params: { userId, action: 'deactivate' } })
  }
}, 400_000)
afterAll(() => own?.stop())

const idsOf = (accounts: readonly CreatedAccount[]) => accounts.map(({ _id }) => _id)

/** Number of players with a balance, read from the database. */
const countCredited = async () => (await own.rows.wallets(idsOf(players))).filter(({ balance }) => balance > 0n).length

async function read(runId: string): Promise<{ run: Run; rows: RunRow[] }> {
  const query = { page: 1, size: 1_000 }
  const { run, data } = await own.api.call(runApi.read, superadmin, { params: { runId }, query })
  return { run, rows: data }
}

it('a bulk credit run resumes after each kill of svc-accounts and credits each account once', async () => {
  const accounts = own.suite.processes['svc-accounts']
  const body = {
    operation: 'give-credit' as const,
    role: 'player' as const,
    userIds: idsOf(players),
    count: accountCount,
    amount: each,
    password: demoPassword,
  }
  const { data: started } = await own.api.call(runApi.start, superadmin, { body })
  for (let killed = 0; killed < kills; killed++) {
    const before = await countCredited()
    await expect.poll(countCredited, patience).toBeGreaterThan(before + 20)
    await accounts?.kill()
    expect(await countCredited()).toBeLessThan(accountCount - suspended.size)
    await accounts?.restart()
  }
  await expect.poll(async () => (await read(started._id).catch(() => undefined))?.run.state, patience).toBe('done')

  const { run, rows } = await read(started._id)
  expect(run).toMatchObject({ total: accountCount, done: accountCount - suspended.size, refused: suspended.size })
  expect(rows.filter(({ state }) => state === 'refused').map(({ accountId }) => accountId)).toEqual([...suspended])
  expect(rows.filter(({ state, message }) => state === 'refused' && !message)).toEqual([])
  expect(rows.filter(({ state }) => state === 'done')).toHaveLength(accountCount - suspended.size)
  const wallets = await own.rows.wallets(idsOf(players))
  const wrong = wallets.filter(({ _id, balance }) => balance !== (suspended.has(_id) ? 0n : 250n))
  expect(wrong).toEqual([])
  expect(await own.rows.wallets([superadmin.user._id])).toMatchObject([
    { balance: 1_000_000n - 250n * BigInt(accountCount - suspended.size) },
  ])
  await own.rows.expectEntriesChain()
  await own.rows.expectConserved()
})
