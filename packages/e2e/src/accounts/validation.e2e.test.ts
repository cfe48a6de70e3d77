import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  choose,
  chosen,
  field,
  fillForm,
  goInside,
  heading,
  personFor,
  submit,
  watchCalls,
} from '../support/accounts-screen'
import { apiAt, type Session } from '../support/api'
import { launchBrowser, signIn, type Visit, visit } from '../support/browser'
import { alerts, says } from '../support/credit-screen'
import { type Level, levelTexts } from '../support/levels'
import { type Branch, createBranch } from '../support/world'

const url = inject('suiteUrl')
const api = apiAt(url)
let browser: Browser
let superadmin: Session
let branch: Branch
let visitor: Visit
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  superadmin = await api.login('superadmin')
  branch = await createBranch(api, superadmin)
  visitor = await visit(browser)
  page = visitor.page
  await signIn(page, url, 'superadmin')
})
afterAll(async () => {
  await visitor?.close()
  await browser?.close()
})

/** Opens a form anew, leaving a changed one without a further question. */
async function open(path: string, title: string) {
  await page.goto(`${url}/superadmin/${path}`)
  await heading(page, title).waitFor()
}
/** What the form says at its fields, by label. */
async function faults(): Promise<Record<string, string>> {
  await page.locator('.ant-form-item-explain-error').first().waitFor()
  const items = await page
    .locator('.ant-form-item')
    .filter({ has: page.locator('.ant-form-item-explain-error') })
    .all()
  const entries = items.map(async item => [
    ((await item.locator('label').first().textContent()) ?? '').trim(),
    ((await item.locator('.ant-form-item-explain-error').textContent()) ?? '').trim(),
  ])
  return Object.fromEntries(await Promise.all(entries)) as Record<string, string>
}
const name = { 'First Name': 'First Name is required', 'Last Name': 'Last Name is required' }
const place = { Country: 'Country is required', State: 'State is required', City: 'City is required' }
const secrets = { PIN: 'PIN is required', Password: 'PIN is required' }
const whole = {
  ...name,
  Email: 'Email is required',
  Phone: 'Phone number is required',
  ...place,
  Address: 'Address is required',
  'PIN Code': 'PIN Code is required',
  ...secrets,
  Reference: 'Reference is required',
}
const { Reference } = whole
const createForms: [Level, Record<string, string>][] = [
  ['admin', { ...name, Email: whole.Email, Password: secrets.Password }],
  ['superareamanager', whole],
  ['areamanager', whole],
  ['master', whole],
  ['player', { ...name, ...place, Address: whole.Address, ...secrets, Reference }],
]

describe.each(createForms)('an empty form for a new %s', (level, expected) => {
  it('says at each field what is missing and sends nothing', async () => {
    const posts = watchCalls(page, 'POST')
    await open(`${level}/create`, levelTexts[level].add?.title ?? '')
    await submit(page).click()
    const shown = await faults()
    // The standard values: commission 0, note and an active status.
    expect(shown).toEqual(expected)
    expect(await field(page, level === 'player' ? 'Commission' : 'Commission Amount').inputValue()).toMatch(
      /^0(\.00)?$/,
    )
    expect(posts).toEqual([])
  })
})

it('requires the commission, whatever it says', async () => {
  await open('admin/create', 'Add Admin')
  await fillForm(page, personFor('admin'))
  await field(page, 'Commission Amount').fill('')
  await submit(page).click()
  expect(Object.keys(await faults())).toEqual(['Commission Amount'])
})

it('takes digits only for phone, PIN Code and PIN, and an email only as one', async () => {
  await open('master/create', 'Add Master')
  for (const label of ['Phone', 'PIN Code', 'PIN']) {
    await field(page, label).pressSequentially('1a2-b3')
    expect(await field(page, label).inputValue()).toBe('123')
  }
  const posts = watchCalls(page, 'POST')
  await field(page, 'Email').fill('nobody')
  await submit(page).click()
  // The browser itself refuses what is no email.
  expect(await field(page, 'Email').evaluate(input => (input as HTMLInputElement).validity.typeMismatch)).toBe(true)
  await field(page, 'Email').fill('nobody@example.com')
  await field(page, 'Password').fill('12345')
  await submit(page).click()
  expect(await faults()).toMatchObject({ Password: 'Password must be at least 6 characters' })
  expect(posts).toEqual([])
})

