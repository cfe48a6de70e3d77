import { gameCodes, gamesApi, toPercentageId } from '@cascade/contracts/games'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../support/api'
import { visit } from '../support/browser/browser'
import { api, newSuperadmin, url } from '../support/suite'
import { type Branch, createBranch } from '../support/world'

let superadmin: Session
let branch: Branch

beforeAll(async () => {
  superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
})

async function open(session: Session, path: string): Promise<Page> {
  const { page } = await visit({ session })
  await page.goto(`${url}${path}`)
  await page.getByRole('heading', { level: 1, name: 'Percentages' }).waitFor()
  return page
}
const input = (page: Page, game: string) => page.getByLabel(`Percentage of ${game}`)
const shareOf = async (gameId: string) => {
  const params = { adminId: branch.admin._id }
  const { data } = await api.call(gamesApi.percentages, superadmin, { params })
  return data.find(row => row.gameId === gameId)?.winpercentage
}

describe('win percentages', () => {
  it('win percentages can be set by a superadmin for a chosen admin and by that admin', async () => {
    const page = await open(superadmin, '/superadmin/winpercentage')
    await page.getByLabel('Admin', { exact: true }).click()
    await page.keyboard.type(branch.admin.username)
    // Exact match: `admin1` is also a prefix of `admin12`.
    const option = new RegExp(`^${branch.admin.username}$`)
    await page.locator('.ant-select-item-option-content', { hasText: option }).click()
    await page.getByRole('cell', { name: branch.admin.username }).first().waitFor()
    await input(page, 'Fun Target').fill('17.5')
    await page.getByText('unsaved').waitFor()
    // A new admin's games start to draw when they are first viewed.
    await page.getByRole('button', { name: 'What if' }).click()
    await page.getByText(/no draws yet|\d+ of \d+ draws change/).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Set Percentage' }).click()
    await expect.poll(() => shareOf(gameCodes.funTarget)).toBe(17.5)
    await expect.poll(() => page.getByText('unsaved').count()).toBe(0)

    const own = await open(await api.login(branch.admin.username), '/admin/winpercentage')
    await expect.poll(() => input(own, 'Fun Target').inputValue()).toBe('17.5')
    await input(own, 'Bingo').fill('12')
    await input(own, 'Fun Timer').fill('none')
    await own.getByRole('button', { name: 'Set Percentage' }).click()
    await expect.poll(() => shareOf(gameCodes.bingo)).toBe(12)
    expect(await shareOf(gameCodes.funTimer)).toBe(0)
    expect(await shareOf(gameCodes.funTarget)).toBe(17.5)
  })

  it('win percentages are restored when a removed game is assigned to the admin again', async () => {
    const games = (await api.call(gamesApi.list, superadmin)).data
    const ids = (codes: readonly string[]) => games.filter(game => codes.includes(game.gameId)).map(game => game._id)
    const change = (codes: readonly string[]) =>
      api.send('PUT', `/admins/${branch.admin._id}`, { token: superadmin.token, body: { games: ids(codes) } })
    const update = [{ id: toPercentageId(branch.admin._id, gameCodes.lucky12), winpercentage: 33 }]
    const params = { id: branch.admin._id }
    await api.call(gamesApi.setPercentages, superadmin, { params, body: { updates: update } })
    expect((await change([gameCodes.funTarget])).status).toBe(200)
    await expect.poll(() => shareOf(gameCodes.lucky12)).toBeUndefined()
    expect((await change([gameCodes.funTarget, gameCodes.lucky12])).status).toBe(200)
    await expect.poll(() => shareOf(gameCodes.lucky12)).toBe(33)
  })

  it('win percentages are empty and have no menu entry for a super area manager', async () => {
    const page = await open(await api.login(branch.superareamanager.username), '/superareamanager/winpercentage')
    await page.getByText('No games available').waitFor()
    expect(await page.getByRole('menuitem', { name: 'Percentages' }).count()).toBe(0)
  })
})
