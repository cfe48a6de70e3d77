import type { GameDescription } from '@cascade/contracts/games'
import {
  type DrawDocument,
  type DrawPage,
  type DrawRow,
  type HistoryRow,
  type LiveGame,
  liveApi,
} from '@cascade/contracts/live'
import { compileGame, type Game } from '@cascade/draw-rules'
import { masterDescription, masterGames } from '@cascade/draw-rules/master'
import { verifyChain } from '@cascade/draw-rules/verify'
import { eventually } from '@cascade/service-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endOf, startLiveWorld } from '../testing/world'

/** A wheel under policy `random`, where every other draw has booster 2. */
const randomGame = {
  gameId: 'OwnRandm',
  gameName: 'Own random game',
  description: { ...masterDescription('acqOpdff'), policy: 'random', booster: { chance: 2 } } as GameDescription,
}
const described = [...masterGames, randomGame]
const games = described.map(({ gameId, gameName, description }) => ({
  gameId,
  gameName,
  rules: compileGame(description),
}))

const rulesOf = (gameId: string) => games.find(game => game.gameId === gameId)?.rules as Game

type Ticket = { ticketId: string; drawId: string }
type Played = { ticket: Ticket; chosen: string; staked: number }

const played = new Map<string, Played>()

/** Every game gets bets and a manual result; then the clock moves once, past the last of their draws. */
const world = await startLiveWorld(
  Object.fromEntries(described.map(({ gameId, description }) => [gameId, description])),
)
// The database clock is ahead of this world's: idle records would expire at once.
await world.db.collection('records').dropIndex('expiresAt_1')
const player = await world.player(1_000)
beforeAll(async () => {
  for (const { gameId, rules } of games) played.set(gameId, await play(gameId, rules))
  await world.moveTo(Math.max(...[...played.values()].map(({ ticket }) => endOf(ticket.drawId))))
}, 60_000)
afterAll(() => world.stop())

async function bet(gameId: string, bets: readonly object[]): Promise<Ticket> {
  const path = `POST ${liveApi.createBet.path}`
  return (await world.callOk<{ data: Ticket }>(player.actor, path, { gameId, bets })).data
}

async function play(gameId: string, rules: Game): Promise<Played> {
  const { result = '', ...others } = choiceIn(rules)
  const ticket = await bet(gameId, [{ ...betOn(rules, result), quantity: 1 }])
  const staked = (await live(gameId)).data.find(({ drawno }) => drawno === result)?.sum ?? 0
  const pending = await world.choose(gameId, { result, ...others })
  expect(pending.drawId).toBe(ticket.drawId)
  return { ticket, chosen: pending.result, staked }
}

const live = async (gameId: string) => {
  const path = `${liveApi.loadGame.path}?adminId=${world.adminId}&gameId=${gameId}`
  return (await world.callOk<{ data: LiveGame }>(world.admin, `GET ${path}`)).data
}

const choiceIn = ({ dimensions }: Game) =>
  Object.fromEntries(dimensions.map(({ key, options }) => [key, options.at(-1)?.drawno ?? '']))

/** A bet that wins on an option and covers as few others as possible. */
function betOn({ legs, dimensions }: Game, drawno: string): { type: string; drawno: string } {
  const option = dimensions[0]?.indexOf.get(drawno) ?? -1
  const covering = [...legs.values()].filter(({ dimension, covers }) => dimension === 0 && covers.includes(option))
  const [leg] = covering.sort((a, b) => a.covers.length - b.covers.length)
  if (!leg) throw new Error(`There is no bet on ${drawno}`)
  const divider = leg.key.indexOf(':')
  return { type: leg.key.slice(0, divider), drawno: leg.key.slice(divider + 1) }
}

