import type { AnyEndpoint, ResponseOf } from '@cascade/contracts'
import { accountApi } from '@cascade/contracts/accounts'
import { type CallInput, RejectedError, type SessionClient, signIn } from '@cascade/contracts/client'
import { demoPassword, demoTree } from '../seed/demo-tree'

/** A player with less asks the master for `topUp`, and one with more than `cashOutAbove` hands half of it in. */
const lowBalance = 150
const topUp = 500
const cashOutAbove = 4_000
const masterTopUp = 5_000

export type Person = ReturnType<typeof personAt>

/** An account of the demo tree, signed in again when its session has ended. */
function personAt(url: string, username: string) {
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

/** Everybody of the demo tree, each signed in when first needed, with the credit that they pass on. */
export function demoPeople(url: string) {
  const people = new Map(
    ['superadmin', ...demoTree.map(({ username }) => username)].map(name => [name, personAt(url, name)]),
  )
  let transfers = 0

  function find(username: string): Person {
    const person = people.get(username)
    if (!person) throw new Error(`The demo tree has no ${username}.`)
    return person
  }

  /** Passes points from an account to one below it. */
  async function give(from: string, to: string, transferAmount: number, note?: string) {
    const role = demoTree.find(({ username }) => username === to)?.role ?? 'player'
    const body = { toUserId: await find(to).id(), transferAmount, password: demoPassword, note }
    await find(from).call(accountApi[role].transfer, { body, key: `history-credit-${transfers++}` })
  }

  async function takeBack(from: string, to: string, adjustAmount: number) {
    const body = { toUserId: await find(from).id(), adjustAmount, password: demoPassword }
    await find(to).call(accountApi.player.adjust, { body, key: `history-credit-${transfers++}` })
  }

  /** What a master does for a player after a sitting; a master who has run dry asks the area manager first. */
  async function settleUp(player: string, balance: number) {
    const master = parentOf(player)
    if (balance > cashOutAbove) return takeBack(player, master, Math.floor(balance / 2))
    if (balance >= lowBalance) return
    try {
      await give(master, player, topUp)
    } catch (error) {
      if (!(error instanceof RejectedError && error.reason === 'INSUFFICIENT')) throw error
      await give(parentOf(master), master, masterTopUp)
      await give(master, player, topUp)
    }
  }

  return { find, give, settleUp }
}

function parentOf(username: string): string {
  return demoTree.find(account => account.username === username)?.parent ?? 'superadmin'
}

/** The admin above an account of the demo tree. */
export function adminOf(username: string): string {
  const parent = parentOf(username)
  return parent === 'superadmin' ? username : adminOf(parent)
}
