import { demoPassword } from '@cascade/dev'
import { beforeAll, expect } from 'vitest'
import { field, heading, rowOf } from '../../support/accounts-screen'
import { creditButton } from '../../support/credit-screen'
import { api, newSuperadmin } from '../../support/suite'
import { type Branch, createAccount, createBranch, fund } from '../../support/world'
import { dialog, menu, search } from './screen'
import { task } from './task'

const players = 11
let branch: Branch

beforeAll(async () => {
  const superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
  for (let more = 1; more < players; more++) await createAccount(api, superadmin, 'player', branch.master._id)
  await fund(api, superadmin, 'master', branch.master._id, 5_000)
  await fund(api, superadmin, 'player', branch.player._id, 320)
})
const asMaster = () => api.login(branch.master.username)

task(
  'Give credit',
  { as: asMaster, at: 'dashboard', intro: 'Points go out of your own balance to an account below you.' },
  async ({ page, press, step }) => {
    const { username } = branch.player
    await press('Choose **Player** in the menu.', menu(page, 'Player'))
    await step('Search the account.', search(page), () => search(page).fill(username))
    const action = rowOf(page, username).getByRole('link', { name: `Credit Transfer ${username}` })
    await press('Press the arrow **Credit Transfer** in its row.', action)
    const form = page.getByRole('main').locator('form')
    await step('Type the amount and your own password, a note if you like.', form, async () => {
      await field(page, 'Amount to Transfer').fill('500')
      await field(page, 'Password').fill(demoPassword)
    })
    await press('Press **Credit Transfer**.', creditButton(page))
    const receipt = page.getByText(/^Reference [0-9a-f]{8}$/).locator('..')
    await step('The receipt says what was moved and what both have now.', receipt)
  },
)

task(
  'Take credit back',
  { as: asMaster, at: 'player', intro: 'Points come back to you from an account below, no more than it has.' },
  async ({ page, press, step }) => {
    const { username } = branch.player
    await search(page).fill(username)
    const action = rowOf(page, username).getByRole('link', { name: `Credit Adjust ${username}` })
    await press('In the list, press **Credit Adjust** in the row of the account.', action)
    await heading(page, 'Player Credit Adjust').waitFor()
    const form = page.getByRole('main').locator('form')
    await step('Type the amount to be taken back, and your own password.', form, async () => {
      await field(page, 'Amount to Transfer').fill('120')
      await field(page, 'Password').fill(demoPassword)
    })
    await press('Press **Credit Transfer**.', creditButton(page))
    const receipt = page.getByText(/^Reference [0-9a-f]{8}$/).locator('..')
    await step('The receipt says from whom it came. Both statements have an entry now.', receipt)
  },
)

task(
  'Give credit to all rows of a filter',
  {
    as: asMaster,
    at: 'player',
    intro: 'The same amount for many accounts, each booked once, even when you close the page.',
  },
  async ({ page, press, step }) => {
    const all = page.getByRole('checkbox', { name: 'Select all on this page' })
    await step('Filter the list until it shows whom you mean, then tick the box in the head.', all, () => all.check())
    await press(
      'Take in the rows of the other pages, too.',
      page.getByRole('button', { name: `Select all ${players}` }),
    )
    await press('Press **Give credit**.', page.getByRole('button', { name: 'Give credit' }))
    await step(
      'Type the amount for each and your password. Below the amount stands what it comes to.',
      dialog(page),
      async () => {
        await dialog(page).getByLabel('Amount for each').fill('10')
        await dialog(page).getByLabel('Password').fill(demoPassword)
      },
    )
    await press(
      'Press the button that says for how many it is.',
      dialog(page).getByRole('button', { name: /^Give credit to/ }),
    )
    await step('It goes on by itself. **Result of each account** lists what became of every one.', dialog(page), () =>
      dialog(page).getByText(`${players} of ${players} done`).waitFor(),
    )
    await press(
      'The same list is found later under **Runs**, above the accounts.',
      dialog(page).getByRole('link', { name: 'Result of each account' }),
    )
    await expect.poll(() => page.getByRole('cell', { name: 'Done', exact: true }).count()).toBe(players)
  },
)

task(
  'Look up a statement',
  {
    as: asMaster,
    at: 'player',
    intro: 'Every movement of an account, with the balance that it left and what caused it.',
  },
  async ({ page, press, step }) => {
    const { username } = branch.player
    await search(page).fill(username)
    await press(
      'Press the username in the list.',
      rowOf(page, username).getByRole('link', { name: username, exact: true }),
    )
    await press('Press **Statement**.', page.getByRole('main').getByRole('button', { name: 'Statement' }))
    await step(
      'The newest entry stands first. **From** and **To** narrow the days, **Caused by** leads to what was behind it.',
      page.getByRole('main').getByRole('row').nth(1),
    )
  },
)