describe('every game', () => {
  it.for(games)('shows a bet in its cell and maps a choice to its result: $gameName', async ({ gameId }) => {
    const { ticket, chosen, staked } = played.get(gameId) as Played
    expect(staked).toBeGreaterThan(0)
    const { documents } = await world.waitUntilSettled(ticket.drawId)
    expect(documents).toMatchObject([{ record: { result: chosen, policy: 'manual' } }])
    const rows = async () => {
      const path = `${liveApi.history.path}?gameId=${gameId}&userId=${player.actor.accountId}`
      return (await world.callOk<{ data: HistoryRow[] }>(world.admin, `GET ${path}`)).data
    }
    await expect
      .poll(rows)
      .toMatchObject([
        { ticketId: ticket.ticketId, drawId: ticket.drawId, playpoints: 1, resultNo: documents[0]?.record.result },
      ])
    const [row] = await rows()
    expect(row?.winpoints).toBeGreaterThan(1)
    const words = rulesOf(gameId).dimensions.flatMap(({ options }) => options.map(({ label }) => label))
    for (const word of (row?.resultLabel ?? row?.resultNo)?.split(' · ') ?? []) expect(words).toContain(word)
    await expect
      .poll(async () => {
        const { collections, lastData } = await live(gameId)
        // Games with short intervals have drawn again by then.
        const isListed = lastData.data.some(({ drawId }) => drawId === ticket.drawId)
        return { isListed, played: collections.totalPlaypoints, won: collections.totalWinpoints }
      })
      .toEqual({ isListed: true, played: row?.playpoints, won: row?.winpoints })
  })

  async function chainOf(gameId: string): Promise<Pick<DrawPage, 'documents' | 'keys' | 'seeds'>> {
    const path = `GET ${liveApi.draws.path}?adminId=${world.adminId}&gameId=${gameId}`
    const { data: rows } = await world.callOk<{ data: DrawRow[] }>(world.admin, path)
    const pages = await Promise.all(rows.map(({ drawId }) => world.waitUntilSettled(drawId)))
    const documents = pages.flatMap(page => page.documents).sort((a, b) => a.record.sequence - b.record.sequence)
    const [page] = pages
    if (!page) throw new Error(`${gameId} was never drawn`)
    return { documents, keys: page.keys, seeds: page.seeds }
  }

  const faultsOf = (documents: readonly DrawDocument[], { keys, seeds }: Pick<DrawPage, 'keys' | 'seeds'>) =>
    verifyChain(documents, { publicKeys: keys, seeds })
      .flat()
      .filter(({ ok }) => !ok)

  async function drawOn(): Promise<void> {
    const drawIds = new Map<string, string>()
    for (const { gameId, rules } of games) {
      const options = rules.dimensions[0]?.options.slice(0, 2) ?? []
      const bets = options.map(({ drawno }, at) => ({ ...betOn(rules, drawno), quantity: 2 + at }))
      drawIds.set(gameId, (await bet(gameId, bets)).drawId)
    }
    const endMs = Math.max(...[...drawIds.values()].map(endOf))
    await world.moveTo(endMs)
    for (const { gameId, rules } of games) {
      const drawId = drawIds.get(gameId) ?? ''
      const [drawn] = (await world.waitUntilSettled(drawId)).documents
      const boosterValue = drawn?.record.booster.value === 2 ? 1 : 2
      const correction = { drawId, ...choiceIn(rules), boosterValue, reason: 'Read wrongly' }
      await world.callOk(world.admin, `POST ${liveApi.correctResult.path}`, correction)
      await world.waitUntilSettled(drawId)
    }
    await world.moveTo(endMs + 6 * 60_000)
  }

  it('has verifiable records: manual, by policy, corrected and without bets', async () => {
    await drawOn()
    for (const { gameId, gameName } of games) {
      const chain = await eventually(async () => {
        const found = await chainOf(gameId)
        return found.documents.some(({ record }) => record.stake === '0') && found
      })
      expect([gameName, faultsOf(chain.documents, chain)]).toEqual([gameName, []])
      const policies = new Set(chain.documents.map(({ record }) => record.policy))
      expect([...policies].sort()).toEqual([gameId === randomGame.gameId ? 'random' : 'budgeted', 'manual'].sort())
      expect(chain.documents.some(({ record }) => record.resultVersion > 1)).toBe(true)
    }
  }, 60_000)
})
