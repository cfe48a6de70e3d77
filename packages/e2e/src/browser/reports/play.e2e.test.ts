import { accountApi, cashApi } from '@cascade/contracts/accounts'
import { type Game, type GameDescription, gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { reportsApi } from '@cascade/contracts/reports'
import { masterDescription } from '@cascade/draw-rules/master'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Session } from '../../support/api'
import { visit } from '../../support/browser/browser'
import { openWorkbook, save } from '../../support/browser/downloads'
import { makeQuickGame } from '../../support/quick-game'
import { api, newSuperadmin, url } from '../../support/suite'
import { type Branch, createBranch, fund } from '../../support/world'

/** A draw takes seconds; on a busy machine settling and reporting take longer. */
const drawMs = 110_000
const stake = 40

let superadmin: Session
let branch: Branch
let game: Game
let ticketId: string
let won: number

beforeAll(async () => {
  superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
  game = await makeQuickGame(api, superadmin, 'Reported', masterDescription(gameCodes.funTarget) as GameDescription)
  const body = { games: [game._id] } as never
  await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body })
  await fund(api, superadmin, 'player', branch.player._id, 500)
  const player = await api.login(branch.player.username)
  const placed = await pollUntil(async () => {
    const bet = { gameId: game.gameId, bets: [{ type: 'straight', drawno: '7', quantity: stake }] }
    const { status } = await api.send('POST', '/app/createbet', { token: player.token, body: bet })
    return status === 201
  })
  expect(placed).toBe(true)
  const query = { userId: branch.player._id }
  const ticket = await pollUntil(async () => {
    const [row] = (await api.call(liveApi.history, superadmin, { query })).data
    return row && row.resultNo !== null && row
  })
  ticketId = ticket.ticketId
  won = ticket.winpoints
  const admin = await api.login(branch.admin.username)
  await pollUntil(async () => (await api.call(reportsApi.turnover, admin)).summary.playPoints === stake)
}, 300_000)

const pollUntil = <T>(look: () => Promise<T | false | undefined>) =>
  vi.waitFor(
    async () => {
      const value = await look()
      if (!value) throw new Error('not yet')
      return value
    },
    { timeout: drawMs, interval: 500 },
  )

