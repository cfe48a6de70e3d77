import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unpackLastRelease } from '@cascade/dev'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DisposableSuite, startDisposableSuite } from '../../faults/disposable-suite'
import { findRow, heading } from '../../support/accounts-screen'
import { launchChromium } from '../../support/browser/launch-chromium'
import { runProgram } from '../../support/run-program'
import { signIn } from '../../support/sign-in'
import { serveFolder } from '../../support/static-server'
import { repository } from '../../support/tree-copy'
import { type Branch, createBranch, fund } from '../../support/world'

const title = 'Top Balances'
/** One screen of each remote of the suite. */
const screens = { admin: 'Admin', gamemaster: 'Game Master', game: 'Live Result', turnoverreport: 'Turnover Report' }

const tsx = join(repository, 'node_modules/.bin/tsx')
const fitProgram = join(repository, 'packages/dev/src/fit/main.ts')

let folder: string
let server: Awaited<ReturnType<typeof serveFolder>>
let suite: DisposableSuite
let page: Page
let branch: Branch
const faults: string[] = []
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-team-'))
  stops.push(() => rm(folder, { recursive: true, force: true }))
  await unpackLastRelease(folder)
  server = await serveFolder(join(remote(), 'dist'))
  stops.push(server.stop)
  await startSuite()
  const browser = await launchChromium()
  stops.push(() => browser.close())
  page = await browser.newPage()
  page.on('pageerror', error => faults.push(error.message))
}, 300_000)
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

/** The last release generated, built and signed it. */
const remote = () => join(folder, 'remote')

async function startSuite() {
  const [entry] = JSON.parse(await readFile(join(remote(), 'remotes.json'), 'utf8')) as [{ address: string }]
  suite = await startDisposableSuite({ env: { REMOTES: JSON.stringify([{ ...entry, address: server.url }]) } })
  stops.push(suite.stop)
  const superadmin = await suite.api.login('superadmin')
  branch = await createBranch(suite.api, superadmin)
  await fund(suite.api, superadmin, 'superadmin', superadmin.user._id, 1_000)
  await fund(suite.api, superadmin, 'player', branch.player._id, 100)
}

const url = () => suite.suite.url
const card = () => page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })

describe('a remote of another team', () => {
  it('appears after a superadmin has accepted its signed build', async () => {
    server.fails = path => path.startsWith('/static/')
    await signIn(page, 'superadmin', url())
    await page.getByRole('heading', { level: 2, name: 'Conservation of credit' }).waitFor()
    expect(await card().count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Remotes' }).click()
    await page.getByText('acts with the rights of the signed-in user').waitFor()
    await page.getByRole('button', { name: /^Accept version 1\.0\.0\+/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Accept version/ })
      .click()
    await page.getByText('is used from the next page load on').waitFor()
  })

  it('has a card that fails alone while its server answers errors, and recovers by Retry', async () => {
    await page.goto(`${url()}/superadmin/dashboard`)
    await card().getByRole('button', { name: 'Retry' }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'Conservation of credit' }).waitFor()
    await page.goto(`${url()}/superadmin/player`)
    await findRow(page, branch.player.username)

    await page.goto(`${url()}/superadmin/dashboard`)
    const retry = card().getByRole('button', { name: 'Retry' })
    await retry.waitFor()
    server.fails = () => false
    await retry.click()
    await card().getByText(branch.player.username).waitFor()
  })

  it('works with page, cards and row action beside those of the suite', async () => {
    const { _id, username } = branch.player
    await page.goto(`${url()}/superadmin/dashboard`)
    await card().getByText(`${username} 100.00`).waitFor()

    await page.getByRole('menuitem', { name: title }).click()
    await heading(page, title).waitFor()
    await page.getByRole('cell', { name: username }).waitFor()

    await page.goto(`${url()}/superadmin/player/players/details/${_id}`)
    await card().getByText(`${username} has 100 % of the largest balance of a player.`).waitFor()

    await page.goto(`${url()}/superadmin/player`)
    const row = await findRow(page, username)
    await row.getByRole('button', { name: `More actions: ${username}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Compare', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Compare ${username}` })
    await dialog.getByText(`${username} has 100 %`).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })

    for (const [path, name] of Object.entries(screens)) {
      await page.goto(`${url()}/superadmin/${path}`)
      await heading(page, name).waitFor()
    }
    expect(faults).toEqual([])
  })

  it('fits the suite, and one sentence says why another build does not', async () => {
    const fit = () => runProgram(remote(), tsx, fitProgram, url())
    expect(await fit()).toEqual({ code: 0, output: `The build fits ${url()}.\n` })
    const built = join(remote(), 'dist', 'remote.json')
    const text = await readFile(built, 'utf8')
    await writeFile(built, text.replace('GET /player/all', 'GET /player/ranks'))
    expect(await fit()).toEqual({ code: 1, output: 'The suite has no call GET /player/ranks.\n' })
  })
})
