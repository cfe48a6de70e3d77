import { formatPoints } from '@cascade/contracts'
import { accountApi } from '@cascade/contracts/accounts'
import { gamesApi } from '@cascade/contracts/games'
import { AddedResult, type LiveGame, liveApi } from '@cascade/contracts/live'
import { type Game as Compiled, compileGame } from '@cascade/draw-rules'
import { masterGames } from '@cascade/draw-rules/master'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Session } from '../support/api'
import { visit } from '../support/browser/browser'
import { makeQuickGame, quickSeconds } from '../support/quick-game'
import { api, newSuperadmin, url } from '../support/suite'
import { type Branch, createBranch, fund } from '../support/world'

const patience = { timeout: 60_000, interval: 300 }
/** A chosen result is useless when its draw closes before the bet; the next draw is 10 s away. */
const tries = 6

/** One game per screen layout: a list, 1000 grouped cells, groups with colours and types. */
const gameNames = ['Fun Roullet', 'Triple Fun', 'Andhar Bahar']

let world: QuickWorld
beforeAll(async () => {
  world = await makeQuickWorld()
}, 180_000)
afterAll(() => world?.stop())

const cellOf = (page: Page, label: string): Locator =>
  page.locator('.live-cell', { has: page.locator('.live-cell-label').getByText(label, { exact: true }) }).first()
const dailyOf = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Daily' })
    .or(page.locator('.live-daily'))
    .getByRole('row', { name: title })
    .locator('td')

/** The last option of each dimension, which is never a default. */
const choiceIn = ({ rules }: QuickGame) =>
  rules.dimensions.map(({ options }) => options.at(-1) ?? { drawno: '', label: '' })

/** Chooses and saves a result. @returns the draw it applies to */
async function chooseAndSave(page: Page, game: QuickGame): Promise<string> {
  const selected = page.getByLabel('Selected result').and(page.locator('input'))
  const labels = choiceIn(game).map(({ label }) => label)
  for (const label of labels) await cellOf(page, label).getByRole('button').click()
  await vi.waitFor(async () => expect(await selected.inputValue()).toBe(labels.join(' · ')), patience)
  const [answer] = await Promise.all([
    page.waitForResponse(response => response.url().endsWith(liveApi.addResult.path)),
    page.getByRole('button', { name: 'SAVE' }).click(),
  ])
  return AddedResult.parse((await answer.json()).data).pending.drawId
}

const isOver = (drawId: string) => Number(drawId.split('_').at(-1)) * 1000 < Date.now()

