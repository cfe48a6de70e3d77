import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { domainNames } from '@cascade/contracts'
import { accountApi } from '@cascade/contracts/accounts'
import { reportsApi } from '@cascade/contracts/reports'
import { runInstallation, startSuite, unpackLastRelease } from '@cascade/dev'
import { createRandom } from '@cascade/load/random'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectDrawCorrect, settledDraw } from '../../faults/play/audit'
import { learnOutcomes, startBettors, take } from '../../faults/play/bettors'
import { correctSome } from '../../faults/play/corrections'
import { openRows } from '../../faults/play/ledger-rows'
import { makePlayWorld } from '../../faults/play/play-world'
import { type Api, apiAt } from '../../support/api'
import { repository } from '../../support/tree-copy'
import { type Days, type Figures, figuresOf } from './figures'

/** Set by `npm run release`, which stores there what the next release is compared with. */
const stored = process.env.RELEASE_FOLDER
const archive = 'installation.tar.gz'
const figuresFile = 'left.json'
type Left = { secrets: Record<string, unknown>; days: Days; superadmin: string; suspended: string; figures: Figures }
/** Test-only draw secrets, safe to commit. */
const secretFiles = ['draw-keys.json', 'day-seeds.json']

const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))

const patience = { timeout: 100_000, interval: 500 }
const bets = { pauseMs: 300, name: 'release' }
const betCount = 40
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-release-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function start(dataDir: string) {
  const suite = await startSuite({ dataDir, port: 0, seed: 'none', build: false, logLevel: 'error' })
  const rows = await openRows(suite.mongo.uri)
  return {
    api: apiAt(suite.url),
    suite,
    rows,
    async stop() {
      await rows.close()
      await suite.stop()
    },
  }
}

async function command(dataDir: string, ...args: string[]) {
  const lines: string[] = []
  const code = await runInstallation(dataDir, args, line => lines.push(line))
  expect(code, lines.join('\n')).toBe(0)
}

/** Stores an installation of the current programs with its figures. */
async function playAndSave(target: string) {
  const dataDir = join(folder, 'played')
  const { api, stop } = await start(dataDir)
  const world = await makePlayWorld(api, 6)
  const { superadmin, admins, players } = world
  const firstDay = await today(api, world)
  const random = createRandom(1)
  const load = startBettors(api, world, random, bets)
  await expect.poll(load.booked, patience).toBeGreaterThan(betCount)
  await load.stop()
  await learnOutcomes(api, load.attempts)
  const adminOf = (id: string) => admins.find(({ user }) => user._id === id) ?? superadmin
  const drawIds = new Map(load.attempts.map(({ placed, player }) => [placed?.drawId ?? '', player.adminId]))
  drawIds.delete('')
  const draws = []
  for (const [drawId, adminId] of drawIds) draws.push(await settledDraw(api, adminOf(adminId), drawId))
  for (const draw of draws) expectDrawCorrect(draw)
  await correctSome(api, adminOf, draws, random)
  // Unclaimed wins are claimed automatically after a day, which would change the figures.
  for (const player of players) await expect.poll(() => take(api, player), patience).toBe(0)
  const { user } = players[0]?.session ?? superadmin
  await api.call(accountApi.player.toggle, superadmin, { params: { userId: user._id, action: 'deactivate' }, body: {} })

  const days = { startDate: firstDay, endDate: await today(api, world) }
  const read = () => figuresOf(api, superadmin, days, [...drawIds.keys()])
  const played = draws.reduce((sum, { page }) => sum + page.stake, 0)
  await expect
    .poll(async () => (await read()).turnover.reduce((sum, row) => sum + Number(row[1]), 0), patience)
    .toBe(played)
  const figures = await read()
  await stop()
  await command(dataDir, 'save', join(target, archive))
  const secrets: Left['secrets'] = {}
  for (const name of secretFiles) secrets[name] = JSON.parse(await readFile(join(dataDir, name), 'utf8'))
  const about: Left = { secrets, days, superadmin: superadmin.user.username, suspended: user.username, figures }
  await writeFile(join(target, figuresFile), JSON.stringify(about))
}

async function unpacked(): Promise<string> {
  const last = join(folder, 'last')
  await mkdir(last)
  await unpackLastRelease(last)
  return last
}

const today = async (api: Api, { superadmin }: Awaited<ReturnType<typeof makePlayWorld>>) =>
  (await api.call(reportsApi.turnover, superadmin)).startDate

describe('an installation of the last release', () => {
  it('is migrated and keeps every figure', {
    timeout: 400_000,
  }, async () => {
    const last = stored ?? (await unpacked())
    if (stored) await playAndSave(stored)
    const dataDir = join(folder, 'restored')
    await mkdir(dataDir)
    const left = JSON.parse(await readFile(join(last, figuresFile), 'utf8')) as Left
    for (const [name, secret] of Object.entries(left.secrets)) {
      await writeFile(join(dataDir, name), JSON.stringify(secret), { mode: 0o600 })
    }
    await command(dataDir, 'restore', join(last, archive))
    const { api, suite, rows, stop } = await start(dataDir)
    try {
      const superadmin = await api.login(left.superadmin)
      const drawIds = left.figures.draws.map(({ drawId }) => drawId)
      expect(drawIds.length).toBeGreaterThan(0)
      expect(left.figures.draws.some(({ records }) => records.length > 1)).toBe(true)
      await expect.poll(() => figuresOf(api, superadmin, left.days, drawIds), patience).toEqual(left.figures)
      expect(left.figures.draws.flatMap(({ faults }) => faults)).toEqual([])
      await rows.expectConserved()
      await expect(api.login(left.suspended)).rejects.toThrow()
      for (const domain of domainNames) {
        const read = () => fetch(`http://127.0.0.1:${suite.processes[`svc-${domain}`]?.port}/readyz`)
        await expect
          .poll(async () => (await read()).json(), patience)
          .toMatchObject({ version, missing: [], notes: [] })
      }
      await api.call(reportsApi.verify, superadmin)
      const verification = async () => (await api.call(reportsApi.verification, superadmin)).data
      await expect.poll(async () => (await verification()).upTo, patience).toBeTruthy()
      expect((await verification()).found).toEqual([])
    } finally {
      await stop()
    }
  })
})
