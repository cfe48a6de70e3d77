import { demoPassword } from '@cascade/dev'
import { describe, expect, it } from 'vitest'
import { visit } from '../../support/browser/browser'
import { api, newSuperadmin, url } from '../../support/suite'
import { createBranch, fund } from '../../support/world'

describe('the page /docs/play', () => {
  it('signs a player in, follows a draw, bets, limits play, and shows balance, ticket and each call and event', async () => {
    const superadmin = await newSuperadmin()
    const { player } = await createBranch(api, superadmin)
    await fund(api, superadmin, 'player', player._id, 1_000)
    const { page, faults } = await visit()
    await page.goto(`${url}/docs/play`)
    await page.getByLabel('Username').fill(player.username)
    await page.getByLabel('Password').fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Balance 1000').waitFor()
    await page.getByText(/^Draw \d+ is open; betting closes in \d+ s\.$/).waitFor()
    await page.getByRole('button', { name: 'Bet', exact: true }).click()
    await page.getByText('Placed: 10 points.').waitFor()
    await page.getByText('Balance 990').waitFor()
    await page.getByText(/: 10 points, open/).waitFor()
    for (const line of ['200 POST /api/auth/login', '201 POST /api/app/createbet', 'playDraw', 'playWallet'])
      await page.getByText(line).first().waitFor()
    await page.getByLabel('Stakes a day').fill('15')
    await page.getByRole('button', { name: 'Set limits' }).click()
    await page.getByText(/Staked today: 10 of 15 points\./).waitFor()
    await page.getByRole('button', { name: 'Bet', exact: true }).click()
    await page.getByText('The limit of stakes for today is reached.').waitFor()
    await page.getByRole('button', { name: 'Pause play' }).click()
    await page.getByText(/Paused until/).waitFor()
    expect(await page.content()).not.toContain(demoPassword)
    expect(faults).toEqual([expect.stringContaining('status of 400')])
  })
})