async function open(role: 'admin' | 'master', path: string, title: string): Promise<Page> {
  const { page } = await visit({ session: await api.login(branch[role].username) })
  await page.goto(`${url}/${role}/${path}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  return page
}
const points = (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2 })
const rowOf = (page: Page, name: string) => page.locator('.kit-table').getByRole('row').filter({ hasText: name })

describe('a settled bet', () => {
  it('appears in TurnoverReport.xlsx and in the turnover of every level down to the player, in the chosen period', async () => {
    const page = await open('admin', 'turnoverreport', 'Turnover Report')
    const levels = [
      ['Super Area Manager', branch.superareamanager.username],
      ['Area Manager', branch.areamanager.username],
      ['Master', branch.master.username],
      ['Player', branch.player.username],
    ] as const
    await page.getByLabel('Period').click()
    await page.getByTitle('Current Month').click()
    await rowOf(page, branch.superareamanager.username).waitFor()
    const { name, bytes } = await save(page, page.getByRole('button', { name: /Export$/ }))
    const sheet = openWorkbook(bytes)
    expect([name, sheet.sheets]).toEqual(['TurnoverReport.xlsx', ['Turnover']])
    expect(sheet.header).toEqual(['No', 'ID', 'Play', 'Win', 'End', 'SAM', 'AM', 'M', 'P', 'Net'])
    const [first] = sheet.rows
    expect(first?.slice(1, 5).map(cell => cell?.v)).toEqual([branch.superareamanager.username, stake, won, stake - won])
    expect(first?.[2]?.t).toBe('n')
    for (const [heading, username] of levels) {
      await page.getByRole('heading', { level: 2, name: heading, exact: true }).waitFor()
      const row = rowOf(page, username)
      await row
        .getByRole('cell', { name: points(stake), exact: true })
        .first()
        .waitFor()
      await row
        .getByRole('cell', { name: points(stake - won), exact: true })
        .first()
        .waitFor()
      if (heading !== 'Player') await row.getByRole('link', { name: username }).click()
    }
    expect(page.url()).toContain('preset=2')
    expect(await page.locator('.kit-table').getByRole('link', { name: branch.player.username }).count()).toBe(0)
    const sums = page.locator('.reports-sums > div').first()
    expect(await sums.innerText()).toContain('Total PlayPoints')
    expect(await sums.innerText()).toContain(points(stake))
  })

  it('appears in the week of its account beside its cash, and its amount leads to the bets of the day', async () => {
    const { username, _id: userId } = branch.player
    const page = await open('master', 'week', 'Week')
    await rowOf(page, username).waitFor()
    const master = await api.login(branch.master.username)
    await api.call(cashApi.record, master, { body: { userId, amount: 25.5, direction: 'paid' } })
    const closing = rowOf(page, username).getByRole('cell').last()
    await expect.poll(() => closing.textContent(), { timeout: 30_000 }).toBe(points(25.5))
    await page.getByText('Play', { exact: true }).click()
    const amounts = rowOf(page, username).getByRole('link', { name: `${points(stake)}, bets of ${username}` })
    await expect.poll(() => amounts.count()).toBe(2)
    await amounts.first().click()
    await page.getByRole('heading', { level: 1, name: 'Bet List' }).waitFor()
    await rowOf(page, username)
      .getByRole('cell', { name: points(stake), exact: true })
      .first()
      .waitFor()
  })

  it('appears in the bet list with its lines and a link to the draw record', async () => {
    const page = await open('admin', 'gamehistory', 'Bet List')
    const row = rowOf(page, branch.player.username)
    await row
      .getByRole('cell', { name: points(won), exact: true })
      .first()
      .waitFor()
    await row.getByRole('button', { name: /^View/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(ticketId).waitFor()
    await dialog.getByRole('row', { name: new RegExp(`1 7 ${stake} ${points(stake)}`) }).waitFor()
    const address = await dialog.getByRole('link', { name: 'Record of the draw' }).getAttribute('href')
    expect(address).toMatch(new RegExp(`^/admin/game/draw/${branch.admin._id}_${game.gameId}_\\d+$`))
  })

  it('appears in the pending commissions and in the admin commission report', async () => {
    const page = await open('master', 'commissionpayoutReport', 'Pending Commission')
    const { data } = await api.call(reportsApi.commissionPayout, await api.login(branch.master.username))
    const own = data.find(row => row._id === branch.player._id)
    expect(own?.totalcommission).toBe(stake)
    await rowOf(page, branch.player.username)
      .getByRole('cell', { name: `${own?.commission} %` })
      .waitFor()

    const shares = await open('admin', 'admincommissionreport', 'Admin Commission Report')
    const share = rowOf(shares, game.gameId)
    await share.getByRole('cell', { name: points(stake * 0.1), exact: true }).waitFor()
    const { name, bytes } = await save(shares, shares.getByRole('button', { name: /Export$/ }))
    const sheet = openWorkbook(bytes)
    expect([name, sheet.sheets]).toEqual(['AdminCommissionData.xlsx', ['AdminCommission']])
    const titles = ['Game ID', 'Game Name', 'Username', 'Commission Amount', 'Total Points', 'Total Win Points']
    expect(sheet.header).toEqual(titles)
  })

  it('appears on the dashboard and in the week summary of the account', async () => {
    const page = await open('admin', 'dashboard', `Welcome, ${branch.admin.username}`)
    const play = page.locator('.shell-today-figure').filter({ has: page.getByText('Play', { exact: true }) })
    await play.getByText(points(stake)).waitFor()
    await page.getByRole('table', { name: 'Games of today' }).waitFor({ state: 'attached' })
    await page.goto(`${url}/admin/superareamanager/players/details/${branch.superareamanager._id}`)
    const week = page.locator('section').filter({ has: page.getByRole('heading', { name: 'This Week' }) })
    await week.getByText(points(stake), { exact: true }).first().waitFor()
  })
})
