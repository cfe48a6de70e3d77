import { gameCodes } from '@cascade/contracts/games'
import { demoPassword } from '@cascade/dev'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type LiveWorld, makeLiveWorld } from '../live/live-world'
import { navigateTo } from '../support/accounts-screen'
import { visit } from '../support/browser/browser'
import { launchChromium } from '../support/browser/launch-chromium'
import { makePicture } from '../support/browser/pictures'
import { sendCredit } from '../support/credit-screen'
import { signIn } from '../support/sign-in'
import { api, url } from '../support/suite'
import { balanceOf, fund } from '../support/world'

const dayMs = 86_400_000
let world: LiveWorld

beforeAll(async () => {
  world = await makeLiveWorld()
  await fund(api, world.superadmin, 'admin', world.branch.admin._id, 1_000)
}, 240_000)

/** A new amount each time: repeating one asks for a confirmation. */
let points = 0

/** Gives credit to the player through the form. @returns the text of the receipt */
async function giveCredit(page: Page): Promise<string> {
  points += 1
  const { superadmin, branch } = world
  const before = await balanceOf(api, superadmin, branch.player._id)
  await navigateTo(page, `/admin/player/credittransfer/${branch.player._id}`)
  await sendCredit(page, String(points))
  await expect.poll(() => balanceOf(api, superadmin, branch.player._id)).toBe(before + points)
  return page.locator('.accounts-receipt').first().innerText()
}

it.each([30, -400])(
  'a browser whose clock is %i days ahead signs in, stays signed in and shows correct times',
  async days => {
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
    await signIn(page, world.branch.admin.username)
    await page.getByText('The clock of this computer is wrong.').waitFor()
    const receipt = await giveCredit(page)
    for (const shown of [receipt, await page.locator('.shell-zone time').getAttribute('datetime')]) {
      const day = Date.parse(/\d{4}-\d{2}-\d{2}/.exec(shown ?? '')?.[0] ?? '')
      expect(Math.abs(day - Date.now())).toBeLessThan(2 * dayMs)
    }
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByText('The clock of this computer is wrong.').count()).toBe(0)
    expect(faults).toEqual([])
  },
)

describe('a restricted browser', () => {
  it.each<[string, { stores: boolean }, () => void]>([
    [
      'blocks site storage',
      { stores: false },
      () => {
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
          Object.defineProperty(window, name, {
            get: () => {
              throw new DOMException('Access is denied for this document.', 'SecurityError')
            },
          })
      },
    ],
    [
      'has no storage quota left',
      { stores: false },
      () => {
        Storage.prototype.setItem = () => {
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        }
      },
    ],
    [
      'reports no valid language',
      { stores: true },
      () => {
        Object.defineProperty(navigator, 'language', { get: () => 'c' })
        Object.defineProperty(navigator, 'languages', { get: () => ['c', 'en-US@posix'] })
      },
    ],
  ])('that %s can sign in, give credit, show lists and stay signed in by cookie', async (_name, { stores }, spoil) => {
    const { page, faults } = await visit()
    await page.addInitScript(spoil)
    await signIn(page, world.branch.admin.username)
    await giveCredit(page)
    await page.goto(`${url}/admin/player`)
    await page.getByRole('link', { name: world.branch.player.username, exact: true }).waitFor()
    const ending = page.getByRole('region', { name: 'Stay signed in' })
    expect(await ending.count()).toBe(stores ? 0 : 1)
    if (!stores) {
      await ending.getByLabel('Password').fill(demoPassword)
      await ending.getByRole('button').click()
      await ending.waitFor({ state: 'detached' })
    }
    await giveCredit(page)
    expect(faults).toEqual([])
  })
})

it('game pictures can be chosen over plain HTTP on a local network name', async () => {
  const { port } = new URL(url)
  const browser = await launchChromium('--host-resolver-rules=MAP lan.example 127.0.0.1')
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const suite = `http://lan.example:${port}`
  await signIn(page, world.superadmin.user.username, suite)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await page.goto(`${suite}/superadmin/gamemaster`)
  await page.getByRole('button', { name: 'Add Game' }).click()
  await page.getByLabel('Number of Digits').fill('2')
  await page.getByLabel('yes').check()
  await page.locator('input[type="file"]').setInputFiles([await makePicture('apple.png', '#ff0000')])
  await page.getByText('apple.png', { exact: true }).first().waitFor()
})

it('no fixed bar covers a list at 400 % zoom', async () => {
  const { page } = await visit({ session: world.admin, width: 320, height: 256 })
  await page.goto(`${url}/admin/player`)
  await page.getByText(world.branch.player.username).first().waitFor()
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

it('the selected option and the current menu entry have an outline in forced colours', async () => {
  const { page } = await visit({ session: world.admin })
  await page.emulateMedia({ forcedColors: 'active' })
  const { _id, username } = world.branch.admin
  await page.goto(`${url}/admin/game/${gameCodes.funTarget}/${_id}/${username}`)
  const outlines = (selector: string) =>
    page.locator(selector).evaluateAll(all => all.map(each => getComputedStyle(each).outlineStyle))
  const boosters = '.live-result-booster .ant-radio-button-wrapper'
  await page.locator(boosters).first().waitFor()
  expect((await outlines(boosters)).sort()).toEqual(['none', 'solid'])
  const entries = await outlines('.shell-menu .ant-menu-item')
  expect(entries.filter(style => style === 'solid')).toHaveLength(1)
})

it('focus moves to the heading of a new page and stays when only the query changes', async () => {
  const { page } = await visit({ session: world.admin })
  await page.goto(`${url}/admin/player`)
  const row = page.getByRole('link', { name: world.branch.player.username, exact: true })
  await row.waitFor()
  const focused = () =>
    page.evaluate(() => `${document.activeElement?.localName} ${document.activeElement?.textContent}`)
  expect(await focused()).toMatch(/^body/)
  await row.click()
  await expect.poll(focused).toBe(`h1 ${world.branch.player.username}`)
  await page.locator('.shell-menu').getByRole('link', { name: 'Master', exact: true }).click()
  await expect.poll(focused).toMatch(/^h1 Master/)
  await page.getByRole('searchbox').first().fill('a')
  await page.waitForURL(/q=a/)
  expect(await focused()).toMatch(/^input/)
})
