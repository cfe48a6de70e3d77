import { accountApi } from '@cascade/contracts/accounts'
import { createUser, RejectedError, type User } from '@cascade/contracts/client'
import { demoPassword, demoTree } from '../seed/demo-tree'

const balanceMin = 150
const balanceMax = 4_000
const topUp = 500
const masterTopUp = 5_000

export type DemoUsers = ReturnType<typeof createDemoUsers>

/** All users of the demo tree, and the transfers between them. */
export function createDemoUsers(url: string) {
  const options = { timeoutMs: 20_000, retriesMax: 6 }
  const users = new Map(
    ['superadmin', ...demoTree.map(({ username }) => username)].map(username => [
      username,
      createUser(url, () => ({ username, password: demoPassword }), options),
    ]),
  )
  let transfers = 0

  function find(username: string): User {
    const user = users.get(username)
    if (!user) throw new Error(`The demo tree has no ${username}.`)
    return user
  }

  const idOf = async (username: string) => (await find(username).session()).user._id

  /** Transfers points to an account below. */
  async function transfer(from: string, to: string, transferAmount: number, note?: string) {
    const role = demoTree.find(({ username }) => username === to)?.role ?? 'player'
    const body = { toUserId: await idOf(to), transferAmount, password: demoPassword, note }
    await find(from).call(accountApi[role].transfer, { body, key: `history-credit-${transfers++}` })
  }

  async function withdraw(player: string, master: string, adjustAmount: number) {
    const body = { toUserId: await idOf(player), adjustAmount, password: demoPassword }
    await find(master).call(accountApi.player.adjust, { body, key: `history-credit-${transfers++}` })
  }

  /**
   * Levels a player's balance after a session: takes back half of a large one, tops up a low one. A master without
   * balance gets credit from the area manager first.
   */
  async function levelBalance(player: string, balance: number) {
    const master = parentOf(player)
    if (balance > balanceMax) return withdraw(player, master, Math.floor(balance / 2))
    if (balance >= balanceMin) return
    try {
      await transfer(master, player, topUp)
    } catch (error) {
      if (!(error instanceof RejectedError && error.reason === 'INSUFFICIENT')) throw error
      await transfer(parentOf(master), master, masterTopUp)
      await transfer(master, player, topUp)
    }
  }

  return { find, idOf, transfer, levelBalance }
}

function parentOf(username: string): string {
  return demoTree.find(account => account.username === username)?.parent ?? 'superadmin'
}

/** The admin above an account of the demo tree. */
export function adminOf(username: string): string {
  const parent = parentOf(username)
  return parent === 'superadmin' ? username : adminOf(parent)
}
