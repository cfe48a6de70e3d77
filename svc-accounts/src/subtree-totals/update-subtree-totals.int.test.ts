import { toPoints } from '@cascade/contracts'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { StoredAccount } from '../accounts/account-store'
import { postingsFor } from '../ledger/testing/play-requests'
import { waitForListFigures } from '../testing/list-figures'
import { fund, type Made, makeAccount, makeTwoTrees, pathOf, transfer } from '../testing/make-accounts'
import { holdsForAll } from '../testing/sequences'

const { world, chain, other } = await makeTwoTrees()
await fund(world, chain.admin, 5_000)
await fund(world, other.admin, 5_000)
afterAll(() => world.close())

type Totals = { balance: number; direct: number; all: number }

const treeOf = async ({ _id }: { _id: string }) => (await world.call(`GET /tree/${_id}`)).body.data
const totalsOf = async (account: { _id: string }): Promise<Totals> => (await treeOf(account)).node.branch

/** Totals computed from scratch, from accounts and ledger balances. */
async function computeTotals(): Promise<Record<string, Omit<Totals, 'direct'>>> {
  const rows = await world.db.collection<StoredAccount>('accounts').find({}).toArray()
  const balances = await world.ledger.balances(rows.map(({ _id }) => _id))
  const sumOf = (id: string): { balance: bigint; all: number } =>
    rows
      .filter(({ parentId }) => parentId === id)
      .map(child => ({ ...sumOf(child._id), isLive: !child.deleted }))
      .reduce((sum, each) => ({ balance: sum.balance + each.balance, all: sum.all + each.all + Number(each.isLive) }), {
        balance: balances.get(id) ?? 0n,
        all: 0,
      })
  return Object.fromEntries(
    rows.map(({ _id }) => {
      const { balance, all } = sumOf(_id)
      return [_id, { balance: toPoints(balance), all }]
    }),
  )
}

async function readStored(): Promise<Record<string, Omit<Totals, 'direct'>>> {
  const ids = Object.keys(await computeTotals())
  const rows = await world.deps.subtreeTotals.findMany(ids)
  const figures = ids.map(id => {
    const { balance = 0n, below = 0 } = rows.get(id) ?? {}
    return [id, { balance: toPoints(balance), all: below }]
  })
  return Object.fromEntries(figures)
}

/** The totals that account lists use. */
async function readListed(): Promise<Record<string, Omit<Totals, 'direct'>>> {
  const rows = await world.db.collection<StoredAccount>('accounts').find({}).toArray()
  return Object.fromEntries(
    rows.map(({ _id, branchPoints, below }) => [_id, { balance: toPoints(branchPoints), all: below }]),
  )
}

/** Stored totals that differ from the computed ones, by account. */
async function findDifferences() {
  const [right, ...others] = [await computeTotals(), await readStored(), await readListed()]
  return Object.entries(right).filter(([id, { balance, all }]) =>
    others.some(totals => totals[id]?.balance !== balance || totals[id]?.all !== all),
  )
}

const agree = () => expect.poll(findDifferences, { timeout: 30_000 }).toEqual([])

describe('subtree totals', () => {
  it('include all balances and accounts of the subtree, in tree, details and lists', async () => {
    await fund(world, chain.player, 60)
    const expected = { balance: 60, direct: 1, all: 1 }
    await expect.poll(() => totalsOf(chain.master), { timeout: 30_000 }).toEqual(expected)
    await expect.poll(() => totalsOf(chain.admin), { timeout: 30_000 }).toEqual({ balance: 5_060, direct: 4, all: 7 })
    expect((await treeOf(chain.areamanager)).children[0].branch).toEqual(expected)
    expect((await world.call(`GET /master/${chain.master._id}`)).body.data.branch).toEqual(expected)
    expect((await world.call(`GET /fetchUserById?id=${chain.master._id}`)).body.data.branch).toEqual(expected)
    await waitForListFigures(world)
    const list = (await world.call('GET /master/all?sort=branchBalance&order=desc&sums=true&page=1&size=10')).body
    expect(list.data.map((row: { branch: Totals }) => row.branch)).toEqual([
      expected,
      { balance: 0, direct: 1, all: 1 },
    ])
    expect(list.branch).toEqual({ balance: 60, all: 2 })
    const players = (await world.call('GET /player/all?page=1&size=10&sums=true')).body
    expect(players.data[0].branch).toBeUndefined()
    expect(players).toMatchObject({ balance: 60 })
  })

  it('follow a stake and a move to another parent', async () => {
    await world.ledger.play([
      postingsFor({ adminId: chain.admin._id, gameId: 'branchG1' }).stake(chain.player._id, 1_000),
    ])
    await expect.poll(async () => (await totalsOf(chain.admin)).balance, { timeout: 30_000 }).toBe(5_050)
    await world.call(`PUT /master/${chain.master._id}`, { body: { refId: other.areamanager._id } })
    await expect.poll(() => totalsOf(other.admin), { timeout: 30_000 }).toEqual({ balance: 5_050, direct: 4, all: 9 })
    expect(await totalsOf(chain.admin)).toEqual({ balance: 5_000, direct: 4, all: 5 })
    await agree()
  })
})

