import { formatPoints } from '@cascade/contracts'
import { AddedResult, liveApi } from '@cascade/contracts/live'
import { masterGames } from '@cascade/draw-rules/master'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { visit } from '../support/browser/browser'
import { api, url } from '../support/suite'
import { makeQuickWorld, type QuickGame, type QuickWorld } from './quick-world'

const patience = { timeout: 60_000, interval: 300 }
/** A choice is lost when its draw comes before the bet on it; the next draw is ten seconds away. */
const tries = 6

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

/** The last option of each dimension: what nobody would take for a default. */
const choiceIn = ({ rules }: QuickGame) =>
  rules.dimensions.map(({ options }) => options.at(-1) ?? { drawno: '', label: '' })

/** Chooses and saves, and answers for which draw. */
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

/** A draw whose result was chosen on the screen and on which somebody has bet what wins. */
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
  throw new Error('No bet was in time for the draw whose result was chosen')
}

describe.concurrent('Every game', () => {
  it.for(masterGames.map(({ gameName }) => gameName))(
    '%s: a bet in its cell, a choice to its result',
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
