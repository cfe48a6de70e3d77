import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ledgerApi } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { reportsApi } from '@cascade/contracts/reports'
import {
  demoPassword,
  type RunningServer,
  runInstallation,
  type Suite,
  startBackups,
  startObjectStore,
  startSuite,
} from '@cascade/dev'
import { masterDescription } from '@cascade/draw-rules/master'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Api, apiAt, type Session } from '../../support/api'
import { makeQuickGame } from '../../support/quick-game'
import { createBranch, fund, giveAllGames } from '../../support/world'

const patience = { timeout: 100_000, interval: 500 }
const key = 'AGE-SECRET-KEY-1A378HN7FXJQ0WZJ0U4AL0HZ3EXC74HC4W6PUQQUZFW7J8380YQ4SGWME85'
const otherKey = 'AGE-SECRET-KEY-15YNA374QEWQ2RGDDC5GYEC8WEDQE82YXGG6EZE60403MHA73AQTQREDWGE'

let folder: string
let bucket: RunningServer
let settings: Record<string, string>
let old: Suite
let fresh: Suite
const running: { stop: () => Promise<void> }[] = []

const at = (name: string) => join(folder, name)
async function start(name: string): Promise<Suite> {
  const suite = await startSuite({ dataDir: at(name), port: 0, seed: 'none', build: false, logLevel: 'error' })
  running.push(suite)
  return suite
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-backups-'))
  bucket = await startObjectStore('backups')
  running.push(bucket)
  settings = {
    // Far away: the first backup starts because no verified one exists.
    BACKUP_SCHEDULE: '0 3 1 1 *',
    BACKUP_TARGET: 's3://backups/cascade',
    BACKUP_S3_ENDPOINT: bucket.uri,
    BACKUP_S3_ACCESS_KEY: 'somebody',
    BACKUP_S3_SECRET_KEY: 'a secret of the bucket',
    BACKUP_KEY: key,
  }
  old = await start('old')
})
afterAll(async () => {
  await Promise.all(running.map(each => each.stop()))
  await rm(folder, { recursive: true, force: true })
})

async function command(name: string, args: string[], changed: Record<string, string> = {}) {
  const lines: string[] = []
  const code = await runInstallation(at(name), args, line => lines.push(line), { ...settings, ...changed })
  return { code, output: lines.join('\n') }
}

/** Books transfers and bets until stopped. @returns the times of the acknowledged ones */
function play(api: Api, superadmin: Session, areaManagerId: string, bet: () => Promise<unknown>) {
  let isRunning = true
  const acknowledged: { transfers: number[]; bets: number[] } = { transfers: [], bets: [] }
  const repeat = async (work: () => Promise<unknown>, times: number[]) => {
    while (isRunning) {
      await work()
      times.push(Date.now())
    }
  }
  const ended = Promise.all([
    repeat(() => fund(api, superadmin, 'areamanager', areaManagerId, 0.01), acknowledged.transfers),
    // Retry: bets are rejected for about a second between two draws.
    repeat(() => vi.waitFor(bet, patience), acknowledged.bets),
  ])
  return {
    acknowledged,
    stop: async () => {
      isRunning = false
      await ended
    },
  }
}

const before = (times: readonly number[], moment: number) => times.filter(time => time < moment).length