const pick = fc.nat(999)
const step = fc.oneof(
  fc.record({ type: fc.constant('create' as const), at: pick }),
  fc.record({ type: fc.constant('credit' as const), at: pick, points: fc.integer({ min: 1, max: 50 }) }),
  fc.record({ type: fc.constant('stake' as const), at: pick, amount: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ type: fc.constant('toggle' as const), at: pick, on: fc.boolean() }),
  fc.record({ type: fc.constant('move' as const), at: pick, to: pick }),
  fc.record({ type: fc.constant('remove' as const), at: pick }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const childOf = { areamanager: 'master', master: 'player' } as const

describe('all subtree totals', () => {
  it('match the ledger after random sequences of operations', async () => {
    const live: Made[] = [chain, other].flatMap(({ areamanager, master, player }) => [areamanager, master, player])
    const one = (at: number, ...roles: string[]) => {
      const fitting = live.filter(({ role }) => roles.includes(role))
      return fitting[at % fitting.length]
    }

    async function run(next: Step) {
      if (next.type === 'create') {
        const parent = one(next.at, 'areamanager', 'master')
        const role = childOf[parent?.role as keyof typeof childOf]
        await makeAccount(world, role, { refId: parent?._id })
          .then(made => live.push(made))
          .catch(() => undefined)
        return
      }
      if (next.type === 'stake') {
        const player = one(next.at, 'player')
        const play = postingsFor({ adminId: chain.admin._id, gameId: 'branchG2' })
        if (player) await world.ledger.play([play.stake(player._id, next.amount)])
        return
      }
      const account = next.type === 'move' ? one(next.at, 'player') : one(next.at, 'areamanager', 'master', 'player')
      if (!account) return
      const base = `/${pathOf(account.role)}`
      if (next.type === 'credit') {
        await transfer(world, { role: account.role, toUserId: account._id, points: next.points })
      } else if (next.type === 'toggle') {
        await world.call(`PATCH ${base}/toggle-status/${account._id}/${next.on ? 'activate' : 'deactivate'}`)
      } else if (next.type === 'move') {
        await world.call(`PUT ${base}/${account._id}`, { body: { refId: one(next.to, 'master')?._id } })
      } else {
        const { status } = await world.call(`DELETE ${base}/${account._id}`)
        if (status === 200) live.splice(live.indexOf(account), 1)
      }
    }

    await holdsForAll({ operation: step, minLength: 20, maxLength: 60, runs: 3 }, async steps => {
      for (const next of steps) await run(next)
      await agree()
    })
  })

  it('are rebuilt from scratch while the system runs, and returned only when complete', async () => {
    await agree()
    const before = await readStored()
    const { balance } = await totalsOf(chain.superareamanager)
    await world.deps.transaction(tx => world.deps.subtreeTotals.clear(tx))
    const during = await totalsOf(chain.superareamanager)
    if (during) expect(during.balance).toBe(balance)
    await expect.poll(readStored, { timeout: 30_000 }).toEqual(before)
    await expect.poll(async () => (await totalsOf(chain.superareamanager))?.balance, { timeout: 30_000 }).toBe(balance)
  })
})