task(
  'Print a statement',
  {
    as: asMaster,
    at: 'dashboard',
    intro: 'For a file or for somebody who signs it: both balances, all entries, a place for the signature.',
  },
  async ({ page, press, step, say }) => {
    await say('Open the statement of the account as above, and choose its days.', async () => {
      await page.goto(`${new URL(page.url()).origin}/master/player/statement/${branch.player._id}`)
      await heading(page, `Statement of ${branch.player.username}`).waitFor()
    })
    const saved = page.waitForEvent('download')
    await press('Press **PDF** for a file.', page.getByRole('button', { name: 'PDF', exact: true }))
    await say('The file bears the name of the account.', async () =>
      expect((await saved).suggestedFilename()).toBe(`Statement ${branch.player.username}.pdf`),
    )
    await press('The arrow beside it leads to the printer.', page.getByRole('button', { name: 'Print or PDF' }))
    const print = page.getByRole('menuitem', { name: 'Print', exact: true })
    await step('Choose **Print**, or the size of the paper.', print)
  },
)

task(
  'Find a transfer',
  { as: asMaster, at: 'dashboard', intro: 'Who gave how much to whom, and when.' },
  async ({ page, press, step }) => {
    const { username } = branch.player
    await press('Choose **Transaction Report** in the menu.', menu(page, 'Transaction Report'))
    await step('Search the username, or narrow by day, kind and amount.', search(page), () =>
      search(page).fill(username),
    )
    const row = page.getByRole('row').filter({ hasText: '320.00' })
    await step('Each row says from whom to whom, how much, and under **By** who did it.', row)
  },
)

task(
  'Reverse a transfer',
  {
    as: asMaster,
    at: 'dashboard',
    intro: 'A wrong transfer is taken back once, within 30 days, and both rows name each other from then on.',
  },
  async ({ page, press, step }) => {
    const { username } = branch.player
    await press('Choose **Transaction Report** in the menu.', menu(page, 'Transaction Report'))
    await step('Search the username.', search(page), () => search(page).fill(username))
    const row = page.getByRole('row').filter({ hasText: '500.00' })
    await press('Press **Reverse…** in the row.', row.getByRole('link', { name: /^Reverse…/ }))
    await heading(page, 'Transfer').waitFor()
    const form = page.getByRole('form', { name: 'Reverse' })
    await step('It shows what both will have. Type the reason and your own password.', form, async () => {
      await field(page, 'Reason').fill('Meant for another player')
      await field(page, 'Password').fill(demoPassword)
    })
    await press('Press **Reverse**.', form.getByRole('button', { name: 'Reverse' }))
    const link = page.getByRole('link', { name: /^Reversed / })
    await step('The transfer says when it was reversed, and by whom; the link leads to the reversal.', link)
  },
)

task(
  'Record a payment in cash',
  {
    as: asMaster,
    at: 'player',
    intro: 'Cash changes what you and the account below owe each other. No points move by it.',
  },
  async ({ page, press, step }) => {
    const { username } = branch.player
    await search(page).fill(username)
    await press(
      'Press the username in the list.',
      rowOf(page, username).getByRole('link', { name: username, exact: true }),
    )
    const main = page.getByRole('main')
    await press(
      'The card **Current account** says who owes whom. Press **Record a payment**.',
      main.getByRole('button', { name: 'Record a payment' }),
    )
    const form = page.getByRole('form', { name: 'Record a payment' })
    await step('Choose who paid, and type the amount.', form, () => form.getByLabel('Amount').fill('250'))
    await press('Press **Record a payment**.', form.getByRole('button', { name: 'Record a payment' }))
    const receipt = page.getByRole('dialog', { name: 'Receipt' })
    await step('The receipt says who owes whom afterwards. **Reverse…** takes a wrong payment back.', receipt)
    await receipt.getByRole('button', { name: 'Close' }).click()
    await press(
      '**Entries** lists all payments, for days, for a file and for paper.',
      main.getByRole('button', { name: 'Entries' }),
    )
    await heading(page, `Current account of ${username}`).waitFor()
  },
)

task(
  'Settle a week',
  {
    as: asMaster,
    at: 'dashboard',
    intro:
      'After each Sunday: what the accounts below have played is frozen and signed, and their commissions are paid.',
  },
  async ({ page, press, step, say }) => {
    await press('Choose **Settlements** in the menu.', menu(page, 'Settlements'))
    const open = page.getByRole('button', { name: 'Close week…' })
    await press('The arrows lead to other weeks. Press **Close week…**.', open)
    await step(
      'It says what is frozen, what enters the current accounts, and what is carried from earlier weeks.',
      dialog(page).getByRole('list'),
    )
    await press('Press **Close the week**.', dialog(page).getByRole('button', { name: 'Close the week' }))
    await press('The week is closed for good. Press **Close**.', dialog(page).getByText('Close', { exact: true }))
    await say(
      'Each row has what is due. **Pay…** pays it in points or in cash, **Pay all…** pays all rows of the week.',
      () => page.getByText(/^Closed .* as closed/).waitFor(),
    )
    await say('**Sheet to sign** in a row is a PDF with lines for both signatures.', async () => undefined)
    await say(
      '**Needs a hand** on the dashboard names periods to close and commissions to pay, and leads here.',
      async () => undefined,
    )
  },
)
