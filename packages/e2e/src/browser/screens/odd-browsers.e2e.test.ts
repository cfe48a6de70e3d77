import { gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { demoPassword } from '@cascade/dev'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { visit } from '../../support/browser/browser'
import { makePicture } from '../../support/browser/pictures'
import { sendCredit } from '../../support/credit-screen'
import { signIn } from '../../support/sign-in'
import { api, url } from '../../support/suite'
import { createTree, visitorAs } from '../../support/visitor-as'
import { balanceOf, fund, giveAllGames } from '../../support/world'

const dayMs = 86_400_000
const tree = createTree()

beforeAll(async () => {
  const { superadmin, branch } = tree
  await fund(api, superadmin, 'admin', branch.admin._id, 1_000)
  await giveAllGames(api, superadmin, branch.admin._id)
  const admin = await api.login(branch.admin.username)
  // svc-live learns of the admin's games through events.
  const query = { adminId: branch.admin._id, gameId: gameCodes.funTarget }
  await vi.waitFor(() => api.call(liveApi.loadGame, admin, { query }), { timeout: 60_000, interval: 500 })
}, 120_000)

describe('a browser', () => {
  it.each([30, -400])('signs in, stays signed in and shows correct times with its clock %i days ahead', async days => {
    const { page, faults } = await visit()
    await page.addInitScript(aheadMs => {
      const RealDate = Date
      class WrongDate extends RealDate {
        constructor(...values: unknown[]) {
          super(...((values.length === 0 ? [WrongDate.now()] : values) as [number]))
        }
        static override now() {
          return RealDate.now() + aheadMs
        }
      }
      globalThis.Date = WrongDate as typeof Date
    }, days * dayMs)
    await signIn(page, tree.branch.admin.username)
    await page.getByText('The clock of this computer is wrong.').waitFor()
    const zoneTime = await page.locator('.shell-zone time').getAttribute('datetime')
    const day = Date.parse(/\d{4}-\d{2}-\d{2}/.exec(zoneTime ?? '')?.[0] ?? '')
    expect(Math.abs(day - Date.now())).toBeLessThan(2 * dayMs)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByText('The clock of this computer is wrong.').count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('gives credit and stays signed in by cookie when it blocks storage and reports no valid language', async () => {
    const { superadmin, branch } = tree
    const { page, faults } = await visit()
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError')
          },
        })
      Object.defineProperty(navigator, 'language', { get: () => 'c' })
      Object.defineProperty(navigator, 'languages', { get: () => ['c', 'en-US@posix'] })
    })
    await signIn(page, branch.admin.username)
    await page.goto(`${url}/admin/player/credittransfer/${branch.player._id}`)
    const ending = page.getByRole('region', { name: 'Stay signed in' })
    await ending.getByLabel('Password').fill(demoPassword)
    await ending.getByRole('button').click()
    await ending.waitFor({ state: 'detached' })
    await sendCredit(page, '3')
    await expect.poll(() => balanceOf(api, superadmin, branch.player._id)).toBe(3)
    expect(faults).toEqual([])
  })

  it('takes game pictures over plain HTTP on a local network name', async () => {
    const suite = `http://lan.example:${new URL(url).port}`
    const { page } = await visit()
    await signIn(page, tree.superadmin.user.username, suite)
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await page.goto(`${suite}/superadmin/gamemaster/create`)
    await page.getByLabel('Number of Digits').fill('2')
    await page.getByLabel('yes').check()
    await page.locator('input[type="file"]').setInputFiles([await makePicture('apple.png', '#ff0000')])
    await page.getByText('apple.png', { exact: true }).first().waitFor()
    await page.evaluate(() => localStorage.clear())
  })
})

describe('a page', () => {
  const visitor = visitorAs('admin', { tree })

  it('has no fixed bar over a list at 400 % zoom', async () => {
    await visitor.page.setViewportSize({ width: 320, height: 256 })
    const page = await visitor.open('player')
    await page.getByText(visitor.branch.player.username).first().waitFor()
    const covering = () =>
      page.evaluate(() => {
        const isBar = (element: Element) => {
          const { width, height, top, bottom } = element.getBoundingClientRect()
          const isFixed = ['fixed', 'sticky'].includes(getComputedStyle(element).position)
          return isFixed && width > 160 && height > 8 && top < innerHeight && bottom > 0
        }
        return [...document.querySelectorAll('body *')].filter(isBar).map(({ className }) => className)
      })
    await page.evaluate(() => scrollTo(0, 120))
    expect(await covering()).toEqual([])
  })

  it('has an outline around the selected option and the current menu entry in forced colours', async () => {
    const { _id, username } = visitor.branch.admin
    await visitor.page.emulateMedia({ forcedColors: 'active' })
    const page = await visitor.open(`game/${gameCodes.funTarget}/${_id}/${username}`)
    const outlines = (selector: string) =>
      page.locator(selector).evaluateAll(all => all.map(each => getComputedStyle(each).outlineStyle))
    const boosters = '.live-result-booster .ant-radio-button-wrapper'
    await page.locator(boosters).first().waitFor()
    expect((await outlines(boosters)).sort()).toEqual(['none', 'solid'])
    const entries = await outlines('.shell-menu .ant-menu-item')
    expect(entries.filter(style => style === 'solid')).toHaveLength(1)
  })
})