it('clears state and city with another country, and city with another state', async () => {
  await open('superareamanager/create', 'Add Super Area Manager')
  expect(await field(page, 'State').isDisabled()).toBe(true)
  expect(await field(page, 'City').isDisabled()).toBe(true)
  await fillForm(page, { Country: 'India', State: 'Maharashtra', City: 'Mumbai' })
  expect([await chosen(page, 'State'), await chosen(page, 'City')]).toEqual(['Maharashtra', 'Mumbai'])
  await choose(page, 'State', 'Rajasthan')
  expect([await chosen(page, 'State'), await chosen(page, 'City')]).toEqual(['Rajasthan', ''])
  await choose(page, 'City', 'Jaipur')
  await choose(page, 'Country', 'Nepal')
  expect([await chosen(page, 'State'), await chosen(page, 'City')]).toEqual(['', ''])
  expect(await field(page, 'City').isDisabled()).toBe(true)
})

it('says which choice of reference there is none of', async () => {
  await open('superareamanager/create', 'Add Super Area Manager')
  await field(page, 'Reference').click()
  await field(page, 'Reference').fill('nobody-is-called-so')
  await says(page, 'No superadmins available')
})

it('says that an admin has no games, and that nobody stands above one', async () => {
  await page.route('**/api/admins/all?*', async route => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { refId: unknown; games?: unknown[] }[] }
    const data = body.data.slice(0, 1).map(row => ({ ...row, refId: null, games: [] }))
    await route.fulfill({ response, json: { ...body, data, total: 1 } })
  })
  await open('admin', 'Admin')
  await page.getByRole('cell', { name: 'No games available' }).waitFor()
  await page.getByRole('cell', { name: 'N/A', exact: true }).waitFor()
  await page.unroute('**/api/admins/all?*')
})

const emptied = {
  ...name,
  Email: whole.Email,
  Phone: whole.Phone,
  Address: whole.Address,
  'PIN Code': whole['PIN Code'],
}
it.each<Level>(['superareamanager', 'areamanager', 'master'])(
  'an emptied edit of %s says what is missing',
  async level => {
    const puts = watchCalls(page, 'PUT')
    const { _id: id } = branch[level]
    const born = { dateOfBirth: '1990-02-01' }
    await api.send('PUT', `/${level}/${id}`, { token: superadmin.token, body: born })
    await open(`${level}/edit/${id}`, levelTexts[level].edit)
    for (const label of Object.keys(emptied)) await field(page, label).fill('')
    await field(page, 'Date of Birth').hover()
    await page.locator('.ant-picker-clear').click()
    await choose(page, 'Country', 'Nepal')
    await submit(page).click()
    const { Country: _, ...rest } = place
    expect(await faults()).toEqual({ ...emptied, 'Date of Birth': 'Date of Birth is required', ...rest })
    expect(puts).toEqual([])
  },
)

it('leaves email, phone, date of birth, address and PIN Code of a player to whoever edits', async () => {
  const puts = watchCalls(page, 'PUT')
  await open(`player/edit/${branch.player._id}`, 'Edit Player')
  await field(page, 'Last Name').fill('Alone')
  await submit(page).click()
  await says(page, 'User updated successfully!')
  expect(puts.map(call => call.body)).toEqual([{ lastName: 'Alone' }])
})

const refused = [
  ['refId', '', 'Reference is required'],
  ['userStatus', null, 'Status is required'],
  ['country', null, 'Country is required'],
  ['state', '', 'State is required'],
  ['city', '', 'City is required'],
  ['dateOfBirth', null, 'Date of Birth is required'],
  ['pin', null, 'PIN is required'],
  ['password', null, 'PIN is required'],
] as const

