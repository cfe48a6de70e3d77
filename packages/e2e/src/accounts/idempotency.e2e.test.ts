import { accountApi, type CreatedAccount, ledgerApi } from '@cascade/contracts/accounts'
import { demoPassword } from '@cascade/dev'
import type { Page, Route } from 'playwright'
import { expect, it } from 'vitest'
import { buildPerson, field, fillForm, heading, readCreated, submit, watchCalls } from '../support/accounts-screen'
import { creditButton, sendCredit } from '../support/credit-screen'
import { expectMessage } from '../support/messages'
import { api } from '../support/suite'
import { visitorAs } from '../support/visitor-as'
import { balanceOf, createAccount, fund } from '../support/world'

const visitor = visitorAs('master', { fund: 1000 })

/** New player with 100 points, with readers for the balances and the number of later statement entries. */
async function newPlayer() {
  const { superadmin, branch } = visitor
  const player = await createAccount(api, superadmin, 'player', branch.master._id)
  await fund(api, superadmin, 'player', player._id, 100)
  const balances = async () => [
    await balanceOf(api, superadmin, branch.master._id),
    await balanceOf(api, superadmin, player._id),
  ]
  const [payer = 0, receiver = 0] = await balances()
  const entries = async () =>
    (await api.call(ledgerApi.statement, superadmin, { params: { accountId: player._id } })).data.length - 1
  return { player, payer, receiver, balances, entries }
}
type Kind = 'transfer' | 'adjust'
const openCredit = (kind: Kind, { _id }: CreatedAccount): Promise<Page> =>
  visitor.open(`player/credit${kind}/${_id}`, kind === 'transfer' ? 'Player Credit Transfer' : 'Player Credit Adjust')
const bookedOnce = 'The attempt before had booked it already; it was booked once.'
const round = (value: number) => Math.round(value * 100) / 100

/** Lets the server process the request; the test decides what the page receives. */
async function fetchThrough(route: Route): Promise<void> {
  const response = await route.fetch()
  expect(response.ok()).toBe(true)
}

it('books a transfer once on a double click and on repeated Enter', async () => {
  const { player, payer, receiver, balances, entries } = await newPlayer()
  const page = await openCredit('transfer', player)
  const posts = watchCalls(page, 'POST')
  await field(page, 'Amount to Transfer').fill('100')
  await field(page, 'Password').fill(demoPassword)
  await creditButton(page).dblclick()
  await expectMessage(page, 'Credit transfer successful!')
  expect(await balances()).toEqual([payer - 100, receiver + 100])
  expect(posts.filter(post => post.path === '/player/credit-transfer')).toHaveLength(1)

  await field(page, 'Amount to Transfer').fill('50')
  await field(page, 'Password').fill(demoPassword)
  for (let press = 0; press < 5; press++) await field(page, 'Password').press('Enter')
  await expect.poll(balances).toEqual([payer - 150, receiver + 150])
  expect(await entries()).toBe(2)
})

it.each<Kind>(['transfer', 'adjust'])(
  'books once when the page is reloaded during a %s, and reports it',
  async kind => {
    const { player, payer, receiver, balances, entries } = await newPlayer()
    const page = await openCredit(kind, player)
    const isBooked = new Promise<void>(resolve => {
      // The server books, but the response never arrives because the page is gone.
      void page.route(`**/api/player/credit-${kind}*`, route => fetchThrough(route).then(resolve))
    })
    await sendCredit(page, '30.5')
    await isBooked
    page.once('dialog', dialog => void dialog.accept())
    await page.reload()
    // Only after the reload: otherwise the browser releases the held request and its response may still arrive.
    await page.unroute(`**/api/player/credit-${kind}*`)
    const sign = kind === 'transfer' ? 1 : -1
    expect(await balances()).toEqual([payer - sign * 30.5, receiver + sign * 30.5])
    await page.getByText('The attempt before, of 30.50, was booked after all. Nothing else was sent.').waitFor()
    expect(await balances()).toEqual([payer - sign * 30.5, receiver + sign * 30.5])
    expect(await entries()).toBe(1)

    // Once the outcome is known, the same amount is a new request that needs a confirmation.
    await sendCredit(page, '30.5')
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(balances).toEqual([payer - sign * 61, receiver + sign * 61])
  },
)

it('books once when the response is lost and the page retries automatically', async () => {
  const { player, payer, receiver, balances } = await newPlayer()
  const page = await openCredit('transfer', player)
  let lost = 0
  await page.route('**/api/player/credit-transfer*', async route => {
    if (lost++ > 0) return route.fallback()
    await fetchThrough(route)
    await route.abort()
  })
  await sendCredit(page, '12.34')
  await expectMessage(page, `Credit transfer successful! ${bookedOnce}`)
  expect(lost).toBe(2)
  expect(await balances()).toEqual([round(payer - 12.34), round(receiver + 12.34)])
})

/** Opens the create form; returns a reader for the list of players and its length. */
async function openCreate() {
  const page = await visitor.open('player/create', 'Add Player')
  const list = async () => (await api.call(accountApi.player.list, visitor.user)).data
  return { page, list, before: (await list()).length }
}

it('creates one account on a double click', async () => {
  const { page, list, before } = await openCreate()
  await fillForm(page, buildPerson('player'))
  const posts = watchCalls(page, 'POST')
  await submit(page).dblclick()
  const { username } = await readCreated(page, 'player')
  await heading(page, 'Player').waitFor()
  expect(posts.filter(post => post.path === '/player/create')).toHaveLength(1)
  const after = await list()
  expect(after).toHaveLength(before + 1)
  expect(after.map(account => account.username)).toContain(username)
})

it('creates one account when the response is lost and the form is submitted again', async () => {
  const { page, list, before } = await openCreate()
  await fillForm(page, buildPerson('player'))
  await page.route('**/api/player/create*', async route => {
    await fetchThrough(route)
    await route.abort()
  })
  await submit(page).click()
  await page.getByText(/It may have been created\.|was created by the attempt before/).waitFor()
  await page.unroute('**/api/player/create*')
  await submit(page).click()
  await readCreated(page, 'player')
  expect(await list()).toHaveLength(before + 1)
})
