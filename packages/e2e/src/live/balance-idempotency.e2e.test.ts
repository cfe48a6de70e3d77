import { gameCodes } from '@cascade/contracts/games'
import { expect, it } from 'vitest'
import { visit } from '../support/browser/browser'
import { dropResponses, reportOffline } from '../support/browser/lost-responses'
import { url } from '../support/suite'
import { makeLiveWorld } from './live-world'

it('adds to a game balance once when the browser loses each response and the user submits repeatedly, even after a reload', async () => {
  const { admin, live, branch } = await makeLiveWorld()
  const balance = async () => (await live(gameCodes.funTarget)).percentageData[0]?.gameBalance
  const before = (await balance()) ?? 0
  const { page } = await visit({ session: admin })
  await page.goto(`${url}/admin/game/${gameCodes.funTarget}/${branch.admin._id}/${branch.admin.username}`)
  const add = page.getByRole('button', { name: /^(loading )?Add Balance$/ })
  const press = async () => {
    await page.getByLabel('Add Balance').and(page.locator('input')).fill('750')
    await add.click()
    await expect.poll(() => add.getAttribute('class')).not.toContain('loading')
  }
  await add.waitFor()
  await reportOffline(page)
  const restore = await dropResponses(page, 'live/addbalance', 'credit/outcome')
  for (let times = 0; times < 3; times++) await press()
  expect(await balance()).toBe(before + 750)
  await page.getByText(/The last attempt to add 750\.00 got no answer\. It may have been done\./).waitFor()

  await page.reload()
  await page.getByText(/The last attempt to add 750\.00 got no answer/).waitFor()
  await press()
  expect(await balance()).toBe(before + 750)
  await restore()
  await page.getByText('The attempt before, to add 750.00, was done after all. Nothing else was sent.').waitFor()
  expect(await balance()).toBe(before + 750)
}, 120_000)
