import { afterAll, describe, expect, it } from 'vitest'
import { heldBy, readBranch, sumBranch } from './branch'
import { fencingTokenOf } from './store/collections'
import { createLedgerWorld } from './testing/ledger-world'
import { collectOutcomes } from './testing/outcomes'
import { transferOf, walletRef } from './testing/requests'
import type { Move } from './types'

const world = await createLedgerWorld()
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** Two admins, and a branch of three accounts below the first, with 10.00 each that the first was issued. */
async function makeBranch() {
  const [from, to, outside] = [await world.wallet(), await world.wallet(), await world.wallet(1_000_000n)] as const
  const members = [await world.wallet(), await world.wallet(), await world.wallet()] as const
  const [root] = members
  const ancestry = { admin: from, superareamanager: root }
  const accounts = world.db.collection<{ _id: string; role: string; ancestry: object }>('accounts')
  await accounts.insertMany(members.map(_id => ({ _id, role: 'master', ancestry })))
  const refOf = (id: string) => ({ ...walletRef(id), ancestry: id === outside ? {} : ancestry })
  const send = (source: string, destination: string, amount: bigint) =>
    world.ledger.transfer({
      ...transferOf({ from: source, to: destination, amount }),
      source: refOf(source),
      destination: refOf(destination),
    })
  for (const id of members) await send(outside, id, 1_000n)
  const move = (admin: string, before: string): Move => {
    return { root, role: 'superareamanager', from: before, ancestry: { admin } }
  }
  const held = async () => [...(await world.ledger.balances(members)).values()].reduce((sum, each) => sum + each, 0n)
  return { from, to, root, outside, members, send, move, held }
}

describe('the move of a branch', () => {
  it('brings the sum of a branch up to what was booked since, and to the state of a batch', async () => {
    const { from, to, root, outside, members, send, move, held } = await makeBranch()
    const request = { move: move(to, from), sum: await sumBranch(world.mongo.client, world.db, move(to, from)) }
    expect(request.sum.amount).toBe(3_000n)
    await send(outside, root, 70n)
    await send(members[1], outside, 30n)
    await send(members[1], members[2], 500n)
    const token = await fencingTokenOf(world.db).findOne({ _id: 'writer' })
    if (!token) throw new Error('no token')
    const wallets = new Map([
      [root, { balance: 1_070n }],
      [outside, { balance: 5n }],
    ])
    const branch = await readBranch(world.db, request, token, wallets)
    expect(branch && heldBy(branch, wallets)).toBe(await held())
    // An earlier request of the batch has given 9 more to the root.
    expect(branch && heldBy(branch, wallets.set(root, { balance: 1_079n }))).toBe((await held()) + 9n)
    const later = { ...token, playHead: token.playHead + 5_001n }
    expect(await readBranch(world.db, request, later, wallets)).toBeUndefined()
  })

  it('moves exactly what a branch holds, whatever is transferred in the meantime with former positions', async () => {
    const { from, to, root, outside, members, send, move, held } = await makeBranch()
    const other = await world.startAnother()
    let isOver = false
    const [one, two, three] = members
    const load = Array.from({ length: 4 }, async () => {
      while (!isOver) await collectOutcomes([send(outside, one, 5n), send(two, outside, 4n), send(one, three, 3n)])
    })
    for (let count = 0; count < 15; count++) {
      const ledger = count % 2 ? other : world.ledger
      await ledger.change({ walletId: root, move: count % 2 ? move(from, to) : move(to, from) })
    }
    isOver = true
    await Promise.all(load)
    expect([await world.ledger.creditUsed(to), await world.ledger.creditUsed(from)]).toEqual([await held(), 0n])
  })
})
