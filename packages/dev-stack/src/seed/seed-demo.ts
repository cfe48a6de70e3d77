import { z } from 'zod'
import type { Log } from '../servers/server'
import { callsOf, findDemoAccount } from './demo-accounts'
import { demoLogins, demoPassword, demoTree } from './demo-tree'
import { growDemoTree } from './grow-demo-tree'
import { type PublicApi, signIn } from './public-api'
import type { SeedRecord } from './seed-record'

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
