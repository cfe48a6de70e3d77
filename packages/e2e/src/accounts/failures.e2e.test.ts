import { accountApi } from '@cascade/contracts/accounts'
import type { Browser, Page, Route } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  answer,
  confirmDialog,
  field,
  fillForm,
  findRow,
  heading,
  personFor,
  rowButton,
  submit,
} from '../support/accounts-screen'
import { apiAt, type Session } from '../support/api'
import { launchBrowser, signIn, type Visit, visit } from '../support/browser'
import { alerts, creditButton, says, sendCredit } from '../support/credit-screen'
import { type Level, levelTexts } from '../support/levels'
import { holdConnection } from '../support/presence'
import { type Branch, createBranch, fund, newAccount } from '../support/world'

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
  await fund(api, superadmin, 'player', branch.player._id, 20)
  visitor = await visit(browser)
  page = visitor.page
  await signIn(page, url, 'superadmin')
})
afterAll(async () => {
  await visitor?.close()
  await browser?.close()
})

/** A refusal without a sentence: the page has to find its own. */
const speechless = (route: Route) => route.fulfill({ status: 500, json: { success: false } })
const broken = (route: Route) => route.abort()
const own = (route: Route) =>
  route.fulfill({
    status: 409,
    json: { success: false, code: 'CONFLICT', message: 'The words of the server', requestId: 'r1' },
  })

/** Answers the calls of one method below a path while `act` runs. */
async function answering(method: string, path: string, handle: (route: Route) => unknown, act: () => Promise<void>) {
  const pattern = `**/api${path}**`
  await page.route(pattern, async route => {
    await (route.request().method() === method ? handle(route) : route.fallback())
  })
  try {
    await act()
  } finally {
    await page.unroute(pattern)
  }
}

async function open(path: string, title: string) {
  await page.goto(`${url}/superadmin/${path}`)
  await heading(page, title).waitFor()
}

const creates: [Level, place: 'list' | 'details', path: () => string, message: string][] = [
  ['admin', 'list', () => '/admins/create', 'Failed to create admin.'],
  ['superareamanager', 'list', () => '/superareamanager/create', 'Failed to create superdistributors.'],
  ['superareamanager', 'details', () => `/admins/${branch.admin._id}/children`, 'Failed to create super area manager.'],
  ['areamanager', 'list', () => '/areamanager/create', 'Failed to create area manager.'],
  ['master', 'list', () => '/master/create', 'Failed to create master.'],
  ['player', 'list', () => '/player/create', 'Failed to create superretailers.'],
  ['player', 'details', () => `/master/${branch.master._id}/children`, 'Failed to create player.'],
]
const parents = { superareamanager: 'admin', areamanager: 'superareamanager', master: 'areamanager', player: 'master' }

describe.each(creates)('a create of %s from the %s that fails', (level, place, path, message) => {
  beforeAll(async () => {
    const title = levelTexts[level].add?.title ?? ''
    const parent = parents[level as 'player'] as 'master'
    const below = `${parent}/players/details/${branch[parent ?? 'admin']?._id}/create`
    await open(place === 'list' ? `${level}/create` : below, title)
    const isFree = place === 'list' && level !== 'admin'
    const reference: Record<string, string> = isFree ? { Reference: branch[parent].username } : {}
    await fillForm(page, { ...personFor(level), ...reference })
  })

  it.each([
    ['of the server', own, 'The words of the server'],
    ['of the specification where the server has none', speechless, message],
  ] as const)('shows the words %s', async (_whose, handle, words) => {
    await answering('POST', path(), handle, async () => {
      await submit(page).click()
      await alerts(page, words)
    })
  })
})

const removals: [Level, message: string][] = [
  ['admin', 'Failed to delete admin.'],
  ['superareamanager', 'Failed to delete SuperDistributors.'],
  ['areamanager', 'Failed to delete SuperDistributors.'],
  ['master', 'Failed to delete master.'],
  ['player', 'Failed to delete player.'],
]

describe.each(removals)('a row of %s', (level, deleteFailed) => {
  const path = () => accountApi[level].remove.path.replace('/:id', '')
  const confirm = async (action: string, word: string) => {
    const { username } = branch[level]
    await rowButton(await findRow(page, username), action, username).click()
    const title = `${word[0]?.toUpperCase()}${word.slice(1)} Confirmation`
    await answer(await confirmDialog(page, title, `Are you sure you want to ${word} ${username}?`), 'Confirm')
  }

  it.each([
    ['refuses in its own words', own, 'The words of the server'],
    ['refuses without a word', speechless, deleteFailed],
    ['cannot be reached', broken, deleteFailed],
  ] as const)('says that its delete failed when the server %s', async (_what, handle, message) => {
    await open(level, levelTexts[level].list)
    await answering('DELETE', path(), handle, async () => {
      await confirm('Delete', 'delete')
      await alerts(page, message)
    })
  })

  it.each([
    ['refuses without a word', speechless],
    ['cannot be reached', broken],
  ] as const)('shows its old status again when the server %s', async (_what, handle) => {
    await open(level, levelTexts[level].list)
    await answering('PATCH', path(), handle, async () => {
      await confirm('Deactivate', 'deactivate')
      await alerts(page, 'Failed to update user status.')
    })
    const { username } = branch[level]
    await rowButton(await findRow(page, username), 'Deactivate', username).waitFor()
  })

  it('says in its own words that the status changed when the server says nothing', async () => {
    await open(level, levelTexts[level].list)
    const wordless = (route: Route) => route.fulfill({ json: { success: true } })
    await answering('PATCH', path(), wordless, async () => {
      await confirm('Deactivate', 'deactivate')
      await says(page, 'User status updated successfully.')
    })
  })

  it('says when its edit fails', async () => {
    await open(`${level}/edit/${branch[level]._id}`, levelTexts[level].edit)
    await field(page, 'First Name').fill('Unlucky')
    await answering('PUT', path(), speechless, async () => {
      await submit(page).click()
      await alerts(page, 'Server error')
    })
  })
})

