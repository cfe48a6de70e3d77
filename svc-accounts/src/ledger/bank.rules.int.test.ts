import { canRule, describeRecoveries, eventually, ruleSeeds, startRules } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { transferIdOfRequest } from './ids'
import { keyedRowsOf } from './store/collections'
import { createLedgerWorld } from './testing/ledger-world'
import { reasonOf } from './testing/outcomes'
import { createTable } from './testing/play-requests'
import { transferOf } from './testing/requests'
import { createHistory } from './testing/spawn-writer'

/** A single caller's batch may write nothing. */
const callers = [1, 2, 12]
const requestsMax = 150
const lifetimeExceeded = 290
const deadlinesMsMax = [60, 800]
const plan = {
  count: 5,
  skipMax: 2,
  kinds: ['commit', 'commit', 'commit', 'transaction', 'transaction', 'read'],
} as const
const recoveriesMs: number[] = []
afterAll(() => void process.stdout.write(describeRecoveries('bank', recoveriesMs)))

/** A bank whose players transfer and bet until all faults of the seed have come. */
async function startBank(seed: number) {
  const { rules, begin } = await startRules(inject('mongodbUri'), plan)
  const world = await createLedgerWorld({}, rules.uri)
  const { players, refOf, play } = await createTable(world, [5_000n, 5_000n, 5_000n, 5_000n])
  const history = createHistory()
  const startedAt = performance.now()
  const random = begin(seed)
  let okAt = 0

  function record(id: string, outcome: string) {
    if (outcome === 'booked') history.ok.add(id)
    else if (outcome !== 'unknown') history.refused.add(id)
    if (outcome === 'booked' && okAt < rules.primarySince()) okAt = performance.now()
    return outcome === 'booked'
  }

  async function transfer() {
    const request = transferOf({ from: refOf(random.pick(players)), to: refOf(random.pick(players)), amount: 1n })
    const id = transferIdOfRequest({ type: 'transfer', ...request })
    history.tried.add(id)
    const reason = await world.ledger.transfer(request).then(
      () => 'booked',
      // An error of the database itself: no commit was sent.
      error => (error.code === lifetimeExceeded ? 'FAULT' : reasonOf(error)),
    )
    return record(id, reason === 'TIMED_OUT' ? 'unknown' : reason)
  }

  /** Its deadline may come between two attempts to commit. */
  async function bet() {
    const notAfter = new Date(Date.now() + random.below(random.pick(deadlinesMsMax))).toISOString()
    const request = play.stake(random.pick(players), 1, { notAfter })
    history.tried.add(request.id)
    const [result] = await world.ledger.play([request])
    return record(request.id, result?.outcome ?? '')
  }

  async function call() {
    do await (random.happens(0.5) ? transfer() : bet())
    while (rules.left() > 0 && history.tried.size < requestsMax)
  }

  return {
    ...{ rules, world, history },
    async work() {
      await Promise.all(Array.from({ length: random.pick(callers) }, call))
      rules.heal()
      await eventually(transfer)
      if (rules.primarySince() > startedAt) recoveriesMs.push(okAt - rules.primarySince())
    },
    async stop() {
      await world.close()
      await rules.stop()
    },
  }
}

describe.runIf(canRule(inject('mongodbUri')))('the bank', () => {
  it.concurrent.for(ruleSeeds)(
    'keeps its books exact and its answers true in seed %d',
    async (seed, { onTestFinished }) => {
      const { rules, world, history, work, stop } = await startBank(seed)
      onTestFinished(stop)
      await work()
      const rows = keyedRowsOf(world.db).find({ _id: { $in: [...history.tried] }, kind: { $ne: 'rejected' } })
      const booked = new Set((await rows.toArray()).map(({ _id }) => _id))
      expect([...history.ok].filter(id => !booked.has(id))).toEqual([])
      expect([...history.refused].filter(id => booked.has(id))).toEqual([])
      expect(await world.faults()).toEqual([])
      expect((await world.ledger.conservation()).difference).toBe(0n)
      expect(await rules.violations()).toEqual([])
    },
  )
})
