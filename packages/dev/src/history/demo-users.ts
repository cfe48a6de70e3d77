import type { AnyEndpoint, ResponseOf } from '@cascade/contracts'
import { accountApi } from '@cascade/contracts/accounts'
import { type CallInput, RejectedError, type SessionClient, signIn } from '@cascade/contracts/client'
import { demoPassword, demoTree } from '../seed/demo-tree'

const balanceMin = 150
const balanceMax = 4_000
const topUp = 500
const masterTopUp = 5_000

export type DemoUser = ReturnType<typeof createDemoUser>

/** A user of the demo tree, who signs in at the first call and again when the session has ended. */
function createDemoUser(url: string, username: string) {
  let session: Promise<SessionClient | undefined> | undefined
  async function open() {
    session ??= signIn(url, { username, password: demoPassword }, { timeoutMs: 20_000, retriesMax: 6 })
    const opened = await session
    if (!opened) throw new Error(`${username} cannot sign in.`)
    return opened
  }
  return {
    id: async () => (await open()).user._id,
    async call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<ResponseOf<E>> {
      try {
        return await (await open()).call(endpoint, input)
      } catch (error) {
        if (!(error instanceof RejectedError && error.status === 401)) throw error
        session = undefined
        return (await open()).call(endpoint, input)
      }
    },
  }
}

export type DemoUsers = ReturnType<typeof createDemoUsers>

/** All users of the demo tree, and the transfers between them. */
export function createDemoUsers(url: string) {
  const users = new Map(
    ['superadmin', ...demoTree.map(({ username }) => username)].map(name => [name, createDemoUser(url, name)]),
  )
  let transfers = 0

  function find(username: string): DemoUser {
    const user = users.get(username)
    if (!user) throw new Error(`The demo tree has no ${username}.`)
    return user
  }

  /** Transfers points to an account below. */
  async function transfer(from: string, to: string, transferAmount: number, note?: string) {
    const role = demoTree.find(({ username }) => username === to)?.role ?? 'player'
    const body = { toUserId: await find(to).id(), transferAmount, password: demoPassword, note }
    await find(from).call(accountApi[role].transfer, { body, key: `history-credit-${transfers++}` })
  }

  async function withdraw(player: string, master: string, adjustAmount: number) {
    const body = { toUserId: await find(player).id(), adjustAmount, password: demoPassword }
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

  return { find, transfer, levelBalance }
}

function parentOf(username: string): string {
  return demoTree.find(account => account.username === username)?.parent ?? 'superadmin'
}

/** The admin above an account of the demo tree. */
export function adminOf(username: string): string {
  const parent = parentOf(username)
  return parent === 'superadmin' ? username : adminOf(parent)
}
