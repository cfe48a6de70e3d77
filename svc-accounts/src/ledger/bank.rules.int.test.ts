import { describeRecoveries, eventually, ruleSeeds, startSeed } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { transferIdOfRequest } from './ids'
import { keyedRowsOf } from './store/collections'
import { createLedgerWorld } from './testing/ledger-world'
import { reasonOf } from './testing/outcomes'
import { createTable } from './testing/play-requests'
import { transferOf } from './testing/requests'
import { createHistory } from './testing/spawn-writer'

const callers = 12
const requestsMax = 150
const deadlineMsMax = 800
const plan = {
  count: 5,
  skipMax: 2,
  kinds: ['commit', 'commit', 'commit', 'transaction', 'transaction', 'read'],
} as const
const recoveriesMs: number[] = []
afterAll(() => void process.stdout.write(describeRecoveries('bank', recoveriesMs)))

/** A bank on a server of rules with players who transfer and bet until all faults of the seed have come. */
async function startBank(seed: number) {
  const { rules, random, begin } = await startSeed(inject('mongodbUri'), seed, plan)
  const world = await createLedgerWorld(rules.uri)
  const { players, play } = await createTable(world, [5_000n, 5_000n, 5_000n, 5_000n])
  const history = createHistory()
  let okAt = 0

  function record(id: string, outcome: string) {
    if (outcome === 'booked') history.ok.add(id)
    else if (outcome !== 'unknown') history.refused.add(id)
    const isFirst = outcome === 'booked' && okAt < rules.primarySince()
    if (isFirst) okAt = performance.now()
  }

  async function transfer() {
    const request = transferOf({ from: random.pick(players), to: random.pick(players), amount: 1n })
    const id = transferIdOfRequest({ type: 'transfer', ...request })
    history.tried.add(id)
    const reason = await world.ledger.transfer(request).then(() => 'booked', reasonOf)
    record(id, reason === 'TIMED_OUT' ? 'unknown' : reason)
    return reason
  }

  /** Its deadline may come between two attempts to commit. */
  async function bet() {
    const notAfter = new Date(Date.now() + random.below(deadlineMsMax)).toISOString()
    const request = play.stake(random.pick(players), 1, { notAfter })
    history.tried.add(request.id)
    const [result] = await world.ledger.play([request])
    record(request.id, result?.outcome ?? '')
  }

  async function call() {
    do await (random.happens(0.5) ? transfer() : bet())
    while (rules.left().length > 0 && history.tried.size < requestsMax)
  }

  return {
    rules,
    world,
    history,
    transfer,
    async work() {
      const startedAt = performance.now()
      begin()
      await Promise.all(Array.from({ length: callers }, call))
      rules.heal()
      await eventually(async () => (await transfer()) === 'booked')
      if (rules.primarySince() > startedAt) recoveriesMs.push(okAt - rules.primarySince())
    },
    async stop() {
      await world.close()
      await rules.stop()
    },
  }
}

describe.concurrent('the bank', () => {
  it.for(ruleSeeds)(
    'keeps its books exact and its answers true under the faults of seed %d',
    async (seed, { onTestFinished }) => {
      const { rules, world, history, work, stop } = await startBank(seed)
      onTestFinished(stop)
      await work()
      const found = await keyedRowsOf(world.db)
        .find({ _id: { $in: [...history.tried] }, kind: { $ne: 'rejected' } }, { projection: { _id: 1 } })
        .toArray()
      const booked = new Set(found.map(row => row._id))
      expect([...history.ok].filter(id => !booked.has(id))).toEqual([])
      expect([...history.refused].filter(id => booked.has(id))).toEqual([])
      expect(await world.faults()).toEqual([])
      expect((await world.ledger.conservation()).difference).toBe(0n)
      expect(await rules.violations()).toEqual([])
    },
  )
})
