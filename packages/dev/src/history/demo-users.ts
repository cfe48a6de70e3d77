import { randomInt } from 'node:crypto'
import { accountApi } from '@cascade/contracts/accounts'
import { createUser, RejectedError, type User } from '@cascade/contracts/client'
import { demoPassword, demoTree } from '../seed/demo-tree'

const balanceMin = 150
const balanceMax = 4_000
/** Points that an account asks for when it has too few. */
const refills = { admin: 200_000, superareamanager: 40_000, areamanager: 15_000, master: 5_000 }
const topUps = [200, 300, 500, 500, 800, 1_000] as const
const notes = [undefined, undefined, 'Paid in cash', 'Paid by UPI'] as const

export type DemoUsers = ReturnType<typeof createDemoUsers>

/** All users of the demo tree, and the transfers between them: each account deals with those directly below. */
export function createDemoUsers(url: string) {
  const options = { timeoutMs: 20_000, retriesMax: 6 }
  const users = new Map(
    ['superadmin', ...demoTree.map(({ username }) => username)].map(username => [
      username,
      createUser(url, () => ({ username, password: demoPassword }), options),
    ]),
  )
  let transfers = 0
  const nextKey = () => `history-credit-${transfers++}`

  function find(username: string): User {
    const user = users.get(username)
    if (!user) throw new Error(`The demo tree has no ${username}.`)
    return user
  }

  const idOf = async (username: string) => (await find(username).session()).user._id

  /**
   * Gives points from the account above, which asks for more itself if it has too few.
   * @returns the id of the transfer
   */
  async function give(to: string, transferAmount: number, note?: string): Promise<string> {
    const { role, parent } = accountOf(to)
    const body = { toUserId: await idOf(to), transferAmount, password: demoPassword, note }
    try {
      return (await find(parent).call(accountApi[role].transfer, { body, key: nextKey() })).data.transactionId
    } catch (error) {
      if (!(error instanceof RejectedError && error.reason === 'INSUFFICIENT') || parent === 'superadmin') throw error
      await give(parent, refills[accountOf(parent).role as keyof typeof refills])
      return give(to, transferAmount, note)
    }
  }

  async function takeBack(from: string, adjustAmount: number, note?: string) {
    const { role, parent } = accountOf(from)
    const body = { toUserId: await idOf(from), adjustAmount, password: demoPassword, note }
    await find(parent).call(accountApi[role].adjust, { body, key: nextKey() })
  }

  /** Levels a player's balance after a session: takes back half of a large one, tops up a low one. */
  async function levelBalance(player: string, balance: number) {
    if (balance > balanceMax) await takeBack(player, Math.floor(balance / 200) * 100, 'Paid out')
    if (balance < balanceMin) await give(player, pick(topUps), pick(notes))
  }

  return { find, idOf, give, takeBack, levelBalance }
}

const pick = <T>(list: readonly T[]) => list[randomInt(list.length)] as T

function accountOf(username: string) {
  const account = demoTree.find(each => each.username === username)
  if (!account) throw new Error(`The demo tree has no ${username}.`)
  return account
}

/** The admin above an account of the demo tree. */
export function adminOf(username: string): string {
  const { parent } = accountOf(username)
  return parent === 'superadmin' ? username : adminOf(parent)
}
