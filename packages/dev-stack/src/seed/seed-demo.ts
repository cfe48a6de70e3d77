import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AccountRole } from '@cascade/contracts'
import { type Account, accountApi, authApi } from '@cascade/contracts/accounts'
import { Refused, type SignedIn, signIn } from '@cascade/contracts/client'
import { gamesApi } from '@cascade/contracts/games'
import type { Log } from '../servers/server'
import { type DemoAccount, demoLogins, demoPassword, demoTree, issuedPoints } from './demo-tree'

/** By the demo tree's name of an admin, and a game's code. */
export type GamesForNow = (admin: string, gameId: string) => boolean

export type Login = { username: string; password: string }

/** Every change carries a key, so that it may be sent again: right after a start somebody may be away for a moment. */
const retries = { patienceMs: 20_000, repeats: 6 }

/**
 * Fills an empty suite with the demo tree through its public API, signed in as the superadmin: what a person could
 * have typed, so the books are true from the first row. A tree that was begun before is completed, any other left
 * alone.
 * @param only whether an admin has a game for now: the tree stays begun, and the next call gives them all
 * @returns one login for each level, of those accounts that the API says exist and are active
 */
export async function seedDemo(
  url: string,
  record: SeedRecord,
  log: Log = () => undefined,
  only?: GamesForNow,
): Promise<Login[]> {
  const superadmin = await signIn(url, { username: 'superadmin', password: demoPassword }, retries)
  if (!superadmin) {
    log('The demo password does not open superadmin any more, so no demo accounts are made or named.')
    return []
  }
  if (await needsSeed(superadmin, record)) {
    await record.write('begun')
    await growDemoTree(superadmin, log, only)
    if (!only) await record.write('complete')
    if (!only) log('Demo accounts created')
  }
  const usernames = await usableLogins(superadmin)
  await superadmin.call(authApi.logout)
  return usernames.map(username => ({ username, password: demoPassword }))
}

async function needsSeed(superadmin: SignedIn, record: SeedRecord): Promise<boolean> {
  if ((await record.read()) === 'begun') return true
  const { data: admins } = await superadmin.call(accountApi.admin.list, { query: { size: 1 } })
  return admins.length === 0
}

async function usableLogins(superadmin: SignedIn): Promise<string[]> {
  const accounts = demoTree.filter(({ username }) => demoLogins.some(login => login === username))
  const found = await Promise.all(accounts.map(account => findDemoAccount(superadmin, account)))
  return ['superadmin', ...found.flatMap(account => (account?.userStatus ? [account.username] : []))]
}

/**
 * Makes what is missing of the demo tree. Every change carries a key of its own and accounts are looked for first, so
 * a run that was cut off anywhere is completed by the next one and no point is issued or passed on twice.
 */
async function growDemoTree(superadmin: SignedIn, log: Log, only?: GamesForNow): Promise<void> {
  const userId = superadmin.user._id
  const transfer = (role: AccountRole, from: string, to: string, transferAmount: number, key: string) =>
    superadmin.call(accountApi[role].transfer, {
      body: { userId: from, toUserId: to, transferAmount, password: demoPassword },
      key,
    })
  await transfer('superadmin', userId, userId, issuedPoints, 'demo-issue')

  const allGames = (await superadmin.call(gamesApi.list)).data
  const gamesOf = ({ username }: DemoAccount) =>
    allGames.filter(({ gameId }) => !only || only(username, gameId)).map(({ _id }) => _id)
  const findOrCreate = async (account: DemoAccount, refId: string): Promise<string> => {
    const found = await findDemoAccount(superadmin, account)
    const games = gamesOf(account)
    if (found) {
      if (account.role === 'admin' && games.some(game => !found.games?.some(({ _id }) => _id === game)))
        await superadmin.call(accountApi.admin.update, { params: { id: found._id }, body: { games } })
      return found._id
    }
    const body = {
      ...account.person,
      refId,
      password: demoPassword,
      ...(account.role === 'admin' ? { games } : {}),
    }
    const key = `demo-create-${refId}-${account.username}`
    return (await superadmin.call(accountApi[account.role].create, { body, key })).data._id
  }

  const ids = new Map([['superadmin', userId]])
  for (const account of demoTree) {
    const refId = ids.get(account.parent)
    // Its parent could not be made.
    if (refId === undefined) continue
    try {
      const id = await findOrCreate(account, refId)
      ids.set(account.username, id)
      await transfer(account.role, refId, id, account.credit, `demo-credit-${id}`)
    } catch (error) {
      if (!(error instanceof Refused && error.isFinal)) throw error
      log(`The demo tree goes on without ${account.person.firstName} ${account.person.lastName}: ${error.words}`)
    }
  }
}

/** How many namesakes of a demo account are looked at. */
const namesakesRead = 100

/** The account that stands for `account` in this database, known by its email: usernames are the server's choice. */
async function findDemoAccount(superadmin: SignedIn, account: DemoAccount): Promise<Account | undefined> {
  const { firstName, lastName, email } = account.person
  const query = { q: `${firstName} ${lastName}`, size: namesakesRead }
  const { data } = await superadmin.call(accountApi[account.role].list, { query })
  return data.find(found => found.email === email)
}

type SeedState = 'none' | 'begun' | 'complete'

/**
 * How far the demo tree has come, kept beside the data: an interrupted seed must be completed, while a tree that its
 * users have changed since must be left alone, and in the database both look alike.
 */
export type SeedRecord = {
  read(): Promise<SeedState>
  write(state: SeedState): Promise<void>
}

/** A record in a file of its own. What cannot be read counts as `none`. */
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