describe('an edit that empties what the form cannot empty', () => {
  it.each(refused)('is refused by the server at %s and shown there', async (key, value, message) => {
    const path = `/master/${branch.master._id}`
    const { status, body } = await api.send('PUT', path, { token: superadmin.token, body: { [key]: value } })
    expect([status, body.success]).toEqual([400, false])
    expect(body.errors).toEqual({ [key]: message })

    await page.route(`**/api${path}*`, route =>
      route.request().method() === 'PUT' ? route.fulfill({ status, json: body }) : route.fallback(),
    )
    await open(`master/edit/${branch.master._id}`, 'Edit Master')
    await field(page, 'First Name').fill(`Other ${key}`)
    await submit(page).click()
    expect(Object.values(await faults())).toEqual([message])
    await page.unroute(`**/api${path}*`)
  })
})

const singles: [label: string, edit: () => Promise<void>, body: object][] = [
  ['the day of birth', () => pickDay('1980-03-07'), { dateOfBirth: '1980-03-07' }],
  ['the status', () => page.getByRole('main').getByText('Deactive', { exact: true }).click(), { userStatus: false }],
  ['the password', () => field(page, 'Password').fill('another-one'), { password: 'another-one' }],
  ['the PIN', () => field(page, 'PIN').fill('4321'), { pin: 4321 }],
  ['the phone', () => field(page, 'Phone').fill('912345678901'), { phone: 912_345_678_901 }],
  ['the commission', () => field(page, 'Commission').fill('33.33'), { commission: 33.33 }],
  ['the city', () => choose(page, 'City', 'Pune'), { city: 'Pune' }],
]
async function pickDay(day: string) {
  await field(page, 'Date of Birth').fill(day)
  await page.locator(`.ant-picker-dropdown td[title="${day}"]`).click()
}
describe('an edit of one field sends that field and no other', () => {
  it.each(singles)('%s', async (_label, edit, body) => {
    const puts = watchCalls(page, 'PUT')
    await open(`areamanager/edit/${branch.areamanager._id}`, 'Edit Area Manager')
    await edit()
    await submit(page).click()
    await says(page, 'User updated successfully!')
    expect(puts.map(call => call.body)).toEqual([body])
    const { data } = (await api.send('GET', `/areamanager/${branch.areamanager._id}`, { token: superadmin.token }))
      .body as {
      data: object
    }
    expect(data).toMatchObject({ role: 'areamanager' })
    expect(Object.keys(data)).not.toEqual(expect.arrayContaining(['password']))
  })
})

describe('changing the own password', () => {
  const fill = async (opass: string, npass: string, cpass: string) => {
    await field(page, 'Old Password').fill(opass)
    await field(page, 'New Password').fill(npass)
    await field(page, 'Confirm Password').fill(cpass)
    await page.getByRole('button', { name: 'Change Password', exact: true }).click()
  }

  it('says what is missing, what differs, what failed and that it is done', async () => {
    const own = await visit(browser)
    page = own.page
    await signIn(page, url, branch.superareamanager.username)
    await goInside(page, '/superareamanager/profile')
    await heading(page, 'Profile').waitFor()
    await fill('', '', '')
    await alerts(page, 'Please fill all fields.')
    await fill('cascade-demo', 'new-secret', 'other-secret')
    await alerts(page, 'New and confirm password do not match.')
    await page.route('**/api/auth/chnagepassword*', route => route.abort())
    await fill('cascade-demo', 'new-secret', 'new-secret')
    await alerts(page, 'Failed to change password.')
    await page.unroute('**/api/auth/chnagepassword*')
    await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).click()
    expect(await field(page, 'Old Password').inputValue()).toBe('')
    await fill('cascade-demo', 'new-secret', 'new-secret')
    await page.getByRole('status').getByText('Password changed successfully!', { exact: true }).waitFor()
    await expect(api.login(branch.superareamanager.username)).rejects.toThrow('401')
    await api.login(branch.superareamanager.username, 'new-secret')
    await own.close()
    page = visitor.page
  })
})
