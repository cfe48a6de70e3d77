import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AccountRole } from '@cascade/contracts'
import { type Account, accountApi, authApi } from '@cascade/contracts/accounts'
import { RejectedError, type SessionClient, signIn } from '@cascade/contracts/client'
import { gamesApi } from '@cascade/contracts/games'
import type { Log } from '../servers/server'
import { type DemoAccount, demoLogins, demoPassword, demoTree, issuedPoints } from './demo-tree'

/** Selects games by the admin's username in the demo tree and the game's code. */
export type GameFilter = (admin: string, gameId: string) => boolean

/** How the past makes the tree: with some of the games, and with credit that each account gets from the one above. */
type Past = { isPlayed: GameFilter; give: (account: DemoAccount) => Promise<unknown> }

export type Login = { username: string; password: string }

/** Retries are safe, as each change has an idempotency key; services may be briefly unavailable after a start. */
const retries = { timeoutMs: 20_000, retriesMax: 6 }

/**
 * Creates the demo tree in an empty suite through its public API, as the superadmin, so that the ledger is consistent
 * from the first entry. Completes a tree begun earlier; leaves any other tree alone.
 * @param past the tree then stays `begun`, and the next call adds all games
 * @returns a login for each level whose demo account exists and is active
 */
export async function seedDemo(
  url: string,
  record: SeedRecord,
  log: Log = () => undefined,
  past?: Past,
): Promise<Login[]> {
  const superadmin = await signIn(url, { username: 'superadmin', password: demoPassword }, retries)
  if (!superadmin) {
    log('The superadmin no longer has the demo password: no demo accounts are created or listed.')
    return []
  }
  if (await needsSeed(superadmin, record)) {
    await record.write('begun')
    await growDemoTree(superadmin, log, past)
    if (!past) await record.write('complete')
    if (!past) log('Demo accounts created')
  }
  const usernames = await usableLogins(superadmin)
  await superadmin.call(authApi.logout)
  return usernames.map(username => ({ username, password: demoPassword }))
}

async function needsSeed(superadmin: SessionClient, record: SeedRecord): Promise<boolean> {
  if ((await record.read()) === 'begun') return true
  const { data: admins } = await superadmin.call(accountApi.admin.list, { query: { size: 1 } })
  return admins.length === 0
}

async function usableLogins(superadmin: SessionClient): Promise<string[]> {
  const accounts = demoTree.filter(({ username }) => demoLogins.some(login => login === username))
  const found = await Promise.all(accounts.map(account => findDemoAccount(superadmin, account)))
  return ['superadmin', ...found.flatMap(account => (account?.userStatus ? [account.username] : []))]
}

/**
 * Creates missing accounts of the demo tree. Existing accounts are found first and each change has its own idempotency
 * key, so an interrupted run is completed by the next one without moving points twice.
 */
async function growDemoTree(superadmin: SessionClient, log: Log, past?: Past): Promise<void> {
  const userId = superadmin.user._id
  const transfer = (role: AccountRole, from: string, to: string, transferAmount: number, key: string) =>
    superadmin.call(accountApi[role].transfer, {
      body: { userId: from, toUserId: to, transferAmount, password: demoPassword },
      key,
    })
  await transfer('superadmin', userId, userId, issuedPoints, 'demo-issue')

  const allGames = (await superadmin.call(gamesApi.list)).data
  const gamesOf = ({ username }: DemoAccount) =>
    allGames.filter(({ gameId }) => !past || past.isPlayed(username, gameId)).map(({ _id }) => _id)
  const findOrCreate = async (account: DemoAccount, refId: string): Promise<{ id: string; balance: number }> => {
    const found = await findDemoAccount(superadmin, account)
    const games = gamesOf(account)
    if (found) {
      if (account.role === 'admin' && games.some(game => !found.games?.some(({ _id }) => _id === game)))
        await superadmin.call(accountApi.admin.update, { params: { id: found._id }, body: { games } })
      return { id: found._id, balance: found.walletBalance }
    }
    const body = {
      ...account.person,
      refId,
      password: demoPassword,
      ...(account.role === 'admin' ? { games } : {}),
    }
    const key = `demo-create-${refId}-${account.username}`
    return { id: (await superadmin.call(accountApi[account.role].create, { body, key })).data._id, balance: 0 }
  }

  const ids = new Map([['superadmin', userId]])
  for (const account of demoTree) {
    const refId = ids.get(account.parent)
    // Its parent could not be created.
    if (refId === undefined) continue
    try {
      const { id, balance } = await findOrCreate(account, refId)
      ids.set(account.username, id)
      // An account with points has got its credit, in the past from the account above.
      if (balance > 0) continue
      if (past) await past.give(account)
      else await transfer(account.role, refId, id, account.credit, `demo-credit-${id}`)
    } catch (error) {
      if (!(error instanceof RejectedError && error.isFinal)) throw error
      log(
        `The demo tree goes on without ${account.person.firstName} ${account.person.lastName}: ${error.serverMessage}`,
      )
    }
  }
}

const namesakesRead = 100

/** Finds a demo account by its email, as usernames are assigned by the server. */
async function findDemoAccount(superadmin: SessionClient, account: DemoAccount): Promise<Account | undefined> {
  const { firstName, lastName, email } = account.person
  const query = { q: `${firstName} ${lastName}`, size: namesakesRead }
  const { data } = await superadmin.call(accountApi[account.role].list, { query })
  return data.find(found => found.email === email)
}

type SeedState = 'none' | 'begun' | 'complete'

/**
 * Progress of the demo tree, stored next to the data: an interrupted seed must be completed, but a tree changed by its
 * users must not be touched, and the database does not show the difference.
 */
export type SeedRecord = {
  read(): Promise<SeedState>
  write(state: SeedState): Promise<void>
}

/** A record in a file. A missing or invalid file counts as `none`. */
export function seedRecordIn(file: string): SeedRecord {
  return {
    async read() {
      const text = (await readFile(file, 'utf8').catch(() => '')).trim()
      return text === 'begun' || text === 'complete' ? text : 'none'
    },
    async write(state) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, `${state}\n`)
    },
  }
}