it('says when a player cannot be logged out', async () => {
  const { username } = branch.player
  const { token } = await api.login(username)
  const game = await visit(browser)
  await game.page.goto(`${url}/landing`)
  await holdConnection(game.page, token)
  await open(`player?q=${username}`, 'Player')
  const row = await findRow(page, username)
  const logout = rowButton(row, 'Logout', username)
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Reload' }).click()
        return logout.isEnabled()
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(true)
  for (const handle of [broken, speechless])
    await answering('GET', '/app/logout', handle, async () => {
      await logout.click()
      const text = `Are you sure you want to delete ${username}?`
      await answer(await confirmDialog(page, 'Delete Confirmation', text), 'Confirm')
      await alerts(page, 'Failed to logout player.')
    })
  await game.close()
})

it('refuses an email that is taken and a delete of somebody with subordinates', async () => {
  const taken = (newAccount('admin') as { email: string }).email
  const body = { ...(newAccount('admin') as object), email: taken }
  await api.call(accountApi.admin.create, superadmin, { body: body as never })
  await open('admin/create', 'Add Admin')
  await fillForm(page, { ...personFor('admin'), Email: taken })
  await submit(page).click()
  await says(page, 'User with this email already exists.')

  await page.goto(`${url}/superadmin/admin`)
  const { username } = branch.admin
  await rowButton(await findRow(page, username), 'Delete', username).click()
  const dialog = await confirmDialog(page, 'Delete Confirmation', `Are you sure you want to delete ${username}?`)
  await answer(dialog, 'Confirm')
  await alerts(page, 'Account has subordinates. Cannot delete.')
})

describe.each([
  {
    kind: 'credittransfer',
    title: 'Player Credit Transfer',
    invalid: 'Invalid transfer amount. Please enter a valid number.',
    password: 'Password is required for credit transfer.',
    failed: 'Unknown error occurred during credit transfer.',
    said: 'Credit transferred successfully.',
    path: '/player/credit-transfer',
  },
  {
    kind: 'creditadjust',
    title: 'Player Credit Adjust',
    invalid: 'Invalid adjustment amount. Please enter a valid number.',
    password: 'Password is required for credit adjustment.',
    failed: 'An error occurred.',
    said: 'Credit adjustment successful.',
    path: '/player/credit-adjust',
  },
])('$kind', ({ kind, title, invalid, password, failed, said, path }) => {
  it('says what is missing or wrong before anything is sent', async () => {
    await open(`player/${kind}/${branch.player._id}`, title)
    const posts: string[] = []
    page.on('request', request => request.method() === 'POST' && posts.push(request.url()))
    await creditButton(page).click()
    await says(page, 'Amount is required')
    await says(page, 'Password is required')
    await alerts(page, invalid)
    await sendCredit(page, '5', '')
    await alerts(page, password)
    await sendCredit(page, '0')
    await alerts(page, invalid)
    await sendCredit(page, '-3')
    await alerts(page, invalid)
    if (kind === 'creditadjust') {
      await sendCredit(page, '0.99')
      await says(page, 'Amount must be greater than 0')
    }
    expect(posts.filter(post => post.includes(path))).toEqual([])
  })

  it('says when the server refuses without a word, and when nothing answers', async () => {
    await open(`player/${kind}/${branch.player._id}`, title)
    await answering('POST', path, speechless, async () => {
      await sendCredit(page, '5')
      await alerts(page, failed)
    })
    await answering('POST', path, own, async () => {
      await sendCredit(page, '5')
      await alerts(page, 'The words of the server')
    })
    await answering('POST', path, broken, async () => {
      await sendCredit(page, '5')
      await page
        .getByRole('alert')
        .filter({ hasText: /error occurred|no answer/ })
        .first()
        .waitFor()
    })
  })

  it('is answered by the server with its own sentence', async () => {
    const amount = kind === 'creditadjust' ? { adjustAmount: 1 } : { transferAmount: 1 }
    const body = { toUserId: branch.player._id, password: 'cascade-demo', ...amount }
    const { status, body: answered } = await api.send('POST', path, { token: superadmin.token, body })
    expect([status, answered.message]).toEqual([200, said])
    const bare = { toUserId: branch.player._id, password: 'cascade-demo' }
    const wrong = await api.send('POST', path, { token: superadmin.token, body: bare })
    expect([wrong.status, Object.values(wrong.body.errors as object)]).toEqual([400, [invalid]])
    const silent = await api.send('POST', path, { token: superadmin.token, body: { ...body, password: undefined } })
    expect([silent.status, Object.values(silent.body.errors as object)]).toEqual([400, [password]])
  })
})

it('says in general what went wrong when a list cannot be loaded', async () => {
  await answering('GET', '/master/all', broken, async () => {
    await open('master', 'Master')
    await says(page, 'An unexpected error occurred')
  })
  await answering('GET', '/master/all', speechless, async () => {
    await open('master', 'Master')
    await says(page, 'Something went wrong')
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await findRow(page, branch.master.username)
})