async function drawWithChoice(page: Page, game: QuickGame) {
  const [{ drawno } = { drawno: '' }] = choiceIn(game)
  for (let left = tries; left > 0; left--) {
    const drawId = await chooseAndSave(page, game)
    while (!isOver(drawId)) {
      const placed = await world.bet(game, drawno, drawId)
      if (placed) return placed
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  }
  throw new Error('no bet placed in time on the draw with the chosen result')
}

describe.concurrent('a game of each layout', () => {
  it.for(gameNames)(
    '%s shows a bet in its cell and draws the chosen result',
    {
      timeout: 240_000,
    },
    async (name, { onTestFinished }) => {
      const game = world.games.get(name)
      if (!game) throw new Error(`${name} is missing`)
      const { admin } = world.branch
      const { page, faults } = await visit({ session: world.admin, onFinished: onTestFinished })
      await page.goto(`${url}/admin/game/${game.gameId}/${admin._id}/${admin.username}`)
      await page.getByRole('heading', { level: 1, name: game.gameName }).waitFor()
      const [first = { drawno: '', label: '' }] = choiceIn(game)
      const cell = cellOf(page, first.label)
      await vi.waitFor(async () => {
        await world.bet(game, first.drawno)
        expect(await cell.locator('.live-cell-sum').innerText()).not.toBe('0.00')
      }, patience)

      const { drawId, ticketId } = await drawWithChoice(page, game)
      const words = choiceIn(game).map(({ label }) => label)
      const result = page.locator(`.live-results a[href$="${encodeURIComponent(drawId)}"]`)
      await result.waitFor()
      expect(await result.innerText()).toContain(words.join(' · '))

      const rows = async () => {
        const query = { gameId: game.gameId, userId: world.branch.player._id, size: '500' }
        return (await api.call(liveApi.history, world.admin, { query })).data
      }
      const ticket = await vi.waitFor(async () => {
        const row = (await rows()).find(each => each.ticketId === ticketId)
        expect(row?.resultNo).toBeTruthy()
        return row
      }, patience)
      expect(ticket).toMatchObject({ drawId, playpoints: 1 })
      expect(ticket?.winpoints).toBeGreaterThan(1)
      await vi.waitFor(async () => {
        const own = await rows()
        const sum = (read: (row: (typeof own)[number]) => number) =>
          formatPoints(own.reduce((total, row) => total + read(row), 0))
        expect(await dailyOf(page, 'TOTAL COLLECTION').innerText()).toBe(sum(row => row.playpoints))
        expect(await dailyOf(page, 'TOTAL PAYMENT').innerText()).toBe(sum(row => row.winpoints))
      }, patience)

      await result.click()
      await page.getByText(`${admin.username}, 20`).first().waitFor()
      expect(faults).toEqual([])
    },
  )
})

type QuickGame = { _id: string; gameId: string; gameName: string; rules: Compiled }
type QuickWorld = {
  branch: Branch
  admin: Session
  games: ReadonlyMap<string, QuickGame>
  /** Bets one point on an option of `drawId` or of the open draw. Undefined when rejected. */
  bet: (game: QuickGame, drawno: string, drawId?: string) => Promise<{ ticketId: string; drawId: string } | undefined>
  stop: () => Promise<void>
}

/** Copies of the master games that draw every 10 s, assigned to a new admin. */
async function makeQuickWorld(): Promise<QuickWorld> {
  const superadmin = await newSuperadmin()
  const branch = await createBranch(api, superadmin)
  const games = new Map<string, QuickGame>()
  for (const { gameName, description } of masterGames.filter(({ gameName }) => gameNames.includes(gameName))) {
    const { _id, gameId, gameName: name } = await makeQuickGame(api, superadmin, gameName, description)
    games.set(gameName, { _id, gameId, gameName: name, rules: compileGame(description) })
  }
  const own = [...games.values()]
  const body = { games: own.map(({ _id }) => _id) } as never
  await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body })
  await fund(api, superadmin, 'player', branch.player._id, 100_000)
  const admin = await api.login(branch.admin.username)
  const player = await api.login(branch.player.username)
  const adminId = branch.admin._id
  const live = async ({ gameId }: QuickGame) =>
    (await api.call(liveApi.loadGame, admin, { query: { adminId, gameId } })).data
  await Promise.all(own.map(game => waitUntilQuick(() => live(game), game)))

  return {
    branch,
    admin,
    games,

    async bet({ gameId, rules }, drawno, drawId) {
      const bet = { ...betOn(rules, drawno), quantity: 1 }
      const body = { gameId, bets: [bet], ...(drawId ? { drawId } : {}) }
      const answer = await api.send('POST', liveApi.createBet.path, { token: player.token, body })
      return answer.status === liveApi.createBet.status ? liveApi.createBet.response.parse(answer.body).data : undefined
    },
    async stop() {
      const off = { params: { action: 'deactivate' } }
      for (const { _id } of own) {
        await api.call(gamesApi.setStatus, superadmin, { params: { ...off.params, id: _id } })
      }
    },
  }
}

/** svc-live learns of a game and its rules through events; new rules apply from the next draw. */
const waitUntilQuick = (live: () => Promise<LiveGame>, { rules, gameName }: QuickGame) =>
  vi.waitFor(async () => {
    const { layout, timecount, data } = await live()
    const isThere = timecount === quickSeconds && layout.kind === rules.description.layout.kind
    if (!isThere || data.length !== rules.dimensions[0]?.options.length)
      throw new Error(`${gameName} is not playable yet`)
  }, patience)

/** The narrowest bet that covers an option. */
function betOn({ legs, dimensions }: Compiled, drawno: string): { type: string; drawno: string } {
  const option = dimensions[0]?.indexOf.get(drawno) ?? -1
  const covering = [...legs.values()].filter(({ dimension, covers }) => dimension === 0 && covers.includes(option))
  const [leg] = covering.sort((a, b) => a.covers.length - b.covers.length)
  if (!leg) throw new Error(`no bet covers ${drawno}`)
  const divider = leg.key.indexOf(':')
  return { type: leg.key.slice(0, divider), drawno: leg.key.slice(divider + 1) }
}
