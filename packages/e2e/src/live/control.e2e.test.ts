import { gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { rowOf } from '../support/accounts-screen'
import type { Session } from '../support/api'
import { visit } from '../support/browser/browser'
import { expectAlert, expectMessage } from '../support/messages'
import { holdConnection } from '../support/presence'
import { api, url } from '../support/suite'
import { createAccount, fund } from '../support/world'
import { type LiveWorld, makeLiveWorld } from './live-world'

/** Time for a one-minute draw, its result and its payouts. */
const drawMs = 150_000

let world: LiveWorld
beforeAll(async () => {
  world = await makeLiveWorld()
}, 120_000)

async function open(gameId: string, name: string, session: Session = world.admin): Promise<Page> {
  const { page } = await visit({ session })
  const { admin } = world.branch
  await page.goto(`${url}/${session.user.role}/game/${gameId}/${admin._id}/${admin.username}`)
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  return page
}
const cellOf = (page: Page, drawno: string) =>
  page.locator('.live-cell > button', { has: page.getByText(drawno, { exact: true }) }).first()
const figureOf = (page: Page, title: string) => page.getByRole('row', { name: title }).locator('td')

describe('the live control screen', () => {
  it('shows a new bet and its potential payout in its cell without a reload', async () => {
    const page = await open(gameCodes.funTarget, 'Fun Target')
    await page.getByText('Live', { exact: true }).waitFor()
    await world.bet(gameCodes.funTarget, '7', 10)
    await expect.poll(() => cellOf(page, '7').innerText(), { timeout: 20_000 }).toMatch(/\d0\s*×1\s+\d*\d0\.00/)
    await expect.poll(() => page.locator('.live-total-value').innerText()).not.toBe('0.00')
  })

  it('draws the chosen result, updates the results and daily totals, and the record verifies', {
    timeout: drawMs + 120_000,
  }, async () => {
    const page = await open(gameCodes.funTarget, 'Fun Target')
    const before = await world.live(gameCodes.funTarget)
    const { drawId } = await world.bet(gameCodes.funTarget, '4', 20)
    await cellOf(page, '4').click()
    await page.getByText('2', { exact: true }).and(page.locator('.live-result-booster *')).first().click()
    await page.getByRole('button', { name: 'SAVE' }).click()
    await expectMessage(page, 'Result added successfully!')
    const saved = page.getByRole('region', { name: 'Saved result' })
    await expect.poll(() => saved.innerText()).toContain(world.branch.admin.username)
    expect(await page.getByLabel('Selected result').and(page.locator('input')).inputValue()).toBe('')

    const { pending } = await world.live(gameCodes.funTarget)
    const chosen = pending?.drawId ?? drawId
    const strip = page.getByRole('link', { name: /(^| )4 2Xs$/ })
    await expect.poll(() => strip.first().innerText(), { timeout: drawMs }).toContain('2Xs')
    const record = (await api.call(liveApi.draw, world.admin, { params: { drawId: chosen } })).data
    expect(record.documents[0]?.record).toMatchObject({ result: '4', policy: 'manual' })
    const { totalPlaypoints } = before.collections
    await expect
      .poll(async () => Number((await figureOf(page, 'TOTAL COLLECTION').innerText()).replace(/,/g, '')))
      .toBeGreaterThanOrEqual(totalPlaypoints + 20)

    await page.goto(`${url}/admin/game/draw/${chosen}`)
    await page.getByRole('button', { name: 'Recompute in this browser' }).click()
    await page.getByText('Everything agrees').waitFor()
    expect(await page.getByText(`${world.branch.admin.username} chose 4.`).count()).toBe(1)
  })

  it('rejects an empty result, and in Andhar Bahar an incomplete one', async () => {
    const page = await open(gameCodes.andharBahar, 'Andhar Bahar')
    await page.getByRole('button', { name: 'SAVE' }).click()
    await expectAlert(page, 'Please enter a valid result.')
    await page.locator('.live-group[data-group="low"] .live-cell > button').first().click()
    await page.locator('.live-group[data-group="colours"] .live-cell > button').first().click()
    await page.getByRole('button', { name: 'SAVE' }).click()
    await expectAlert(page, 'Please enter a valid result.')
    await page.locator('.live-group[data-group="types"] .live-cell > button').first().click()
    expect(await page.getByLabel('Selected result').and(page.locator('input')).inputValue()).toBe('A · Spade · Under')
    await page.getByRole('button', { name: 'SAVE' }).click()
    await expectMessage(page, 'Result added successfully!')
  })

  it('adds to the game balance and resets it to 0', async () => {
    const page = await open(gameCodes.bingo, 'Bingo')
    await page.getByRole('button', { name: 'Add Balance' }).click()
    await expectAlert(page, 'Please enter a valid balance greater than 0.')
    await page.getByLabel('Add Balance').and(page.locator('input')).fill('750')
    await page.getByRole('button', { name: 'Add Balance' }).click()
    await expectMessage(page, 'Balance added successfully!')
    await expect.poll(() => figureOf(page, 'TOTAL Game Balance').innerText()).toBe('750.00')
    await page.getByRole('button', { name: 'Reset Balance' }).click()
    await expectMessage(page, 'Balance Reset successfully!')
    await expect.poll(() => figureOf(page, 'TOTAL Game Balance').innerText()).toBe('0.00')
  })

  it('selects and saves one of 1000 cells by keyboard alone', async () => {
    const page = await open(gameCodes.tripleFun, 'Triple Fun')
    expect(await page.locator('.live-cell > button').count()).toBe(1000)
    await page.keyboard.type('42')
    await page.keyboard.press('Enter')
    expect(await page.getByLabel('Selected result').and(page.locator('input')).inputValue()).toBe('0-4-2')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Save 0-4-2' }).waitFor()
    await page.keyboard.press('Enter')
    await expectMessage(page, 'Result added successfully!')
  })

  it('stops betting on a game with a reason and rejects bets until betting is allowed again', async () => {
    const page = await open(gameCodes.lucky10, 'Lucky 10')
    await page.getByRole('button', { name: 'Stop betting' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason, if you like').fill('Power cut')
    await dialog.getByRole('button', { name: 'Stop betting on Lucky 10' }).click()
    await page.getByText('Nobody can bet on this game.').waitFor()
    await page.getByText(/Power cut/).waitFor()
    const body = { gameId: gameCodes.lucky10, bets: [{ type: 'straight', drawno: '1', quantity: 5 }] }
    const rejected = await api.send('POST', '/app/createbet', { token: world.player.token, body })
    expect(rejected.body.message).toBe('Betting is stopped.')
    await page.getByRole('button', { name: 'Allow betting' }).click()
    await expect.poll(() => page.getByText('Nobody can bet on this game.').count()).toBe(0)
    await world.bet(gameCodes.lucky10, '1', 5)
    await page.getByText(/^Earlier betting stops/).click()
    await page
      .getByText(/^Ended by /)
      .first()
      .waitFor()
  })
})

describe('the live board', () => {
  it('fits all games on the wall view and can be operated by keyboard', async () => {
    const { page } = await visit({ session: world.admin, width: 1440, height: 900 })
    await page.goto(`${url}/admin/game/wall`)
    await page.getByRole('heading', { level: 1, name: 'Wall' }).waitFor()
    const tiles = page.locator('.live-tile')
    await expect.poll(() => tiles.count()).toBe(Object.keys(gameCodes).length)
    const last = await tiles.last().boundingBox()
    expect((last?.y ?? 900) + (last?.height ?? 0)).toBeLessThanOrEqual(900)

    const answerYes = async (name: string) => {
      const yes = page.getByRole('dialog').getByRole('button', { name })
      await expect.poll(() => yes.evaluate(button => button === document.activeElement)).toBe(true)
      await page.keyboard.press('Enter')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    }
    const bingo = page.getByRole('link', { name: /^Bingo/ })
    await bingo.focus()
    await page.getByText('Type a number, Enter chooses it').waitFor()
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await answerYes('Save 7')
    await bingo.getByText(/^Saved 7/).waitFor()

    // Shortcuts work again after a dialog is closed.
    await page.keyboard.press('!')
    await answerYes('Stop everything')
    await page.getByText('Everything is stopped.').waitFor()
    await page.keyboard.press('!')
    await expect.poll(() => page.getByText('Everything is stopped.').count()).toBe(0)
    await page.getByRole('button', { name: 'Leave the wall' }).click()
    await page.getByRole('heading', { level: 1, name: 'Live Result' }).waitFor()
    await page.getByRole('menuitem', { name: 'Wall', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Wall' }).waitFor()
  })
})

describe('live URLs', () => {
  it('live URLs accept the admin id before the game id', async () => {
    const { page } = await visit({ session: world.admin })
    const { admin } = world.branch
    await page.goto(`${url}/admin/game/${admin._id}/${gameCodes.funTimer}/${admin.username}`)
    await page.getByRole('heading', { level: 1, name: 'Fun Timer' }).waitFor()
  })

  it('live URLs show the game of the signed-in admin when the URL names no admin', async () => {
    const { page } = await visit({ session: world.admin })
    await page.goto(`${url}/admin/funroullet`)
    await page.getByRole('heading', { level: 1, name: 'Fun Roullet' }).waitFor()
    expect(await page.locator('.live-cell').count()).toBe(38)
  })

  it('live URLs show the same empty page for a foreign offering as for a missing one', async () => {
    const { page } = await visit({ session: world.admin })
    await page.goto(`${url}/admin/game/${gameCodes.funTimer}/${world.superadmin.user._id}/nobody`)
    await page.getByText('There is nothing here').waitFor()
  })

  it('live URLs show an admin the online players of the subtree', async () => {
    // A new player: recent API calls count as online.
    const { _id, username } = await createAccount(api, world.superadmin, 'player', world.branch.master._id)
    await fund(api, world.superadmin, 'player', _id, 12.5)
    const { page } = await visit({ session: world.admin })
    await page.goto(`${url}/admin/onlineplayers`)
    await page.getByRole('heading', { level: 1, name: 'Online Players' }).waitFor()
    const row = rowOf(page, username)
    await row.getByText('Offline').waitFor()
    await row.getByRole('cell', { name: '12.50', exact: true }).waitFor()
    await holdConnection(page, (await api.login(username)).token)
    await row.getByText('Online', { exact: true }).waitFor()
  })

  it('let a ticket holder verify a draw without signing in', { timeout: drawMs }, async () => {
    const query = { adminId: world.branch.admin._id, gameId: gameCodes.funTarget }
    const rows = async () => (await api.call(liveApi.draws, world.admin, { query })).data
    const played = async () => (await rows()).find(({ tickets }) => tickets > 0)?.drawId
    await expect.poll(played, { timeout: drawMs - 30_000 }).toBeDefined()
    const drawId = (await played()) ?? ''
    const [ticket] = (await api.call(liveApi.drawTickets, world.admin, { params: { drawId } })).data
    const { page } = await visit()
    await page.goto(`${url}/public/verify?draw=${encodeURIComponent(drawId)}`)
    await page.getByText('A draw is shown to those who hold a ticket of it').waitFor()
    await page.getByLabel('Id of a ticket of that draw').fill(ticket?.ticketId ?? '')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('This draw is genuine').waitFor()
  })
})
