import { formatPoints } from '@cascade/contracts'
import { AddedResult, liveApi } from '@cascade/contracts/live'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest'
import { visit } from '../../support/browser/browser'
import { api, url } from '../../support/suite'
import { makeQuickWorld, patience, type QuickGame, type QuickWorld } from './quick-world'

/** A chosen result is useless when its draw closes before the bet; the next draw is 10 s away. */
const tries = 6

/** One game per screen layout: a list, 1000 grouped cells, groups with colours and types. */
const gameNames = ['Fun Roullet', 'Triple Fun', 'Andhar Bahar']
const translatedGame = 'Fun Target'

let world: QuickWorld
beforeAll(async () => {
  world = await makeQuickWorld([...gameNames, translatedGame])
}, 180_000)
afterAll(() => world?.stop())

const gameOf = (name: string): QuickGame => {
  const game = world.games.get(name)
  if (!game) throw new Error(`${name} is missing`)
  return game
}

async function open(game: QuickGame, onFinished: TestContext['onTestFinished']) {
  const { admin } = world.branch
  const opened = await visit({ session: world.admin, onFinished })
  await opened.page.goto(`${url}/admin/game/${game.gameId}/${admin._id}/${admin.username}`)
  await opened.page.getByRole('heading', { level: 1, name: game.gameName }).waitFor()
  return opened
}

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

/**
 * Chooses and saves a result with the booster 2.
 * @returns the draw it applies to, or the rejection, e.g. because that draw has just closed
 */
async function chooseAndSave(page: Page, game: QuickGame): Promise<{ drawId?: string; rejection?: string }> {
  const selected = page.getByLabel('Selected result').and(page.locator('input'))
  const labels = choiceIn(game).map(({ label }) => label)
  // A rejection leaves the choice as it is, and a second click would clear it.
  if ((await selected.inputValue()) === '') {
    for (const label of labels) await cellOf(page, label).getByRole('button').click()
  }
  await vi.waitFor(async () => expect(await selected.inputValue()).toBe(labels.join(' · ')), patience)
  await page.getByText('2', { exact: true }).and(page.locator('.live-result-booster *')).first().click()
  const [answer] = await Promise.all([
    page.waitForResponse(response => response.url().endsWith(liveApi.addResult.path)),
    page.getByRole('button', { name: 'SAVE' }).click(),
  ])
  const { message, data } = await answer.json()
  return answer.ok() ? { drawId: AddedResult.parse(data).pending.drawId } : { rejection: message }
}

const isOver = (drawId: string) => Number(drawId.split('_').at(-1)) * 1000 < Date.now()

async function drawWithChoice(page: Page, game: QuickGame) {
  const [{ drawno } = { drawno: '' }] = choiceIn(game)
  let rejected = ''
  for (let left = tries; left > 0; left--) {
    const { drawId, rejection } = await chooseAndSave(page, game)
    if (rejection) rejected = `; last rejection: ${rejection}`
    while (drawId && !isOver(drawId)) {
      const placed = await world.bet(game, { drawno, drawId })
      if (placed) return placed
      await new Promise(resolve => setTimeout(resolve, 200))
    }
    await page.waitForTimeout(1_000)
  }
  throw new Error(`no bet placed in time on the draw with the chosen result${rejected}`)
}

async function verifyAsTicketHolder(page: Page, { drawId, ticketId }: { drawId: string; ticketId: string }) {
  await page.goto(`${url}/public/verify?draw=${encodeURIComponent(drawId)}`)
  await page.getByText('A draw is shown to those who hold a ticket of it').waitFor()
  await page.getByLabel('Id of a ticket of that draw').fill(ticketId)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('This draw is genuine').waitFor()
}

/** Wraps every text node, also new and changed ones, like the translation of Chrome. */
function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const wrap = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (text.data.trim() === '' || text.parentElement?.closest('font, [translate=no], script, style')) continue
        const outer = document.createElement('font')
        outer.appendChild(document.createElement('font')).textContent = text.data
        text.replaceWith(outer)
      }
    }
    wrap()
    new MutationObserver(wrap).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

/** All text of the screen except the clocks. */
async function visibleText(page: Page): Promise<string> {
  const parts = ['.live-total', '.live-results', '.live-daily', '.live-main', '.live-side']
  const texts = await Promise.all(parts.map(part => page.locator(part).innerText()))
  return texts.join('\n').replace(/\s+/g, ' ')
}

describe.concurrent('the live control', { timeout: 240_000 }, () => {
  it.for(gameNames)(
    'of %s shows a bet in its cell and draws the chosen result, whose record verifies',
    async (name, { onTestFinished }) => {
      const game = gameOf(name)
      const { admin } = world.branch
      const { page, faults } = await open(game, onTestFinished)
      const [first = { drawno: '', label: '' }] = choiceIn(game)
      const cell = cellOf(page, first.label)
      await vi.waitFor(async () => {
        await world.bet(game, first)
        expect(await cell.locator('.live-cell-sum').innerText()).not.toBe('0.00')
      }, patience)

      const placed = await drawWithChoice(page, game)
      const { drawId, ticketId } = placed
      const words = choiceIn(game).map(({ label }) => label)
      const result = page.locator(`.live-results a[href$="${encodeURIComponent(drawId)}"]`)
      await result.waitFor()
      expect(await result.innerText()).toContain(words.join(' · '))
      expect(await result.innerText()).toContain('2Xs')

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
      await page.getByRole('button', { name: 'Recompute in this browser' }).click()
      await page.getByText('Everything agrees').waitFor()
      const chosen = choiceIn(game).map(({ drawno }) => drawno)
      expect(await page.getByText(`${admin.username} chose ${chosen.join('-')}.`).count()).toBe(1)
      // A choice that arrives as its draw closes is rejected with 409, and made again.
      expect(faults.filter(fault => !fault.includes('status of 409'))).toEqual([])
      if (name !== 'Fun Roullet') return
      const stranger = await visit({ onFinished: onTestFinished })
      await verifyAsTicketHolder(stranger.page, placed)
    },
  )

  it('shows a whole draw correctly while the browser translates the page', async ({ onTestFinished }) => {
    const game = gameOf(translatedGame)
    const [translated, plain] = [await open(game, onTestFinished), await open(game, onTestFinished)]
    const { page } = translated
    await translate(page)
    const agree = () =>
      vi.waitFor(async () => expect(await visibleText(page)).toBe(await visibleText(plain.page)), patience)
    const drawn = () => page.locator('.live-results').innerText()
    const bet = () => vi.waitFor(async () => expect(await world.bet(game, { drawno: '3' })).toBeDefined(), patience)

    await bet()
    await agree()
    // Retries: a result that is saved just before its draw is shown for a moment only.
    const body = { adminId: world.branch.admin._id, gameId: game.gameId, result: '5', boosterValue: 1 as const }
    await vi.waitFor(async () => {
      await api.call(liveApi.addResult, world.admin, { body })
      await page.getByText('Saved result').first().waitFor({ timeout: 2_000 })
    }, patience)
    await agree()
    const before = await drawn()
    await vi.waitFor(async () => expect(await drawn()).not.toBe(before), patience)
    await bet()
    await agree()

    await page.getByRole('button', { name: 'Draws' }).click()
    await page.getByRole('heading', { level: 1, name: 'Draws' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: game.gameName }).waitFor()
    expect(translated.faults).toEqual([])
  })
})
