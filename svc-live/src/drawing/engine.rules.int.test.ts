import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { masterDescription } from '@cascade/draw-rules/master'
import { bookingIdOf } from '@cascade/service-kit'
import { describeRecoveries, eventually, ruleSeeds, startSeed } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Ticket } from '../records/ticket'
import { endOf, startLiveWorld } from '../testing/world'

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
const recoveriesMs: number[] = []
afterAll(() => void process.stdout.write(describeRecoveries('engine', recoveriesMs)))

type Amounts = { transferId: string; amount: string; details?: { draw?: string; tickets?: [string, string][] } }

/** Players who bet on draws and take their wins on a server of rules, until all faults of the seed have come. */
async function startPlay(seed: number) {
  const { rules, random, begin } = await startSeed(inject('mongodbUri'), seed, plan)
  const world = await startLiveWorld(games, rules.uri)
  const players = await Promise.all(Array.from({ length: 3 }, () => world.player(fundedPoints)))
  const answers = new Map<string, 'booked' | 'unknown' | 'refused'>()
  const drawIds = new Set<string>()
  let bookedAt = 0

  async function bet({ actor }: (typeof players)[number]) {
    const key = uuidv7()
    const bets = [{ type: 'straight', drawno: String(random.below(10)), quantity: 1 }]
    const { status, body } = await world.call(
      ...([actor, 'POST /app/createbet', { gameId, bets }, { 'idempotency-key': key }] as const),
    )
    const ticketId = bookingIdOf(actor.accountId, key)
    answers.set(ticketId, status === 201 ? 'booked' : body.code === 'OUTCOME_UNKNOWN' ? 'unknown' : 'refused')
    if (status === 201) drawIds.add((body.data as { drawId: string }).drawId)
    if (status === 201 && bookedAt < rules.primarySince()) bookedAt = performance.now()
    return status === 201
  }
  const take = async ({ actor }: (typeof players)[number]) => {
    const { status, body } = await world.call(actor, 'POST /app/take', {}, { 'idempotency-key': uuidv7() })
    return status === 200 && (body.data as { left: number }).left === 0
  }

  async function round() {
    await Promise.all(players.flatMap(player => Array.from({ length: betsPerRound }, () => bet(player))))
    const lastId = [...drawIds].sort((a, b) => endOf(a) - endOf(b)).at(-1)
    if (lastId) await world.moveTo(endOf(lastId))
    await Promise.all(players.map(take))
  }

  return {
    ...{ rules, world, players, answers },
    async work() {
      const startedAt = performance.now()
      begin()
      for (let rounds = 0; rounds < roundsMax && rules.left().length > 0; rounds++) await round()
      rules.heal()
      await eventually(async () => players[0] && bet(players[0]))
      if (rules.primarySince() > startedAt) recoveriesMs.push(bookedAt - rules.primarySince())
      await Promise.all([...drawIds].map(world.finish))
      await Promise.all(players.map(player => eventually(() => take(player))))
    },
    async booked(type: string) {
      const { events } = await world.ledger.read(0, 100_000)
      return events.filter(event => event.type.includes(type)).map(({ data }) => data as Amounts)
    },
    async stop() {
      rules.heal()
      await world.stop()
      await rules.stop()
    },
  }
}

const sumOf = (amounts: readonly (string | bigint)[]) => amounts.reduce((sum: bigint, each) => sum + BigInt(each), 0n)
const isUnique = (ids: readonly string[]) => new Set(ids).size === ids.length

describe.concurrent('the engine', () => {
  it.for(ruleSeeds)(
    'pays each bet once and answers truly under the faults of seed %d',
    async (seed, { onTestFinished }) => {
      const { rules, world, players, answers, work, booked, stop } = await startPlay(seed)
      onTestFinished(stop)
      await work()
      const wrong = [...answers].filter(
        ([id, answer]) => answer !== 'unknown' && world.ledger.isBooked(id) !== (answer === 'booked'),
      )
      expect(wrong).toEqual([])
      const [stakes, settlements, claims] = [await booked('stake'), await booked('settlement'), await booked('claim')]
      const readTickets = () => world.db.collection<Ticket>('tickets').find().toArray()
      await eventually(async () => (await readTickets()).length === stakes.length)
      const tickets = await readTickets()
      expect(tickets.map(({ _id }) => _id).sort()).toEqual(stakes.map(({ transferId }) => transferId).sort())
      const won = sumOf(tickets.map(({ win }) => win ?? 0n))
      expect(sumOf(settlements.map(({ amount }) => amount))).toBe(won)
      expect(sumOf(claims.map(({ amount }) => amount))).toBe(won)
      expect(isUnique(claims.flatMap(({ details }) => (details?.tickets ?? []).map(([id]) => id)))).toBe(true)
      const held = players.reduce((sum, { balance }) => sum + BigInt(Math.round(balance() * 100)), 0n)
      const funded = BigInt(players.length * fundedPoints * 100)
      expect(held).toBe(funded - sumOf(stakes.map(({ amount }) => amount)) + won)
      const told = await world.events<{ drawId: string; resultVersion: number; chunk: number }>('live.draw.settled.v1')
      expect(isUnique(told.map(({ drawId, resultVersion, chunk }) => `${drawId} ${resultVersion} ${chunk}`))).toBe(true)
      expect(await world.db.collection('dead_letters').countDocuments()).toBe(0)
      expect(await rules.violations()).toEqual([])
    },
  )
})
