import { accountApi, ledgerApi } from '@cascade/contracts/accounts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { field, fillForm, heading, personFor, readCreated, submit, watchCalls } from '../support/accounts-screen'
import { apiAt, type Session } from '../support/api'
import { launchBrowser, signIn, type Visit, visit } from '../support/browser'
import { creditButton, says, sendCredit } from '../support/credit-screen'
import { type Branch, balanceOf, createBranch, fund } from '../support/world'

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
  await fund(api, superadmin, 'master', branch.master._id, 1000)
  visitor = await visit(browser)
  page = visitor.page
  await signIn(page, url, branch.master.username)
})
afterAll(async () => {
  await visitor?.close()
  await browser?.close()
})

const balances = async () => [
  await balanceOf(api, superadmin, branch.master._id),
  await balanceOf(api, superadmin, branch.player._id),
]
const entries = async () => {
  const params = { accountId: branch.player._id }
  return (await api.call(ledgerApi.statement, superadmin, { params })).data
}
async function openCredit(kind: 'transfer' | 'adjust') {
  await page.goto(`${url}/master/player/credit${kind}/${branch.player._id}`)
  await heading(page, kind === 'transfer' ? 'Player Credit Transfer' : 'Player Credit Adjust').waitFor()
}

it('books a transfer once on a double click and on Enter held down', async () => {
  const [payer = 0, receiver = 0] = await balances()
  await openCredit('transfer')
  const posts = watchCalls(page, 'POST')
  await field(page, 'Amount to Transfer').fill('100')
  await field(page, 'Password').fill('cascade-demo')
  await creditButton(page).dblclick()
  await says(page, 'Credit transfer successful!')
  expect(await balances()).toEqual([payer - 100, receiver + 100])
  expect(posts.filter(post => post.path === '/player/credit-transfer')).toHaveLength(1)

  await field(page, 'Amount to Transfer').fill('50')
  await field(page, 'Password').fill('cascade-demo')
  for (let press = 0; press < 5; press++) await field(page, 'Password').press('Enter')
  await expect.poll(balances).toEqual([payer - 150, receiver + 150])
  expect(await entries()).toHaveLength(2)
})

it.each(['transfer', 'adjust'] as const)(
  'books once when the page is loaded anew during a %s and it is sent again',
  async kind => {
    const [payer = 0, receiver = 0] = await balances()
    const booked = (await entries()).length
    await openCredit(kind)
    const isBooked = new Promise<void>(resolve => {
      // The server books; its answer never arrives, because the page is gone.
      void page.route(`**/api/player/credit-${kind}*`, route => fetchThrough(route).then(resolve))
    })
    await sendCredit(page, '30.5')
    await isBooked
    await page.unroute(`**/api/player/credit-${kind}*`)
    page.once('dialog', dialog => void dialog.accept())
    await page.reload()
    const sign = kind === 'transfer' ? 1 : -1
    expect(await balances()).toEqual([payer - sign * 30.5, receiver + sign * 30.5])
    await page.getByText(/The last attempt to move 30\.50 got no answer/).waitFor()
    await sendCredit(page, '30.5')
    await says(page, kind === 'transfer' ? 'Credit transfer successful!' : 'Credit adjustment successful!')
    expect(await balances()).toEqual([payer - sign * 30.5, receiver + sign * 30.5])
    expect(await entries()).toHaveLength(booked + 1)

    // What got its answer is over: the same again is a new wish.
    await sendCredit(page, '30.5')
    await expect.poll(balances).toEqual([payer - sign * 61, receiver + sign * 61])
  },
)

it('books once when the answer is lost on the way and the page tries again by itself', async () => {
  const [payer = 0, receiver = 0] = await balances()
  await openCredit('transfer')
  let lost = 0
  await page.route('**/api/player/credit-transfer*', async route => {
    if (lost++ > 0) return route.fallback()
    await fetchThrough(route)
    await route.abort()
  })
  await sendCredit(page, '12.34')
  await says(page, 'Credit transfer successful!')
  await page.unroute('**/api/player/credit-transfer*')
  expect(lost).toBe(2)
  const round = (value: number) => Math.round(value * 100) / 100
  expect(await balances()).toEqual([round(payer - 12.34), round(receiver + 12.34)])
})

it('creates one account on a double click', async () => {
  const list = async () => (await api.call(accountApi.player.list, await api.login(branch.master.username))).data
  const before = (await list()).length
  await page.goto(`${url}/master/player/create`)
  await heading(page, 'Add Player').waitFor()
  await fillForm(page, personFor('player'))
  const posts = watchCalls(page, 'POST')
  await submit(page).dblclick()
  const { username } = await readCreated(page, 'player')
  await heading(page, 'Player').waitFor()
  expect(posts.filter(post => post.path === '/player/create')).toHaveLength(1)
  const after = await list()
  expect(after).toHaveLength(before + 1)
  expect(after.map(account => account.username)).toContain(username)
})

it('creates one account when the answer is lost and the same form is sent again', async () => {
  const list = async () => (await api.call(accountApi.player.list, await api.login(branch.master.username))).data
  const before = (await list()).length
  await page.goto(`${url}/master/player/create`)
  await heading(page, 'Add Player').waitFor()
  await fillForm(page, personFor('player'))
  await page.route('**/api/player/create*', async route => {
    await fetchThrough(route)
    await route.abort()
  })
  await submit(page).click()
  await page.getByRole('alert').first().waitFor()
  await page.unroute('**/api/player/create*')
  await submit(page).click()
  await readCreated(page, 'player')
  expect(await list()).toHaveLength(before + 1)
})

async function fetchThrough(route: Parameters<Parameters<Page['route']>[1]>[0]) {
  const response = await route.fetch()
  expect(response.ok()).toBe(true)
}
