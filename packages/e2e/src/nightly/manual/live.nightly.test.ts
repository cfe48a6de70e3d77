import { accountApi } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes, gamesApi } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import type { Page } from 'playwright'
import { beforeAll, vi } from 'vitest'
import type { Session } from '../../support/api'
import { makeQuickGame } from '../../support/quick-game'
import { api, newSuperadmin } from '../../support/suite'
import { type Branch, createBranch, fund } from '../../support/world'
import { dialog } from './screen'
import { task } from './task'

const patience = { timeout: 100_000, interval: 500 }
let branch: Branch
let superadmin: Session
let admin: Session
let drawId: string
let ticketId: string

beforeAll(async () => {
  superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
  const digits = masterDescription(gameCodes.funTarget) as GameDescription
  const quick = await makeQuickGame(api, superadmin, 'Evening Target', digits, '')
  const games = (await api.call(gamesApi.list, superadmin)).data
  const gameIds: string[] = [gameCodes.funTarget, gameCodes.bingo, gameCodes.lucky10, gameCodes.tripleFun]
  const own = games.filter(({ gameId }) => gameIds.includes(gameId)).map(({ _id }) => _id)
  const body = { games: [quick._id, ...own] } as never
  await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body })
  await fund(api, superadmin, 'player', branch.player._id, 10_000)
  admin = await api.login(branch.admin.username)
  const player = await api.login(branch.player.username)
  const bet = (gameId: string, drawno: string, quantity: number) =>
    vi.waitFor(async () => {
      const bets = [{ type: 'straight', drawno, quantity }]
      return (await api.call(liveApi.createBet, player, { body: { gameId, bets } })).data
    }, patience)
  ;({ drawId, ticketId } = await bet(quick.gameId, '7', 40))
  await bet(gameCodes.funTarget, '3', 25)
  await bet(gameCodes.funTarget, '8', 10)
}, 180_000)

const asAdmin = () => admin
const tileOf = (page: Page, name: string) => page.locator('.live-tile > a').filter({ hasText: name })
const cellOf = (page: Page, drawno: string) =>
  page.locator('.live-cell > button', { has: page.getByText(drawno, { exact: true }) }).first()

task(
  'Watch the live board',
  { as: asAdmin, at: 'dashboard', intro: 'All games at a glance, the dearest first.' },
  async ({ page, press, step }) => {
    await press('Open **Live Result** in the menu.', page.getByRole('menuitem', { name: 'Live Result' }))
    await press('Choose **All games**.', page.getByRole('menuitem', { name: 'All games', exact: true }))
    const tile = tileOf(page, 'Fun Target')
    await step('Each tile has the time left, the stake, and what the dearest result would cost.', tile)
    await press('Press a tile to see its game.', tile)
    await step('Every option shows what it would pay, and smaller what was staked on it.', cellOf(page, '3'))
  },
)

task(
  'Choose and save a result',
  {
    as: asAdmin,
    at: 'game',
    intro: 'What is saved is drawn instead of what the policy would pick. It is recorded with your name.',
  },
  async ({ page, press, step }) => {
    await press('Press the tile of the game.', tileOf(page, 'Bingo'))
    await press('Press the option that is to be drawn.', page.locator('.live-cell > button').first())
    await step(
      'The panel says what it would pay and what the game has then.',
      page.getByRole('region', { name: 'Selected result' }),
    )
    await press('Press **SAVE**.', page.getByRole('button', { name: 'SAVE' }))
    await step(
      'The saved result stands below until it is drawn, with who saved it.',
      page.getByRole('region', { name: 'Saved result' }),
    )
  },
)

