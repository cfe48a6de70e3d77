import { accountApi } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { reportsApi } from '@cascade/contracts/reports'
import { masterDescription } from '@cascade/draw-rules/master'
import { beforeAll, expect, vi } from 'vitest'
import { makeQuickGame } from '../../support/quick-game'
import { api, newSuperadmin } from '../../support/suite'
import { type Branch, createBranch, fund, uniqueNumber } from '../../support/world'
import { menu } from './screen'
import { task } from './task'

const patience = { timeout: 100_000, interval: 500 }
const guest = `Asha Rao ${uniqueNumber().slice(0, 4)}`
let branch: Branch

beforeAll(async () => {
  const superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
  const digits = masterDescription(gameCodes.funTarget) as GameDescription
  const game = await makeQuickGame(api, superadmin, 'Morning Target', digits, '')
  const body = { games: [game._id] } as never
  await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body })
  await fund(api, superadmin, 'player', branch.player._id, 500)
  const player = await api.login(branch.player.username)
  await vi.waitFor(async () => {
    const bets = [{ type: 'straight', drawno: '7', quantity: 40 }]
    await api.call(liveApi.createBet, player, { body: { gameId: game.gameId, bets } })
  }, patience)
  const message = {
    enquiryType: 'Payment',
    fullName: guest,
    email: 'asha@example.com',
    mobile: '+91 98765 43210',
    complaintDetails: 'I won at noon, and cannot find the win in my balance.',
  }
  await api.send('POST', '/complaint', { body: message })
}, 180_000)
const asAdmin = () => api.login(branch.admin.username)

task(
  'Send a report by mail',
  {
    as: asAdmin,
    at: 'dashboard',
    intro: 'A report that arrives each day, week or month as a file, at the address in your profile.',
  },
  async ({ page, press, step }) => {
    await press('Choose **Schedules** in the menu.', menu(page, 'Schedules'))
    await press('Press **New schedule**.', page.getByRole('button', { name: 'New schedule' }))
    await step(
      'Choose the report, how often and at what time. A view that you saved on the page of the report chooses its rows.',
      page.getByText('Weekly, on Mondays'),
    )
    await press(
      'Press **Submit**. The list says when the next mail is sent, and whether the last one was.',
      page.getByRole('button', { name: 'Submit' }),
    )
    await page.getByText('None yet').waitFor()
  },
)

task(
  'Answer a complaint',
  {
    as: asAdmin,
    at: 'dashboard',
    intro: 'What players send through **Contact us** waits here until somebody has dealt with it.',
  },
  async ({ page, press, step }) => {
    await press('Choose **Contact Us** in the menu.', menu(page, 'Contact Us'))
    const row = page.getByRole('row').filter({ hasText: guest })
    await step('The message says how to reach whoever wrote it. Answer by phone or mail.', row)
    const status = row.getByRole('combobox')
    await press('When it is dealt with, open its status.', status)
    const choices = page.locator('.ant-select-dropdown:visible [data-tone]')
    await press('Choose **Completed**.', choices.getByText('Completed', { exact: true }))
    await step('Below the status stands who set it, and when.', row.getByText(`by ${branch.admin.username}`))
  },
)

task(
  'Make a backup and download it',
  {
    as: asAdmin,
    at: 'dashboard',
    intro: 'All that belongs to an admin, read back and checked as soon as it is written.',
  },
  async ({ page, press, step }) => {
    await press('Choose **Backups** in the menu.', menu(page, 'Backups'))
    await press('Press **Backup**.', page.getByRole('button', { name: 'Backup', exact: true }))
    await step('**Read back whole** says that the backup can be relied on.', page.getByText('Read back whole').first())
    const saved = page
      .context()
      .waitForEvent('page')
      .then(tab => tab.waitForEvent('download'))
    await press(
      'Press **Download** in its row, and keep the file somewhere else.',
      page.getByRole('button', { name: /^Download/ }),
    )
    expect((await saved).suggestedFilename()).toMatch(/^cascade-.*\.tar\.gz$/)
  },
)

task(
  'Read the week',
  {
    as: asAdmin,
    at: 'dashboard',
    intro: 'What each account directly below has played on each day of a week, and what it owes you in cash.',
  },
  async ({ page, press, step, say }) => {
    await press('Choose **Week** in the menu.', menu(page, 'Week'))
    const row = page.getByRole('row').filter({ hasText: branch.superareamanager.username })
    await step('Days and week are in points. After them stands the current account, in cash.', row)
    await press('Choose **Play** to see stakes instead of the net.', page.getByText('Play', { exact: true }))
    const name = row.getByRole('link', { name: branch.superareamanager.username, exact: true })
    await press('Press a name to see its own week. The path above the list leads back.', name)
    await say('The keys ← and → turn the weeks, and **This week** returns.', async () => {
      await page.getByRole('navigation', { name: 'Accounts above' }).waitFor()
      await page.keyboard.press('ArrowLeft')
      await page.getByRole('button', { name: 'This week' }).click()
    })
  },
)

task(
  'Read the commission',
  {
    as: () => api.login(branch.master.username),
    at: 'dashboard',
    intro: 'What each account below has earned by its share of the play.',
  },
  async ({ page, press, step, say }) => {
    await press('Choose **Pending Commission** in the menu.', menu(page, 'Pending Commission'))
    await say(
      'The figures follow the play by some seconds; above the list stands up to when they are verified.',
      async () => {
        const master = await api.login(branch.master.username)
        const own = async () => (await api.call(reportsApi.commissionPayout, master)).data
        await vi.waitFor(async () => expect((await own()).some(row => row.totalcommission > 0)).toBe(true), patience)
        await page.reload()
      },
    )
    const row = page.getByRole('row').filter({ hasText: branch.player.username })
    await step('Each row has the percentage and the points that it comes to; the sum stands above.', row)
  },
)
