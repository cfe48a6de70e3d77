import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, hasChromium } from '@cascade/dev'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAt } from '../../support/api'
import { visit } from '../../support/browser/browser'
import { npmStart, type Start } from '../../support/npm-start'
import { runProgram } from '../../support/run-program'
import { signIn } from '../../support/sign-in'
import { copyTree, type TreeCopy } from '../../support/tree-copy'

const browserIsHere = await hasChromium()
let tree: TreeCopy
let suite: Start | undefined

beforeAll(async () => {
  tree = await copyTree()
  expect(await run('npm', 'run', 'gen', 'screen', 'games', 'price-list')).toMatchObject({ code: 0 })
  await tree.linkPackages()
})
afterAll(async () => {
  await suite?.stop()
  await tree?.remove()
})

/** A step takes about 30 s on an idle machine. */
const stepMs = 420_000
const run = (command: string, ...args: string[]) => runProgram(tree.folder, command, ...args)

describe('a generated screen', () => {
  it(
    'passes lint, type check, structure check and the check for unused code',
    async () => {
      const packages = ['svc-games', 'mf-games', 'packages/contracts']
      for (const command of [
        ['npx', 'biome', 'check', '--error-on-warnings', ...packages],
        ['npm', 'run', 'check:domains'],
        ...packages.map(folder => ['npx', 'tsc', '-p', folder, '--checkers', '1']),
      ] as [string, ...string[]][]) {
        const { code, output } = await run(...command)
        expect(code, output).toBe(0)
      }
      expect((await run('npx', 'knip')).output).not.toMatch(/price-?list/i)
    },
    stepMs,
  )

  it(
    'passes its own tests and those of the contracts',
    async () => {
      const projects = ['unit', 'web', 'int'].flatMap(name => ['--project', name])
      const { code, output } = await run('npx', 'vitest', 'run', ...projects, 'price-list', 'packages/contracts')
      expect(code, output).toBe(0)
      for (const name of ['price-lists.int', 'price-lists-pages']) expect(output).toContain(`${name}.test.ts`)
    },
    stepMs,
  )

  it('opens from the menu of a running suite and lists stored rows', {
    timeout: stepMs,
    skip: !browserIsHere,
  }, async () => {
    const port = await freePort()
    const dataDir = join(tree.folder, '.data')
    suite = npmStart({ root: tree.folder, dataDir, port, seed: 'none' })
    await expect.poll(suite.output, { timeout: stepMs }).toContain('Cascade is ready')
    const api = apiAt(`http://localhost:${port}`)
    const { token } = await api.login('superadmin')
    const body = { seconds: 90 }
    expect(await api.send('POST', '/price-lists', { token, body })).toMatchObject({ status: 201 })

    const { page, faults } = await visit()
    await signIn(page, 'superadmin', api.url)
    await page.getByRole('menuitem', { name: 'Price lists' }).click()
    await page.waitForURL(/\/superadmin\/price-lists$/)
    await page.getByRole('cell', { name: '90', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Add Price list' }).click()
    await page.getByRole('textbox', { name: 'Seconds' }).fill('120')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('cell', { name: '120', exact: true }).waitFor()
    expect(faults).toEqual([])
    await suite.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
})
