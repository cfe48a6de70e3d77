import { accountBases } from '@cascade/contracts/accounts'
import { z } from 'zod'
import { demoPassword, demoTree, issuedPoints } from './demo-tree'
import { signIn } from './public-api'

const List = z.object({ data: z.array(z.unknown()) })
const Created = z.object({ data: z.object({ _id: z.string(), username: z.string() }) })
const Games = z.object({ data: z.array(z.object({ _id: z.string() })) })
const Done = z.object({ success: z.literal(true) })

/**
 * Fills an empty suite with the demo tree through its public API, signed in as the superadmin: what a person could
 * have typed, so the books are true from the first row. Answers whether there was anything to do.
 */
export async function seedDemo(url: string): Promise<boolean> {
  const { api, user } = await signIn(url, 'superadmin', demoPassword)
  const { data: admins } = await api.get(`${callsOf('admin')}/all`, List)
  if (admins.length > 0) return false

  const transfer = (role: string, userId: string, toUserId: string, transferAmount: number) =>
    api.post(`${callsOf(role)}/credit-transfer`, { userId, toUserId, transferAmount, password: demoPassword }, Done)
  await transfer('superadmin', user._id, user._id, issuedPoints)

  const games = (await api.get('/game', Games)).data.map(({ _id }) => _id)
  const ids = new Map([['superadmin', user._id]])
  for (const { username, role, parent, credit, person } of demoTree) {
    const refId = ids.get(parent)
    if (refId === undefined) throw new Error(`The demo tree names ${parent} before it exists.`)
    const body = { ...person, refId, password: demoPassword, ...(role === 'admin' ? { games } : {}) }
    const { data: created } = await api.post(`${callsOf(role)}/create`, body, Created)
    if (created.username !== username) throw new Error(`Expected to create ${username}, got ${created.username}.`)
    ids.set(username, created._id)
    await transfer(role, refId, created._id, credit)
  }
  await api.get('/auth/logout', Done)
  return true
}

function callsOf(role: string): string {
  const base = accountBases.find(entry => entry.role === role)
  if (!base) throw new Error(`No account base for role ${role}.`)
  return `/${base.path}`
}
