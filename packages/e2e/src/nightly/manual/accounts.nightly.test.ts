import type { AccountRole } from '@cascade/contracts'
import { demoPassword } from '@cascade/dev'
import { beforeAll } from 'vitest'
import { buildPerson, choose, field, fillForm, rowOf, submit } from '../../support/accounts-screen'
import type { Session } from '../../support/api'
import { api, newSuperadmin } from '../../support/suite'
import { type Branch, createAccount, createBranch } from '../../support/world'
import { confirm, dialog, menu, search } from './screen'
import { task } from './task'

let superadmin: Session
let branch: Branch
let otherAreaManager: string

beforeAll(async () => {
  superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
  otherAreaManager = (await createAccount(api, superadmin, 'areamanager', branch.superareamanager._id)).username
})
const asSuperadmin = () => superadmin
const as = (role: Exclude<AccountRole, 'superadmin'>) => () => api.login(branch[role].username)

task(
  'Sign in',
  { at: 'auth/login', intro: 'Everybody begins here, with the username that they were given.' },
  async ({ page, press, step }) => {
    await step('Open the address of Cascade, and type username and password.', page.locator('form'), async () => {
      await page.getByLabel('Username').fill(branch.master.username)
      await page.getByLabel('Password').fill(demoPassword)
    })
    await press('Press **Log In**.', page.getByRole('button', { name: 'Log In', exact: true }))
    await step(
      'The first page says what needs a hand and how the day goes. Your balance stands at the top right.',
      page.getByRole('heading', { level: 1, name: `Welcome, ${branch.master.username}` }),
    )
  },
)

task(
  'Sign out',
  { as: as('master'), at: 'dashboard', intro: 'It ends the session in every tab of this browser.' },
  async ({ page, press, step }) => {
    await press('Press your name at the top right.', page.getByRole('button', { name: /^Account of/ }))
    await press('Choose **Log Out**.', page.getByRole('menuitem', { name: 'Log Out' }))
    await step('The login is there again.', page.getByRole('button', { name: 'Log In', exact: true }))
  },
)

task(
  'Create an admin',
  {
    as: asSuperadmin,
    at: 'dashboard',
    intro: 'A superadmin creates admins; each level creates the next one in the same way.',
  },
  async ({ page, press, step }) => {
    await press('Choose **Admin** in the menu.', menu(page, 'Admin'))
    await press('Press **Add Admin**.', page.getByRole('main').getByRole('button', { name: 'Add Admin' }))
    await step(
      'Fill in the form. **Reference** is the account above, whose credit the new one will get.',
      page.getByRole('main').locator('form'),
      () =>
        fillForm(page, {
          ...buildPerson('admin'),
          'First Name': 'Maya',
          'Last Name': 'Bose',
          Reference: superadmin.user.username,
        }),
    )
    await press('Press **Submit**.', submit(page))
    await step(
      'Username and PIN are made by Cascade. The PIN is shown only now: copy it and hand it over.',
      dialog(page, 'Account created'),
    )
    await press(
      'Press **Close**. The new admin stands in the list.',
      dialog(page).getByRole('button', { name: 'Close', exact: true }),
    )
    await dialog(page).waitFor({ state: 'hidden' })
  },
)

task(
  'Create a player',
  { as: as('master'), at: 'dashboard', intro: 'Players hang below a master, who chooses their PIN.' },
  async ({ page, press, step }) => {
    await press('Choose **Player** in the menu.', menu(page, 'Player'))
    await press('Press **Add Player**.', page.getByRole('main').getByRole('button', { name: 'Add Player' }))
    await step('Fill in the form, PIN and password too.', page.getByRole('main').locator('form'), () =>
      fillForm(page, { ...buildPerson('player'), 'First Name': 'Ravi', 'Last Name': 'Nair' }),
    )
    await press('Press **Submit**.', submit(page))
    await step('The player signs in with this username.', dialog(page, 'Account created'))
    await press('Press **Close**.', dialog(page).getByRole('button', { name: 'Close', exact: true }))
    await dialog(page).waitFor({ state: 'hidden' })
  },
)

