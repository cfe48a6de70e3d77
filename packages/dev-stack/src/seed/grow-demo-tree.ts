import { z } from 'zod'
import type { Log } from '../servers/server'
import { callsOf, findDemoAccount } from './demo-accounts'
import { type DemoAccount, demoPassword, demoTree, issuedPoints } from './demo-tree'
import { Refused, type SignedIn } from './public-api'

const Created = z.object({ data: z.object({ _id: z.string() }) })
const Games = z.object({ data: z.array(z.object({ _id: z.string() })) })
const Done = z.object({ success: z.literal(true) })

/**
 * Makes what is missing of the demo tree. Every change carries a key of its own and accounts are looked for first, so
 * a run that was cut off anywhere is completed by the next one and no point is issued or passed on twice.
 */
export async function growDemoTree({ api, userId }: SignedIn, log: Log): Promise<void> {
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