task(
  'Withdraw a result',
  { as: asAdmin, at: 'game', intro: 'Until betting closes, a saved result can be replaced or taken back.' },
  async ({ page, press, step, say }) => {
    await say('Open the game whose result was saved.', async () => {
      await tileOf(page, 'Triple Fun').click()
      await page.locator('.live-cell > button').first().click()
      await page.getByRole('button', { name: 'SAVE' }).click()
    })
    const saved = page.getByRole('region', { name: 'Saved result' })
    await press('Press **Withdraw** in the panel **Saved result**.', saved.getByRole('button', { name: 'Withdraw' }))
    await step('The policy decides again.', page.getByRole('region', { name: 'If nobody chooses' }))
  },
)

task(
  'Stop betting and start again',
  {
    as: asAdmin,
    at: 'game',
    intro: 'Nobody can bet while betting is stopped; what is staked stays in the draw, which goes on.',
  },
  async ({ page, press, step }) => {
    await press('Press the tile of the game.', tileOf(page, 'Lucky 10'))
    // Exact match: the board, visible until the game screen has loaded, has a button `Stop betting Space`.
    await press('Press **Stop betting**.', page.getByRole('button', { name: 'Stop betting', exact: true }))
    await step('Choose whether it is this game or all of yours, and say why.', dialog(page), () =>
      dialog(page).getByLabel('Reason, if you like').fill('Power cut'),
    )
    await press('Press the red button.', dialog(page).getByRole('button', { name: 'Stop betting on Lucky 10' }))
    await step(
      'Everybody who controls the game sees who stopped it and why.',
      page.getByText('Nobody can bet on this game.'),
    )
    await press('Press **Allow betting** to go on.', page.getByRole('button', { name: 'Allow betting' }))
    await page.getByRole('button', { name: 'Stop betting' }).waitFor()
    const all = page.getByRole('button', { name: /^Stop everything/ })
    await step('On the board, **Stop everything** does it for all games at once.', all, () => page.goBack())
  },
)

const settled = () =>
  vi.waitFor(async () => {
    const { state } = (await api.call(liveApi.draw, admin, { params: { drawId } })).data
    if (state !== 'settled') throw new Error('not settled yet')
  }, patience)

task(
  'Correct a draw',
  {
    as: asAdmin,
    at: 'game',
    intro: 'When a wrong result was drawn. Only the differences are paid, and both versions stay on record.',
  },
  async ({ page, press, step, say }) => {
    await say('Open the draw: by its number in the search at the top, or under **Draws** of its game.', async () => {
      await settled()
      await page.goto(`${new URL(page.url()).origin}/admin/game/draw/${encodeURIComponent(drawId)}`)
    })
    await press('Press **Correct the result**.', page.getByRole('button', { name: 'Correct the result' }))
    await step(
      'Choose the right result and say why. Below stands what it does to each player.',
      dialog(page),
      async () => {
        const result = dialog(page).getByLabel('Result', { exact: true })
        await result.click()
        await page.locator('.ant-select-dropdown').getByTitle('7', { exact: true }).click()
        await dialog(page).getByLabel('Reason').fill('The wheel was read wrongly')
      },
    )
    await press('Press the red button.', dialog(page).getByRole('button', { name: /^Correct to/ }))
    await dialog(page).waitFor({ state: 'hidden' })
    await step('The draw has a second version now.', page.getByText('Version 2', { exact: true }).first())
  },
)

task(
  'Verify a draw',
  {
    at: 'public/verify',
    intro: 'The holder of a ticket can check that its draw is genuine, without signing in and on their own machine.',
  },
  async ({ page, press, step }) => {
    const draw = page.getByLabel('Or the number or id of a draw, or a link to it')
    await step('Give the ids of the draw and of a ticket of it, or drop the file of its record.', draw, async () => {
      await settled()
      await draw.fill(drawId)
      await page.getByLabel('Id of a ticket of that draw').fill(ticketId)
    })
    await press('Press **Check**.', page.getByRole('button', { name: 'Check', exact: true }))
    await step(
      'Seed, hashes, signature and payout are worked out again, step by step.',
      page.getByText('This draw is genuine').first(),
    )
  },
)
