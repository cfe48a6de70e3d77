import { type HistoryRow, type LiveGame, liveApi } from '@cascade/contracts/live'
import { compileGame, type Game } from '@cascade/draw-rules'
import { masterGames } from '@cascade/draw-rules/master'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endOf, type LiveWorld, startLiveWorld } from '../testing/world'

const games = masterGames.map(({ gameId, gameName, description }) => ({
  gameId,
  gameName,
  rules: compileGame(description),
}))

const rulesOf = (gameId: string) => games.find(game => game.gameId === gameId)?.rules as Game

type Ticket = { ticketId: string; drawId: string }
type Played = { ticket: Ticket; chosen: string; staked: number }

let world: LiveWorld
let player: Awaited<ReturnType<LiveWorld['player']>>
const played = new Map<string, Played>()

/** All games are bet on and have a choice; then the clock moves once, behind the last of their draws. */
beforeAll(async () => {
  world = await startLiveWorld(Object.fromEntries(masterGames.map(({ gameId, description }) => [gameId, description])))
  player = await world.player(1_000)
  for (const { gameId, rules } of games) played.set(gameId, await play(gameId, rules))
  await world.moveTo(Math.max(...[...played.values()].map(({ ticket }) => endOf(ticket.drawId))))
}, 60_000)
afterAll(() => world?.stop())

/** A bet on what is then chosen. */
async function play(gameId: string, rules: Game): Promise<Played> {
  const { result = '', ...others } = choiceIn(rules)
  const bets = [{ ...betOn(rules, result), quantity: 1 }]
  const path = `POST ${liveApi.createBet.path}`
  const { data: ticket } = await world.ask<{ data: Ticket }>(player.actor, path, { gameId, bets })
  const staked = (await live(gameId)).data.find(({ drawno }) => drawno === result)?.sum ?? 0
  const pending = await world.choose(gameId, { result, ...others })
  expect(pending.drawId).toBe(ticket.drawId)
  return { ticket, chosen: pending.result, staked }
}

const live = async (gameId: string) => {
  const path = `${liveApi.loadGame.path}?adminId=${world.adminId}&gameId=${gameId}`
  return (await world.ask<{ data: LiveGame }>(world.admin, `GET ${path}`)).data
}

/** The last option of each dimension: what nobody would take for a default. */
const choiceIn = ({ dimensions }: Game) =>
  Object.fromEntries(dimensions.map(({ key, options }) => [key, options.at(-1)?.drawno ?? '']))

/** A bet that pays on an option, and on as few others as there is one for. */
function betOn({ legs, dimensions }: Game, drawno: string): { type: string; drawno: string } {
  const option = dimensions[0]?.indexOf.get(drawno) ?? -1
  const covering = [...legs.values()].filter(({ dimension, covers }) => dimension === 0 && covers.includes(option))
  const [leg] = covering.sort((a, b) => a.covers.length - b.covers.length)
  if (!leg) throw new Error(`There is no bet on ${drawno}`)
  const divider = leg.key.indexOf(':')
  return { type: leg.key.slice(0, divider), drawno: leg.key.slice(divider + 1) }
}

it.for(games)('$gameName: a bet in its cell, a choice to its result', async ({ gameId }) => {
  const { ticket, chosen, staked } = played.get(gameId) as Played
  expect(staked).toBeGreaterThan(0)
  const { documents } = await world.settled(ticket.drawId)
  expect(documents).toMatchObject([{ record: { result: chosen, policy: 'manual' } }])
  const rows = async () => {
    const path = `${liveApi.history.path}?gameId=${gameId}&userId=${player.actor.accountId}`
    return (await world.ask<{ data: HistoryRow[] }>(world.admin, `GET ${path}`)).data
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
      // Games with short draws have drawn again by then.
      const isListed = lastData.data.some(({ drawId }) => drawId === ticket.drawId)
      return { isListed, played: collections.totalPlaypoints, won: collections.totalWinpoints }
    })
    .toEqual({ isListed: true, played: row?.playpoints, won: row?.winpoints })
})
