import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { accountBases } from '@cascade/contracts/accounts'
import { z } from 'zod'
import type { Log } from '../servers/server'
import { type DemoAccount, demoLogins, demoPassword, demoTree, issuedPoints } from './demo-tree'
import { type PublicApi, Refused, type SignedIn, signIn } from './public-api'

export type Login = { username: string; password: string }

const Count = z.object({ data: z.array(z.unknown()) })
const Done = z.object({ success: z.literal(true) })

/**
 * Fills an empty suite with the demo tree through its public API, signed in as the superadmin: what a person could
 * have typed, so the books are true from the first row. A tree that was begun before is completed, any other left
 * alone.
 * @returns one login for each level, of those accounts that the API says exist and are active
 */
export async function seedDemo(url: string, record: SeedRecord, log: Log = () => undefined): Promise<Login[]> {
  const superadmin = await signIn(url, 'superadmin', demoPassword)
  if (!superadmin) {
    log('The demo password does not open superadmin any more, so no demo accounts are made or named.')
    return []
  }
  const { api } = superadmin
  if (await isWanted(api, record)) {
    await record.write('begun')
    await growDemoTree(superadmin, log)
    await record.write('complete')
    log('Demo accounts created')
  }
  const usernames = await usableLogins(api)
  await api.get('/auth/logout', Done)
  return usernames.map(username => ({ username, password: demoPassword }))
}

async function isWanted(api: PublicApi, record: SeedRecord): Promise<boolean> {
  if ((await record.read()) === 'begun') return true
  const { data: admins } = await api.get(`${callsOf('admin')}/all?size=1`, Count)
  return admins.length === 0
}

async function usableLogins(api: PublicApi): Promise<string[]> {
  const accounts = demoTree.filter(({ username }) => demoLogins.some(login => login === username))
  const found = await Promise.all(accounts.map(account => findDemoAccount(api, account)))
  return ['superadmin', ...found.flatMap(account => (account?.userStatus ? [account.username] : []))]
}

const Created = z.object({ data: z.object({ _id: z.string() }) })
const Games = z.object({ data: z.array(z.object({ _id: z.string() })) })

/**
 * Makes what is missing of the demo tree. Every change carries a key of its own and accounts are looked for first, so
 * a run that was cut off anywhere is completed by the next one and no point is issued or passed on twice.
 */
async function growDemoTree({ api, userId }: SignedIn, log: Log): Promise<void> {
  const transfer = (role: string, from: string, to: string, transferAmount: number, key: string) =>
    api.post(
      `${callsOf(role)}/credit-transfer`,
      key,
      { userId: from, toUserId: to, transferAmount, password: demoPassword },
      Done,
    )
  await transfer('superadmin', userId, userId, issuedPoints, 'demo-issue')

  const games = (await api.get('/game', Games)).data.map(({ _id }) => _id)
  const findOrCreate = async (account: DemoAccount, refId: string): Promise<string> => {
    const found = await findDemoAccount(api, account)
    if (found) return found._id
    const body = {
      ...account.person,
      refId,
      password: demoPassword,
      ...(account.role === 'admin' ? { games } : {}),
    }
    const key = `demo-create-${refId}-${account.username}`
    return (await api.post(`${callsOf(account.role)}/create`, key, body, Created)).data._id
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
      if (!(error instanceof Refused)) throw error
      log(`The demo tree goes on without ${account.person.firstName} ${account.person.lastName}: ${error.message}`)
    }
  }
}

const Found = z.object({ _id: z.string(), username: z.string(), email: z.string().optional(), userStatus: z.boolean() })
type FoundAccount = z.infer<typeof Found>
const List = z.object({ data: z.array(Found) })

/** How many namesakes of a demo account are looked at. */
const namesakesRead = 100

/** The calls of one level, e.g. `/admins`. */
function callsOf(role: string): string {
  const base = accountBases.find(entry => entry.role === role)
  if (!base) throw new Error(`No account base for role ${role}.`)
  return `/${base.path}`
}

/** The account that stands for `account` in this database, known by its email: usernames are the server's choice. */
async function findDemoAccount(api: PublicApi, account: DemoAccount): Promise<FoundAccount | undefined> {
  const { firstName, lastName, email } = account.person
  const query = new URLSearchParams({ q: `${firstName} ${lastName}`, size: String(namesakesRead) })
  const { data } = await api.get(`${callsOf(account.role)}/all?${query}`, List)
  return data.find(found => found.email === email)
}

type SeedState = 'none' | 'begun' | 'complete'

/**
 * How far the demo tree has come, kept beside the data: an interrupted seed must be completed, while a tree that its
 * users have changed since must be left alone, and in the database both look alike.
 */
type SeedRecord = {
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
