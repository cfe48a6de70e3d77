import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ledgerApi, userApi } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes, gamesApi } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { reportsApi } from '@cascade/contracts/reports'
import { demoPassword, runInstallation, type Suite, startSuite } from '@cascade/dev'
import { masterDescription } from '@cascade/draw-rules/master'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Api, apiAt, type Session } from '../../support/api'
import { makeQuickGame } from '../../support/quick-game'
import { type Branch, createBranch, fund, giveAllGames } from '../../support/world'

const patience = { timeout: 100_000, interval: 500 }

type Installation = { folder: string; suite: Suite; api: Api }
let folder: string
let old: Installation
let fresh: Installation

async function start(name: string): Promise<Installation> {
  const own = join(folder, name)
  const suite = await startSuite({ dataDir: own, port: 0, seed: 'none', build: false, logLevel: 'error' })
  return { folder: own, suite, api: apiAt(suite.url) }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-whole-'))
  old = await start('old')
})
afterAll(async () => {
  await Promise.all([old?.suite.stop(), fresh?.suite.stop()])
  await rm(folder, { recursive: true, force: true })
})

async function command(at: Installation, ...args: string[]) {
  const lines: string[] = []
  const code = await runInstallation(at.folder, args, line => lines.push(line))
  return { code, output: lines.join('\n') }
}

async function playIn({ api }: Installation) {
  const superadmin = await api.login('superadmin')
  await fund(api, superadmin, 'superadmin' as never, superadmin.user._id, 100_000)
  const branch = await createBranch(api, superadmin)
  // A game with 10 s draws: bets count in the turnover only once drawn.
  const digits = masterDescription(gameCodes.funTarget) as GameDescription
  const { gameId } = await makeQuickGame(api, superadmin, 'Moved', digits)
  await giveAllGames(api, superadmin, branch.admin._id)
  await fund(api, superadmin, 'admin', branch.admin._id, 5_000)
  await fund(api, superadmin, 'player', branch.player._id, 1_000.25)
  const player = await api.login(branch.player.username)
  const bet = (quantity: number) =>
    vi.waitFor(async () => {
      const body = { gameId, bets: [{ type: 'straight', drawno: '7', quantity }] }
      return (await api.call(liveApi.createBet, player, { body })).data
    }, patience)
  await bet(10)
  const last = await bet(20)
  return { superadmin, branch, last }
}

const sum = (values: readonly number[]) => Math.round(values.reduce((all, value) => all + value, 0) * 100)

async function readFigures(api: Api, superadmin: Session, branch: Branch) {
  const ids = [superadmin.user._id, ...Object.values(branch).map(({ _id }) => _id)]
  const users = await Promise.all(ids.map(id => api.call(userApi.read, superadmin, { params: { id } })))
  const { issued, wallets, pools, difference } = (await api.call(ledgerApi.conservation, superadmin)).data
  const transactions = (await api.call(reportsApi.transactions, superadmin)).data
  return {
    balances: users.map(({ user }) => [user.username, user.walletBalance]),
    books: { issued, wallets, pools, difference },
    transactions: transactions.map(({ _id, amount, newBalance }) => [_id, amount, newBalance]),
    games: (await api.call(gamesApi.list, superadmin)).data.map(({ _id, gameName }) => [_id, gameName]),
  }
}

const turnoverOf = async (api: Api, superadmin: Session, branch: Branch) =>
  (await api.call(reportsApi.turnover, superadmin, { query: { id: superadmin.user._id } })).data.find(
    row => row.username === branch.admin.username,
  )

describe('the installation command', () => {
  it('moves a whole installation to an empty one, with its accounts, balances, tickets and reports', async () => {
    const { superadmin, branch, last } = await playIn(old)
    const before = await vi.waitFor(async () => {
      expect((await turnoverOf(old.api, superadmin, branch))?.playPoints).toBe(30)
      return readFigures(old.api, superadmin, branch)
    }, patience)
    expect(before.books.difference).toBe(0)

    const file = join(folder, 'all.tar.gz')
    await expect(command(old, 'save', file)).rejects.toThrow('Cascade already runs on the data folder')
    await old.suite.stop()
    const saved = await command(old, 'save', file)
    expect(saved, saved.output).toMatchObject({ code: 0 })
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    // An unused installation with different draw secrets.
    fresh = await start('fresh')
    await fresh.api.login('superadmin')
    await fresh.suite.stop()
    const foreign = await command(fresh, 'restore', file)
    expect(foreign).toEqual({
      code: 1,
      output: 'LIVE_RECORD_JWK and LIVE_DAY_SEEDS_FILE are not those of the saved installation.',
    })
    // Secrets are not part of the archive and are copied separately.
    await copyFile(join(old.folder, 'draw-keys.json'), join(fresh.folder, 'draw-keys.json'))
    expect((await command(fresh, 'restore', file)).output).toContain('LIVE_DAY_SEEDS_FILE are not those')
    await copyFile(join(old.folder, 'day-seeds.json'), join(fresh.folder, 'day-seeds.json'))

    const broken = join(folder, 'broken.tar.gz')
    await copyFile(file, broken)
    expect((await command(fresh, 'restore', broken)).output).toContain('The checksum of the archive is needed')
    await copyFile(`${file}.sha256`, `${broken}.sha256`)
    const handle = await open(broken, 'r+')
    await handle.write(Buffer.from([1, 2, 3, 4]), 0, 4, 5_000)
    await handle.close()
    expect(await command(fresh, 'restore', broken)).toEqual({ code: 1, output: 'The archive cannot be read.' })

    const restored = await command(fresh, 'restore', file)
    expect(restored, restored.output).toMatchObject({ code: 0 })
    const restoredAt = new Date().toISOString()
    fresh = await start('fresh')

    const again = await vi.waitFor(() => fresh.api.login('superadmin', demoPassword), patience)
    expect(again.user._id).toBe(superadmin.user._id)
    const after = await vi.waitFor(async () => {
      const figures = await readFigures(fresh.api, again, branch)
      expect(figures.transactions).toEqual(before.transactions)
      return figures
    }, patience)
    expect(after.games).toEqual(before.games)
    expect(after.balances).toEqual(before.balances)
    expect(after.books.difference).toBe(0)
    expect(after.books.issued).toBe(before.books.issued)
    expect(sum(after.balances.map(([, balance]) => balance as number))).toBe(
      sum(before.balances.map(([, balance]) => balance as number)),
    )
    expect((await turnoverOf(fresh.api, again, branch))?.playPoints).toBe(30)

    const admin = await fresh.api.login(branch.admin.username, demoPassword)
    await fund(fresh.api, admin, 'superareamanager', branch.superareamanager._id, 7)

    await vi.waitFor(async () => {
      const { data } = await fresh.api.call(liveApi.draw, again, { params: { drawId: last.drawId } })
      expect(data.state).toBe('settled')
    }, patience)
    // Both verifications restart at the first entry and find no faults.
    await fresh.api.call(reportsApi.verify, again)
    await vi.waitFor(async () => {
      const { data } = await fresh.api.call(ledgerApi.conservation, again)
      expect(data.difference).toBe(0)
      expect(data.checkedAt > restoredAt).toBe(true)
      const reports = (await fresh.api.call(reportsApi.verification, again)).data
      expect(reports.found).toEqual([])
      expect((reports.upTo ?? '') > restoredAt).toBe(true)
    }, patience)

    await fresh.suite.stop()
    const twice = await command(fresh, 'restore', file)
    expect(twice.code).toBe(1)
    expect(twice.output).toContain('This installation holds money.')
  }, 300_000)
})
