import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { masterDescription } from '@cascade/draw-rules/master'
import { bookingIdOf } from '@cascade/service-kit'
import { canRule, describeRecoveries, eventually, ruleSeeds, startRules } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Ticket } from '../records/ticket'
import { endOf, type LiveWorld, startLiveWorld } from '../testing/world'

const gameId = 'digits'
const games = { [gameId]: masterDescription(gameCodes.funTarget) as GameDescription }
const fundedPoints = 1_000
const betsPerRound = 4
const roundsMax = 4
const plan = {
  count: 6,
  skipMax: 4,
  kinds: ['commit', 'commit', 'transaction', 'write', 'read'],
  small: ['games'],
} as const
/** A start takes longer than the faults of a seed: five in turn share an engine. */
const groups = Array.from({ length: Math.ceil(ruleSeeds.length / 5) }, (_, at) => ruleSeeds.slice(at * 5, at * 5 + 5))
const recoveriesMs: number[] = []
afterAll(() => void process.stdout.write(describeRecoveries('engine', recoveriesMs)))

type Player = Awaited<ReturnType<LiveWorld['player']>>
type Amounts = { transferId: string; amount: string; details?: { draw?: string; tickets?: [string, string][] } }

/** An engine whose players bet and take their wins. */
async function startPlay() {
  const { rules, begin } = await startRules(inject('mongodbUri'), plan)
  const world = await startLiveWorld(games, rules.uri)
  const players = await Promise.all(Array.from({ length: 3 }, () => world.player(fundedPoints)))
  const answers = new Map<string, 'booked' | 'unknown' | 'refused'>()
  let movedAt = 0

  function moved(isMoved: boolean) {
    if (isMoved && movedAt < rules.primarySince()) movedAt = performance.now()
    return isMoved
  }

  async function bet({ actor }: Player, drawno: number) {
    const key = uuidv7()
    const body = { gameId, bets: [{ type: 'straight', drawno: String(drawno), quantity: 1 }] }
    const answer = await world.call(actor, 'POST /app/createbet', body, { 'idempotency-key': key })
    const isBooked = answer.status === 201
    const other = answer.body.code === 'OUTCOME_UNKNOWN' ? 'unknown' : 'refused'
    answers.set(bookingIdOf(actor.accountId, key), isBooked ? 'booked' : other)
    return moved(isBooked)
  }

  async function take({ actor }: Player) {
    const { status, body } = await world.call(actor, 'POST /app/take', {}, { 'idempotency-key': uuidv7() })
    return moved(status === 200) && (body.data as { left: number }).left === 0
  }

  async function booked(type: string) {
    const { events } = await world.ledger.read(0, 100_000)
    return events.filter(event => event.type.includes(type)).map(({ data }) => data as Amounts)
  }

  const drawIds = async () => [...new Set((await booked('stake')).flatMap(({ details }) => details?.draw ?? []))]

  return {
    ...{ rules, world, players, booked },
    async work(seed: number) {
      const startedAt = performance.now()
      const random = begin(seed)
      const bets = () =>
        players.flatMap(player => Array.from({ length: betsPerRound }, () => bet(player, random.below(10))))
      for (let round = 0; round < roundsMax && rules.left() > 0; round++) {
        await Promise.all(bets())
        await world.moveTo(Math.max(0, ...(await drawIds()).map(endOf)))
        await Promise.all(players.map(take))
      }
      rules.heal()
      await eventually(async () => (await Promise.all(bets())).includes(true))
      if (rules.primarySince() > startedAt) recoveriesMs.push(movedAt - rules.primarySince())
    },
    async finish() {
      await Promise.all((await drawIds()).map(world.finish))
      await Promise.all(players.map(player => eventually(() => take(player))))
    },
    /** Bets whose answer the ledger contradicts. */
    wrong: () =>
      [...answers].filter(
        ([id, answer]) => answer !== 'unknown' && world.ledger.isBooked(id) !== (answer === 'booked'),
      ),
    async stop() {
      rules.heal()
      await world.stop()
      await rules.stop()
    },
  }
}

const sumOf = (amounts: readonly (string | bigint)[]) => amounts.reduce((sum: bigint, each) => sum + BigInt(each), 0n)
const isUnique = (ids: readonly string[]) => new Set(ids).size === ids.length

async function expectExact({ rules, world, players, booked }: Awaited<ReturnType<typeof startPlay>>) {
  const [stakes, settlements, claims] = [await booked('stake'), await booked('settlement'), await booked('claim')]
  const tickets = await eventually(async () => {
    const found = await world.db.collection<Ticket>('tickets').find().toArray()
    return found.length === stakes.length && found
  })
  expect(tickets.map(({ _id }) => _id).sort()).toEqual(stakes.map(({ transferId }) => transferId).sort())
  const won = sumOf(tickets.map(({ win }) => win ?? 0n))
  expect(sumOf(settlements.map(({ amount }) => amount))).toBe(won)
  expect(sumOf(claims.map(({ amount }) => amount))).toBe(won)
  expect(isUnique(claims.flatMap(({ details }) => (details?.tickets ?? []).map(([id]) => id)))).toBe(true)
  const held = players.reduce((sum, { balance }) => sum + BigInt(Math.round(balance() * 100)), 0n)
  const funded = BigInt(players.length * fundedPoints * 100)
  expect(held).toBe(funded - sumOf(stakes.map(({ amount }) => amount)) + won)
  const settledEvents = await world.events<{ drawId: string; resultVersion: number; chunk: number }>(
    'live.draw.settled.v1',
  )
  expect(isUnique(settledEvents.map(({ drawId, resultVersion, chunk }) => `${drawId} ${resultVersion} ${chunk}`))).toBe(
    true,
  )
  expect(await world.db.collection('dead_letters').countDocuments()).toBe(0)
  expect(await rules.violations()).toEqual([])
}

describe.runIf(canRule(inject('mongodbUri')))('the engine', () => {
  it.concurrent.for(groups)(
    'pays each bet once and answers truly in seeds %d, %d, %d, %d, %d',
    async (seeds, { onTestFinished }) => {
      const play = await startPlay()
      onTestFinished(play.stop)
      for (const seed of seeds) {
        await play.work(seed)
        expect(play.wrong(), `answers in seed ${seed}`).toEqual([])
      }
      await play.finish()
      await expectExact(play)
    },
  )
})
