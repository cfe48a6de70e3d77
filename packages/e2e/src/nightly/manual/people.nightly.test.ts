import { approvalApi, peopleApi } from '@cascade/contracts/accounts'
import { watchTexts } from '@cascade/contracts/reports'
import { demoPassword } from '@cascade/dev'
import { beforeAll } from 'vitest'
import { changeRows } from '../../support/database'
import { api, newSuperadmin } from '../../support/suite'
import { type Branch, createBranch, uniqueNumber } from '../../support/world'
import { dialog, menu } from './screen'
import { task } from './task'

const cashier = `meera.${uniqueNumber().slice(0, 5)}`
let branch: Branch

beforeAll(async () => {
  branch = await createBranch(api, await newSuperadmin())
  const body = { name: 'Meera Iyer', username: cashier, password: demoPassword, rights: 'cashier' }
  await api.call(peopleApi.create, await asAdmin(), { body })
  const { _id: accountId, username } = branch.player
  const { admin, superareamanager, areamanager, master } = branch
  await changeRows('reports', 'watch', rows =>
    rows.insertOne({
      _id: `watch-${accountId}`,
      ...{ rule: 'stakes', day: new Date().toISOString().slice(0, 10), state: 'open', assignee: null },
      account: { accountId, username, role: 'player' },
      path: [accountId, ...[admin, superareamanager, areamanager, master].map(({ _id }) => _id)],
      evidence: { play: 6_000, usual: 950.5, days: 12 },
      ...{ foundAt: new Date(), changedAt: new Date() },
    }),
  )
})
const asAdmin = () => api.login(branch.admin.username)

task(
  'Add a person',
  {
    as: asAdmin,
    at: 'dashboard',
    intro: 'The people of an office each sign in with their own password and do what their rights allow.',
  },
  async ({ page, press, step }) => {
    await press('Choose **People** in the menu.', menu(page, 'People'))
    await press('Press **New person**.', page.getByRole('button', { name: 'New person' }))
    const form = dialog(page)
    await step('Type name, username and a first password.', form.getByLabel('Password'), async () => {
      await form.getByLabel('Name', { exact: true }).fill('Ravi Menon')
      await form.getByLabel('Username').fill(`ravi.${uniqueNumber().slice(0, 5)}`)
      await form.getByLabel('Password').fill(demoPassword)
    })
    await step(
      'Choose the **Rights**. The table below them says what the person will see and what it may change.',
      form.getByRole('region', { name: 'This person will see' }).getByRole('heading'),
    )
    await press('Press **Submit**.', form.getByRole('button', { name: 'Submit' }))
    await step(
      'The person signs in with the username. The log names the person and your account.',
      page.getByRole('row').getByText('Ravi Menon'),
    )
  },
)

task(
  'Ask for further rights',
  {
    as: () => api.login(cashier),
    at: 'profile',
    intro: 'A person whose rights are not enough asks for more of them, for some minutes.',
  },
  async ({ page, press, step, say }) => {
    await press(
      'Press your name at the top right, choose **Edit Profile** and press **Security**.',
      page.getByRole('button', { name: 'Security', exact: true }),
    )
    const reason = page.getByRole('main').getByLabel('Reason')
    await step('Choose the rights, for how many minutes, and say why you need them.', reason, () =>
      reason.fill('The manager is ill today'),
    )
    await press('Press **Ask for the rights**.', page.getByRole('button', { name: 'Ask for the rights' }))
    await say(
      'The owner of the account, or a superior, finds the request in the bell and approves or declines it.',
      async () => {
        const owner = await asAdmin()
        const [request] = (await api.call(approvalApi.list, owner, { query: { state: 'open' } })).data
        await api.call(approvalApi.approve, owner, { params: { id: request?._id ?? '' } })
        await page.reload()
      },
    )
    await step(
      'The menu follows within a minute, and again when the time is over. What you have typed by then stays.',
      menu(page, 'Announcements'),
    )
  },
)

task(
  'View as another login',
  {
    as: asAdmin,
    at: 'people',
    intro: 'To help on the phone, see what a person or an account below you sees. Nothing can be changed meanwhile.',
  },
  async ({ page, press, step }) => {
    const row = page.getByRole('row').filter({ hasText: 'Meera Iyer' })
    await press('In the list **People**, press the eye in the row.', row.getByRole('button', { name: /^View as/ }))
    const reason = dialog(page).getByLabel('Reason')
    await step('Type the reason. The log of both names it.', reason, () => reason.fill('A question on the phone'))
    await press('Press **View**.', dialog(page).getByRole('button', { name: 'View', exact: true }))
    await step('Menu and pages are those of the other login, for 15 minutes.', page.getByText('You see what Meera'))
    await press('Press **End** to return to your own account.', page.getByRole('button', { name: 'End', exact: true }))
    await menu(page, 'People').waitFor()
  },
)

task(
  'Look at an unusual player',
  {
    as: asAdmin,
    at: 'dashboard',
    intro: 'Rules find players whose day is unusual. They block nothing: a person looks and decides.',
  },
  async ({ page, press, step }) => {
    await press('Choose **Watch** in the menu.', menu(page, 'Watch'))
    const row = page.getByRole('row').filter({ hasText: branch.player.username })
    await step('Each row says which rule found the player, and why.', row.getByText('Staked 6,000'))
    await press('Press **Take**, so that others see who looks at it.', row.getByRole('button', { name: /^Take/ }))
    await press('Press the name to see the account, its play and its limits.', row.getByRole('link'))
    await page.goBack()
    await press('When you have looked, open the state.', row.getByRole('combobox'))
    const states = page.locator('.ant-select-dropdown:visible [data-tone]')
    await press('Choose **Looked at**, or **Closed** when nothing is left to do.', states.getByText('Looked at'))
    await page.getByText(watchTexts.changed).first().waitFor()
    const rules = page.getByRole('button', { name: 'Rules', exact: true })
    await press('**Rules** has the numbers of each rule, for your branch.', rules)
    await dialog(page).getByLabel('Active: Sudden stakes').waitFor()
  },
)