describe('a backup under load', () => {
  it('is made of the whole installation, verified and restored to another one', async () => {
    const api = apiAt(old.url)
    const superadmin = await api.login('superadmin')
    await fund(api, superadmin, 'superadmin', superadmin.user._id, 100_000)
    const branch = await createBranch(api, superadmin)
    const digits = masterDescription(gameCodes.funTarget) as GameDescription
    const { gameId } = await makeQuickGame(api, superadmin, 'Played', digits)
    await giveAllGames(api, superadmin, branch.admin._id)
    await fund(api, superadmin, 'player', branch.player._id, 50_000)
    const player = await api.login(branch.player.username)
    const bets = [{ type: 'straight', drawno: '7', quantity: 1 }]
    const load = play(api, superadmin, branch.areamanager._id, () =>
      api.call(liveApi.createBet, player, { body: { gameId, bets } }),
    )
    await vi.waitFor(() => expect(load.acknowledged.bets.length).toBeGreaterThan(20), patience)

    const begun = Date.now()
    const output: string[] = []
    const backups = await startBackups(at('old'), {
      mongodbUri: old.mongo.uri,
      settings,
      log: line => output.push(line),
    })
    running.push(backups)
    await vi.waitFor(async () => {
      const metrics = await (await fetch(backups.metricsUrl)).text()
      expect(metrics, output.join('\n')).toMatch(/^cascade_backups_proven_age_seconds\{.*\} \d/m)
    }, patience)
    const proven = Date.now()
    await load.stop()
    await backups.stop()
    const all = (await api.call(reportsApi.transactions, superadmin)).data
    await old.stop()

    // Backups are encrypted at rest.
    const names = await (await fetch(`${bucket.uri}/backups?list-type=2&prefix=cascade/`)).text()
    const [, stored = ''] = /<Key>(cascade\/installation-[^<]+\.age)<\/Key>/.exec(names) ?? []
    const bytes = Buffer.from(await (await fetch(`${bucket.uri}/backups/${stored}`)).arrayBuffer())
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')

    fresh = await start('fresh')
    await apiAt(fresh.url).login('superadmin')
    await fresh.stop()
    await copyFile(at('old/draw-keys.json'), at('fresh/draw-keys.json'))
    await copyFile(at('old/day-seeds.json'), at('fresh/day-seeds.json'))
    const wrongKeyText = 'BACKUP_KEY does not open this backup: it is another one, or the file was changed or cut.'
    expect(await command('fresh', ['restore-backup'], { BACKUP_KEY: otherKey })).toEqual({
      code: 1,
      output: wrongKeyText,
    })
    const put = (body: Uint8Array<ArrayBuffer>) => fetch(`${bucket.uri}/backups/${stored}`, { method: 'PUT', body })
    await put(new Uint8Array(bytes.subarray(0, bytes.length - 10)))
    expect(await command('fresh', ['restore-backup'])).toEqual({ code: 1, output: wrongKeyText })
    const flipped = new Uint8Array(bytes)
    flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 4
    await put(flipped)
    expect(await command('fresh', ['restore-backup'])).toEqual({ code: 1, output: wrongKeyText })
    await put(new Uint8Array(bytes))
    const restored = await command('fresh', ['restore-backup'])
    expect(restored, restored.output).toMatchObject({ code: 0 })
    const restoredAt = new Date().toISOString()

    fresh = await start('fresh')
    const there = apiAt(fresh.url)
    const again = await vi.waitFor(() => there.login('superadmin', demoPassword), patience)
    const { acknowledged } = load
    const found = await vi.waitFor(async () => {
      const transactions = (await there.call(reportsApi.transactions, again)).data
      expect(transactions.length).toBeGreaterThanOrEqual(before(acknowledged.transfers, begun))
      return transactions
    }, patience)
    // The restored transactions are exactly those up to the moment of the backup.
    expect(all.slice(-found.length).map(({ _id, amount, newBalance }) => [_id, amount, newBalance])).toEqual(
      found.map(({ _id, amount, newBalance }) => [_id, amount, newBalance]),
    )
    expect(found.length).toBeLessThanOrEqual(all.length)
    // Both verifications restart at the first entry and find no faults.
    await there.call(reportsApi.verify, again)
    await vi.waitFor(async () => {
      const { data } = await there.call(ledgerApi.conservation, again)
      expect(data.difference).toBe(0)
      expect(data.checkedAt > restoredAt).toBe(true)
      const reports = (await there.call(reportsApi.verification, again)).data
      expect(reports.found).toEqual([])
      expect((reports.upTo ?? '') > restoredAt).toBe(true)
    }, patience)
    await vi.waitFor(async () => {
      const rows = (await there.call(reportsApi.turnover, again, { query: { id: again.user._id } })).data
      const played = rows.find(row => row.username === branch.admin.username)?.playPoints ?? 0
      expect(played).toBeGreaterThanOrEqual(before(acknowledged.bets, begun))
      expect(played).toBeLessThanOrEqual(before(acknowledged.bets, proven) + 1)
    }, patience)
  }, 400_000)
})
