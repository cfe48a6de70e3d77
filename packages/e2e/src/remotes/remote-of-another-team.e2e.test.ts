import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleOf } from '@cascade/contracts'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DisposableSuite, startDisposableSuite } from '../faults/disposable-suite'
import { actOn, findRow, heading } from '../support/accounts-screen'
import { launchChromium } from '../support/browser/launch-chromium'
import { runProgram } from '../support/run-program'
import { signIn } from '../support/sign-in'
import { serveFolder } from '../support/static-server'
import { repository } from '../support/tree-copy'
import { type Branch, createBranch, fund } from '../support/world'

/** A remote that the last release generated, and the kits of that release. */
const releases = join(repository, 'packages', 'e2e', 'releases')
const id = 'top-balances'
const title = 'Top Balances'

let folder: string
let server: Awaited<ReturnType<typeof serveFolder>>
let suite: DisposableSuite
let page: Page
let branch: Branch
const stops: (() => Promise<unknown>)[] = []

async function run(cwd: string, command: string, ...args: string[]) {
  const { code, output } = await runProgram(cwd, command, ...args)
  expect(code, output).toBe(0)
  return output
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-team-'))
  stops.push(() => rm(folder, { recursive: true, force: true }))
  await run(folder, 'tar', 'xzf', join(releases, 'remote.tgz'))
  const remote = join(folder, id)
  await cp(join(releases, 'kits'), join(remote, 'kits'), { recursive: true })
  await run(remote, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts')
  await run(remote, 'npm', 'run', 'build')
  server = await serveFolder(join(remote, 'dist'))
  stops.push(server.stop)
  suite = await startDisposableSuite({ env: { REMOTES: JSON.stringify([{ id, address: server.url }]) } })
  stops.push(suite.stop)
  const superadmin = await suite.api.login('superadmin')
  branch = await createBranch(suite.api, superadmin)
  await fund(suite.api, superadmin, 'superadmin', superadmin.user._id, 1_000)
  await fund(suite.api, superadmin, 'admin', branch.admin._id, 100)
  const browser = await launchChromium()
  stops.push(() => browser.close())
  page = await browser.newPage()
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

const card = () => page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })

it('while its server answers errors, the card of a remote fails alone', async () => {
  server.fails = path => path.startsWith('/static/')
  await signIn(page, 'superadmin', suite.suite.url)
  await card().getByRole('button', { name: 'Retry' }).waitFor()
  await page.getByRole('menuitem', { name: 'Player', exact: true }).click()
  await findRow(page, branch.player.username)
  server.fails = () => false
})