task(
  'Give games to an admin',
  { as: asSuperadmin, at: 'admin', intro: 'Players can bet on the games that the admin above them has.' },
  async ({ page, press, step, say }) => {
    const { username } = branch.admin
    await step('In the list **Admin**, type the username into the search.', search(page), () =>
      search(page).fill(username),
    )
    await press(
      'Press the pen in the row of the admin.',
      rowOf(page, username).getByRole('link', { name: `Edit ${username}` }),
    )
    const games = page.getByRole('group', { name: 'Games' })
    await step('Under **Games**, tick those that the players below may play.', games, async () => {
      for (const name of ['Fun Target', 'Bingo', 'Lucky 10'])
        await games.getByRole('checkbox', { name, exact: true }).check()
    })
    await press('Press **Submit**. The games are open to bets from their next draw on.', submit(page))
    await say('A game is taken away by removing its tick; draws that are open are still drawn.', () =>
      rowOf(page, username).waitFor(),
    )
  },
)

task(
  'Suspend and activate an account',
  {
    as: as('master'),
    at: 'player',
    intro: 'A suspended account keeps its credit. Nobody can sign in with it, nor with those below it.',
  },
  async ({ page, press, step }) => {
    const { username } = branch.player
    const more = rowOf(page, username).getByRole('button', { name: `More actions: ${username}` })
    await press('Press the three dots at the end of the row.', more)
    await press('Choose **Deactivate**.', page.getByRole('menuitem', { name: 'Deactivate', exact: true }))
    await step('The question says who is hit and what stays. Press **Confirm**.', dialog(page))
    await confirm(page)
    await step(
      'The row says **Deactive**; open sessions have ended.',
      rowOf(page, username).getByText('Deactive', { exact: true }),
    )
    await press('To take it back, press the three dots again.', more)
    await press('Choose **Activate**, and confirm.', page.getByRole('menuitem', { name: 'Activate', exact: true }))
    await confirm(page)
    await rowOf(page, username).getByText('Deactive', { exact: true }).waitFor({ state: 'detached' })
  },
)

task(
  'Reset a password',
  { as: as('master'), at: 'player', intro: 'For somebody below you who has forgotten it. Nobody can see the old one.' },
  async ({ page, press, step }) => {
    const { username } = branch.player
    await press(
      'Press the pen in the row of the account.',
      rowOf(page, username).getByRole('link', { name: `Edit ${username}` }),
    )
    await step('Type a new password; what stays empty stays as it is.', field(page, 'Password'), () =>
      field(page, 'Password').fill('another-secret'),
    )
    await press('Press **Submit**. All open sessions of the account end; hand the new password over.', submit(page))
    await rowOf(page, username).waitFor()
    await api.login(username, 'another-secret')
  },
)

task(
  'Move a branch',
  {
    as: asSuperadmin,
    at: 'master',
    intro: 'An account takes everything below it along when it gets another account above it.',
  },
  async ({ page, press, step }) => {
    const { username } = branch.master
    await step('In the list of the level, search the account.', search(page), () => search(page).fill(username))
    await press('Press the pen in its row.', rowOf(page, username).getByRole('link', { name: `Edit ${username}` }))
    await step('Choose the new account above under **Reference**.', field(page, 'Reference'), () =>
      choose(page, 'Reference', otherAreaManager),
    )
    await press('Press **Submit**.', submit(page))
    await step(
      'The list shows the new account above under **Refer ID**. Credit, players and open bets came along.',
      rowOf(page, username).getByText(otherAreaManager),
    )
  },
)

task(
  'Limit an account',
  {
    as: as('master'),
    at: 'player',
    intro: 'Superiors limit the balance, gifts, stakes and losses of an account.',
  },
  async ({ page, press, step, say }) => {
    const { username } = branch.player
    await press('Press the name of the account.', rowOf(page, username).getByRole('link', { name: username }).first())
    const change = page.getByRole('button', { name: 'Change limits' })
    await press('In the card **Limits**, press **Change limits**.', change)
    await step('Type the limits; an empty field is no limit.', field(page, 'Stakes a day'), () =>
      field(page, 'Stakes a day').fill('500'),
    )
    await press('Press **Save limits**.', page.getByRole('button', { name: 'Save limits' }))
    await step('The bar says how much of it today has used.', page.getByText('0.00 of 500.00'))
    await say(
      '**Needs a hand** on the dashboard names limits that have rejected a booking today.',
      async () => undefined,
    )
  },
)
