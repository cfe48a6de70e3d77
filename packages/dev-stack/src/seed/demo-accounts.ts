import { accountBases } from '@cascade/contracts/accounts'
import { z } from 'zod'
import type { DemoAccount } from './demo-tree'
import type { PublicApi } from './public-api'

const Found = z.object({ _id: z.string(), username: z.string(), email: z.string().optional(), userStatus: z.boolean() })
export type FoundAccount = z.infer<typeof Found>
const List = z.object({ data: z.array(Found) })

/** How many namesakes of a demo account are looked at. */
const namesakesRead = 100

/** The calls of one level, e.g. `/admins`. */
export function callsOf(role: string): string {
  const base = accountBases.find(entry => entry.role === role)
  if (!base) throw new Error(`No account base for role ${role}.`)
  return `/${base.path}`
}

/** The account that stands for `account` in this database, known by its email: usernames are the server's choice. */
export async function findDemoAccount(api: PublicApi, account: DemoAccount): Promise<FoundAccount | undefined> {
  const { firstName, lastName, email } = account.person
  const query = new URLSearchParams({ q: `${firstName} ${lastName}`, size: String(namesakesRead) })
  const { data } = await api.get(`${callsOf(account.role)}/all?${query}`, List)
  return data.find(found => found.email === email)
}
